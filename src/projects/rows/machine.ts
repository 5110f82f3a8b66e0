import { l10n } from 'vscode';
import type { MachineRow } from '../../items/kinds';
import { addressesOf } from '../../items/kinds/machine';
import { machineSpec } from '../../service/spec';
import { parts, sanitizeLine } from '../../text/text';
import { detailsUri } from '../rowCommands/documents';
import { distinction } from './distinction';
import type { ItemRowKind } from './rowKind';

export const machineRows: ItemRowKind<MachineRow> = {
  icon: 'vm',
  healthyIcon: 'vm-running',
  noName: () => l10n.t('(unnamed machine)'),
  location: (row, path) => parts(l10n.t('Machine in {0}', path), ...addressesOf(row.machine)),
  description: (row, { name, cause, age, siblings }) => {
    const host = sanitizeLine(machineSpec(row.machine).fact('hostName')[0] ?? '');
    const address = sanitizeLine(addressesOf(row.machine)[0] ?? '');
    return parts(cause, age, address || (host === name ? '' : host), location(row, siblings));
  },
  complete: (item, row) => {
    // VS Code runs it only if nothing else is selected. Focus stays in the view.
    item.command = {
      command: 'vscode.open',
      title: l10n.t('Show Details'),
      arguments: [detailsUri(row), { preview: true, preserveFocus: true }],
    };
  },
};

const location = distinction<MachineRow>('machine', ({ machine }) =>
  sanitizeLine(machineSpec(machine).location.join('/')),
);
