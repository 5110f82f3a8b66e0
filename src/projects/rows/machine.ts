import { l10n, TreeItem } from 'vscode';
import type { MachineRow } from '../../items/kinds';
import { addressesOf } from '../../items/kinds/machine';
import { displayName, parts, sanitizeLine } from '../../text/text';
import { completed } from '../../tree/items';
import { distinction } from './distinction';
import { labelOf } from './label';
import { detailsUri } from '../rowCommands/documents';
import { ageOf, itemHover, shownHealth, type ItemRowKind, type RowContext } from './rowKind';
import { machineSpec } from '../../service/spec';

export const machineRows: ItemRowKind<MachineRow> = {
  icon: 'vm',
  location: (row, path) => parts(l10n.t('Machine in {0}', path), ...addressesOf(row.machine)),
  item: machineItem,
  hover: itemHover,
};

function machineItem(row: MachineRow, model: RowContext): TreeItem {
  const { store } = model;
  const { metadata } = row.machine;
  const name = displayName(metadata?.name, metadata?.uid, l10n.t('(unnamed machine)'));
  const health = shownHealth(row, model, 'vm-running');
  const siblings = store.siblings(row);
  const item = new TreeItem(labelOf(name, health.cause, row, siblings));
  const host = sanitizeLine(machineSpec(row.machine).fact('hostName')[0] ?? '');
  item.description = parts(
    health.text,
    ageOf(row, model),
    sanitizeLine(addressesOf(row.machine)[0] ?? '') || (host === name ? '' : host),
    location(row, siblings),
  );
  item.iconPath = health.icon;
  // VS Code runs it only if nothing else is selected. Focus stays in the view.
  item.command = {
    command: 'vscode.open',
    title: l10n.t('Show Details'),
    arguments: [detailsUri(row), { preview: true, preserveFocus: true }],
  };
  return completed(item, l10n.t('Machine'), `resource hasUid machine${health.words}`, name);
}

const location = distinction<MachineRow>('machine', ({ machine }) =>
  sanitizeLine(machineSpec(machine).location.join('/')),
);
