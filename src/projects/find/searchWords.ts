import { l10n } from 'vscode';
import { formatProgress } from '../../presentation/format';
import { escapeIconsAndLinks, parts } from '../../presentation/text';
import type { ProjectsModel } from '../model';

/** What is shown of all projects, in a few words beside the title of the view; the empty text where it is all of them. */
export function searchDescription(model: ProjectsModel): string {
  const { name = '' } = model.search;
  return parts(
    name === '' ? undefined : l10n.t('“{0}”', escapeIconsAndLinks(name, 60)),
    model.isAttentionOnly ? l10n.t('only what needs attention') : undefined,
  );
}

/**
 * What the view says above its rows, where there is room for all of it: what is shown, and what it was looked for in; the
 * empty text where it is everything.
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
