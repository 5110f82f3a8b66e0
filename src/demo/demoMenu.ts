import { l10n } from 'vscode';
import { runCommand, type CalledCommand } from '../ui/runCommand';
import type { PickItem } from '../ui/searchList';
import { pickOne } from '../ui/quickPick';

/** Offers what users do next in the demo. */
export async function showDemoMenu(): Promise<void> {
  const items: readonly PickItem<CalledCommand>[] = [
    { label: l10n.t('Open Fleet Overview'), value: 'openFleetOverview' },
    { label: l10n.t('Connect to a Service…'), value: 'connect' },
    {
      label: l10n.t('Leave the Demo'),
      description: l10n.t('ends the demo service and closes its editors'),
      value: 'disconnect',
    },
  ];
  const command = await pickOne({
    title: l10n.t('Demo service'),
    placeholder: l10n.t('Poolview shows sample data'),
    items,
  });
  if (typeof command === 'string') await runCommand(command);
}
