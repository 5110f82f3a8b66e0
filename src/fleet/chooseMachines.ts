import { l10n } from 'vscode';
import { displayName, escapeIconsAndLinks } from '../text/text';
import { pickOne, type PickItem } from '../ui/quickPick';
import type { FleetReader } from '../items/fleet/fleetReader';
import { costOf, type MachineScope } from '../items/fleet/plan';
import type { Inventory } from '../items/inventory';

/** Lets the user choose which machines to read, and says what that takes. */
export async function chooseMachines(
  inventory: Pick<Inventory, 'items'>,
  reader: Pick<FleetReader, 'planMachines' | 'planProjects'>,
): Promise<MachineScope | undefined> {
  const itemOf = (label: string, scope: MachineScope): PickItem<MachineScope> => {
    const plan = reader.planMachines(scope);
    return plan.requests === 0
      ? { label, description: l10n.t('Nothing left to read') }
      : { label, description: costOf(plan), value: scope };
  };
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
  const plans = reader.planProjects();
  const projects = inventory.items().flatMap(({ id, name, uid }) => {
    const plan = plans.get(id);
    const label = escapeIconsAndLinks(displayName(name, uid, '?'));
    return plan === undefined
      ? []
      : [{ label, description: costOf(plan), value: { kind: 'project', id } as const }];
  });
  const chosen = await pickOne({ title, placeholder: l10n.t('Select a project'), items: projects });
  return typeof chosen === 'object' ? chosen : undefined;
}
