import { l10n, TreeItem } from 'vscode';
import type { MachineRow } from '../../items/kinds';
import type { ItemStore } from '../../items/kinds/kind';
import { addressesOf, specOf } from '../../items/kinds/machine';
import { displayName, parts, sanitizeLine } from '../../presentation/text';
import { completed, healthIcon } from '../../tree/items';
import { Distinction } from './distinction';
import { ageOf, type RowKind } from './rowKind';

export const machineRows: RowKind<MachineRow> = {
  icon: 'vm',
  location: (row, path) => parts(l10n.t('Machine in {0}', path), ...addressesOf(row.machine)),
  item: machineItem,
};

function machineItem(row: MachineRow, store: ItemStore): TreeItem {
  const { metadata } = row.machine;
  const item = new TreeItem(displayName(metadata?.name, metadata?.uid, l10n.t('(unnamed machine)')));
  const host = sanitizeLine(specOf(row).fact('hostName')[0] ?? '');
  item.description = parts(
    row.health.cause,
    ageOf(row, store),
    sanitizeLine(addressesOf(row.machine)[0] ?? '') || (host === item.label ? '' : host),
    location.of(row, store.siblings(row)),
  );
  item.iconPath = healthIcon('vm-running', row.health.severity);
  return completed(item, l10n.t('Machine'), 'resource hasUid machine');
}

const location = new Distinction<MachineRow>('machine', (row) =>
  sanitizeLine(specOf(row).location.join('/')),
);
