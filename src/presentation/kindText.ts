import { l10n } from 'vscode';
import type { FleetItem } from './fleetItem';

/** What an item of a kind is called. */
export function kindText(kind: FleetItem['kind']): string {
  switch (kind) {
    case 'project':
      return l10n.t('Project');
    case 'cluster':
      return l10n.t('Cluster');
    case 'pool':
      return l10n.t('Machine pool');
    case 'machine':
      return l10n.t('Machine');
  }
}
