import { l10n, ThemeColor, ThemeIcon, type TreeItem } from 'vscode';
import { errorSentence } from '../presentation/errors';
import { parts, sanitizeLine } from '../presentation/text';
import type { ServiceError } from '../service/errors';
import { counted, cutRow, nameOr, quietRow } from '../tree/rowParts';
import type { ProjectsModel } from './model';
import type { NoteNode } from './nodes';

/** Why there is nothing, or not everything, where a person looks: what is missing, and what still works. */
export function noteRow(node: NoteNode, model: ProjectsModel): TreeItem {
  const { note } = node;
  switch (note.about) {
    case 'noProjects':
      return quietRow(l10n.t('No projects'), l10n.t('that this API key may see'));
    case 'noClusters':
      return quietRow(l10n.t('No clusters'), l10n.t('in this project'), 'empty');
    case 'noPools':
      return quietRow(l10n.t('No machine pools'), l10n.t('in this cluster'), 'empty');
    case 'noMachines':
      return quietRow(l10n.t('No machines'), l10n.t('in this machine pool'), 'empty');
    case 'noMatches':
      return noMatchesRow(model);
    case 'allWell':
      return allWellRow();
    case 'clustersNotSearched': {
      const row = quietRow(
        l10n.t('Names of clusters only'),
        note.error.kind === 'forbidden'
          ? l10n.t('the API key may not search clusters; expand one for more')
          : l10n.t('this service cannot search clusters; expand one for more'),
      );
      return because(row, note.error);
    }
    case 'poolsNotListed':
      return poolsNotListedRow(node, note.error);
    case 'hybridPool': {
      const row = quietRow(
        nameOr(note.pool.poolName, note.pool.poolUid, l10n.t('(machine pool without a name)')),
        parts(
          sanitizeLine(note.pool.poolCloudType ?? ''),
          l10n.t('hybrid pool, its machines are not listed'),
        ),
      );
      row.iconPath = new ThemeIcon('layers');
      return row;
    }
    case 'namelessPool': {
      const { size } = note.pool;
      const row = quietRow(
        l10n.t('(machine pool without a name)'),
        parts(
          size === undefined
            ? undefined
            : counted(size, l10n.t('1 machine'), (n) => l10n.t('{0} machines', n)),
          l10n.t('its machines cannot be asked for'),
        ),
      );
      row.iconPath = new ThemeIcon('layers');
      return row;
    }
    case 'cut':
      return cutRow(note.cut, note.loaded);
  }
}

function noMatchesRow(model: ProjectsModel): TreeItem {
  const row = quietRow(
    l10n.t('No matching projects'),
    model.searchesInService
      ? l10n.t('click to clear the filter')
      : l10n.t('among those that are loaded; click to clear the filter'),
  );
  row.iconPath = new ThemeIcon('filter');
  row.command = { command: 'poolview.clearFilter', title: l10n.t('Clear Filter') };
  return row;
}

function allWellRow(): TreeItem {
  const row = quietRow(
    l10n.t('Nothing here needs attention'),
    l10n.t('as far as it is loaded; click to show everything'),
  );
  row.iconPath = new ThemeIcon('pass', new ThemeColor('testing.iconPassed'));
  row.command = { command: 'poolview.showEverything', title: l10n.t('Show Everything') };
  return row;
}

function whyNoPools({ parent }: NoteNode, error: ServiceError | undefined): string {
  const isForbidden = error?.kind === 'forbidden';
  if (parent?.kind === 'project') {
    return isForbidden
      ? l10n.t('the API key may not list the clusters of this project')
      : l10n.t('the service does not list the clusters of this project');
  }
  if (error === undefined) return l10n.t('the service does not say where the pools of this cluster are');
  return isForbidden
    ? l10n.t('the API key may not list the pools of this cluster; their machines may still be shown')
    : l10n.t('the service does not list the pools of this cluster');
}

/** What is missing, why, and the way around it. */
function poolsNotListedRow(node: NoteNode, error: ServiceError | undefined): TreeItem {
  const row = quietRow(l10n.t('Add machine pool…'), whyNoPools(node, error));
  row.iconPath = new ThemeIcon('add');
  row.command = {
    command: 'poolview.addMachinePool',
    title: l10n.t('Add machine pool…'),
    arguments: [node.parent],
  };
  return error === undefined ? row : because(row, error);
}

/** `row` with what the service said, for who wants to know. */
function because(row: TreeItem, error: ServiceError): TreeItem {
  row.tooltip = `${typeof row.tooltip === 'string' ? row.tooltip : ''}\n${errorSentence(error)}`;
  return row;
}
