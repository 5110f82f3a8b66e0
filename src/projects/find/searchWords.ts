import { l10n } from 'vscode';
import { formatProgress } from '../../presentation/format';
import { escapeIconsAndLinks, parts } from '../../presentation/text';
import type { ProjectsModel } from '../model';

/** Which projects are shown, for the description of the view; the empty text if all are. */
export function searchDescription(model: ProjectsModel): string {
  const { name = '' } = model.search;
  return parts(
    name === '' ? undefined : l10n.t('“{0}”', escapeIconsAndLinks(name, 60)),
    model.isAttentionOnly ? l10n.t('only what needs attention') : undefined,
  );
}

/**
 * Which projects are shown, and among which ones they were searched, for the message above the rows; the empty text if all
 * are shown.
 */
export function searchMessage(model: ProjectsModel): string {
  const { name = '', sort } = model.search;
  const { loaded, total, isAll } = model.progress;
  const isPartly = !model.searchesInService && !isAll;
  const shown = escapeIconsAndLinks(name, 60);
  const sentences: string[] = [];
  if (name !== '' && isPartly) {
    sentences.push(
      l10n.t(
        'Names with “{0}”, among the projects that are loaded ({1}): this service cannot search.',
        shown,
        formatProgress(loaded, total),
      ),
    );
  } else if (name !== '') {
    sentences.push(l10n.t('Names with “{0}”.', shown));
  } else if (sort !== undefined && isPartly) {
    sentences.push(
      l10n.t(
        'Sorted among the projects that are loaded ({0}): this service cannot sort.',
        formatProgress(loaded, total),
      ),
    );
  }
  if (model.isAttentionOnly) {
    sentences.push(l10n.t('Only what needs attention, as far as it is loaded.'));
  }
  return sentences.join(' ');
}
