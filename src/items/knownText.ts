import { l10n } from 'vscode';
import { formatMoment } from '../text/format';
import type { Known } from './item';

/** `known: disk is being replaced`; empty for maintenance, which says it itself, and for what is not known. */
export function knownText({ by, note = '' }: Known = { by: 'maintenance' }): string {
  if (by === 'maintenance') return '';
  return note === '' ? l10n.t('known') : l10n.t('known: {0}', note);
}

/** `until 08:00`; empty if only a change ends it. */
export function untilText({ until }: { readonly until?: number | undefined }): string {
  return until === undefined ? '' : l10n.t('until {0}', formatMoment(until, Date.now()));
}
