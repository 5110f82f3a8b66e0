import { l10n } from 'vscode';
import { formatCount, formatNumber } from '../presentation/format';
import { displayName, escapeIconsAndLinks } from '../presentation/text';
import { pickOne, type PickItem } from '../ui/quickPick';
import type { FleetSource } from './fleetSource';
import type { FleetReader, MachineScope } from './reader';

/** Lets the user choose which machines to read, and says what that takes. */
export async function chooseMachines(
  source: Pick<FleetSource, 'items'>,
  reader: Pick<FleetReader, 'planMachines'>,
): Promise<MachineScope | undefined> {
  const itemOf = (label: string, scope: MachineScope): PickItem<MachineScope> => {
    const { requests, seconds } = reader.planMachines(scope);
    return requests === 0
      ? { label, description: l10n.t('Nothing left to read') }
      : { label, description: costOf(requests, seconds), value: scope };
  };
  const projects = (): readonly PickItem<MachineScope>[] =>
    source
      .items()
      .filter(({ kind }) => kind === 'project')
      .map(({ id, name, uid }) =>
        itemOf(escapeIconsAndLinks(displayName(name, uid, '?')), { kind: 'project', id }),
      )
      .filter(({ value }) => value !== undefined);

  const all = itemOf(l10n.t('All Clusters'), { kind: 'all' });
  const oneProject = 'project';
  const title = l10n.t('Read Machines');
  const scope = await pickOne<MachineScope | typeof oneProject>({
    title,
    placeholder: l10n.t('Select the clusters whose machines to read'),
    items: [
      itemOf(l10n.t('Clusters Needing Attention'), { kind: 'attention' }),
      ...(all.value === undefined ? [] : [{ label: l10n.t('One Project…'), value: oneProject } as const]),
      all,
    ],
  });
  if (typeof scope === 'object') return scope;
  if (scope !== oneProject) return undefined;
  const chosen = await pickOne({ title, placeholder: l10n.t('Select a project'), items: projects() });
  return typeof chosen === 'object' ? chosen : undefined;
}

/** `880 requests, about 13 s` */
function costOf(requests: number, seconds: number): string {
  return l10n.t(
    '{0}, about {1} s',
    formatCount(requests, l10n.t('1 request'), (count) => l10n.t('{0} requests', count)),
    formatNumber(Math.max(1, Math.round(seconds))),
  );
}
