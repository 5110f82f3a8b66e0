import { l10n } from 'vscode';
import { formatProgress } from '../../text/format';
import { escapeIconsAndLinks, parts } from '../../text/text';
import { projectProgress } from '../../items/listState';
import type { ProjectsModel } from '../model';

/** Describes the filter for the description of the view; empty if all projects are shown. */
export function searchDescription(model: Pick<ProjectsModel, 'search' | 'isAttentionOnly'>): string {
  const { name = '' } = model.search;
  return parts(
    name === '' ? undefined : l10n.t('"{0}"', escapeIconsAndLinks(name, 60)),
    model.isAttentionOnly ? l10n.t('needs attention') : undefined,
  );
}

/**
 * Describes the filter and which projects were searched, for the message above the rows; empty if all are shown.
 */
export function searchMessage(model: ProjectsModel): string {
  const { name = '', sort, isUnhealthyFirst = false } = model.search;
  const { loaded, total, isAll } = projectProgress(model.store);
  const isPartly = !model.inventory.searchesInService && !isAll;
  const shown = escapeIconsAndLinks(name, 60);
  const progress = formatProgress(loaded, total);
  const sentences: string[] = [];
  if (name !== '' && isPartly) {
    sentences.push(
      l10n.t(
        'Filtered by "{0}". Only loaded projects are searched ({1}), because this service can\'t search.',
        shown,
        progress,
      ),
    );
  } else if (name !== '') {
    sentences.push(l10n.t('Filtered by "{0}".', shown));
  } else if (sort !== undefined && isPartly) {
    sentences.push(
      l10n.t("Only loaded projects are sorted ({0}), because this service can't sort.", progress),
    );
  }
  if (name.includes(':')) sentences.push(l10n.t('Tag filters apply to loaded clusters.'));
  if (isUnhealthyFirst) {
    sentences.push(
      isAll
        ? l10n.t('Loaded rows are sorted by health.')
        : l10n.t('Loaded rows are sorted by health ({0} projects).', progress),
    );
  }
  if (model.isAttentionOnly) sentences.push(l10n.t('Showing loaded items that need attention.'));
  return sentences.join(' ');
}
