import { l10n, TreeItem } from 'vscode';
import type { MachineRow } from '../../items/kinds';
import { addressesOf, specOf } from '../../items/kinds/machine';
import { displayName, parts, sanitizeLine } from '../../presentation/text';
import { completed, healthIcon } from '../../tree/items';
import { Distinction } from './distinction';
import { labelOf } from './label';
import type { ProjectsModel } from '../model';
import { detailsUri } from '../rowCommands/documents';
import { ageOf, itemHover, type ItemRowKind } from './rowKind';

export const machineRows: ItemRowKind<MachineRow> = {
  icon: 'vm',
  location: (row, path) => parts(l10n.t('Machine in {0}', path), ...addressesOf(row.machine)),
  item: machineItem,
  hover: itemHover,
};

function machineItem(row: MachineRow, { store }: ProjectsModel): TreeItem {
  const { metadata } = row.machine;
  const name = displayName(metadata?.name, metadata?.uid, l10n.t('(unnamed machine)'));
  const siblings = store.siblings(row);
  const item = new TreeItem(labelOf(name, row.health.cause, row, siblings));
  const host = sanitizeLine(specOf(row).fact('hostName')[0] ?? '');
  item.description = parts(
    row.health.cause,
    ageOf(row, store),
    sanitizeLine(addressesOf(row.machine)[0] ?? '') || (host === name ? '' : host),
    location.of(row, siblings),
  );
  item.iconPath = healthIcon('vm-running', row.health.severity);
  // VS Code runs it only if nothing else is selected. Focus stays in the view.
  item.command = {
    command: 'vscode.open',
    title: l10n.t('Show Details'),
    arguments: [detailsUri(row), { preview: true, preserveFocus: true }],
  };
  return completed(item, l10n.t('Machine'), 'resource hasUid machine', name);
}

const location = new Distinction<MachineRow>('machine', (row) =>
  sanitizeLine(specOf(row).location.join('/')),
);
