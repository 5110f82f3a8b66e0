import { env, l10n, window } from 'vscode';
import { formatNumber } from '../text/format';
import { escapeIconsAndLinks, sanitizeLine } from '../text/text';

/** What users read about something that can be copied. */
export interface CopyWords {
  readonly title: string;
  /** How many were copied, if there are several. */
  readonly several: (count: string) => string;
}

export interface LineWords extends CopyWords {
  /** Shown if there is nothing to copy. */
  readonly none: string;
}

export function nameWords(): LineWords {
  return {
    title: l10n.t('Copy Name'),
    none: l10n.t('No name to copy'),
    several: (count) => l10n.t('Copied {0} names', count),
  };
}

export function uidWords(): LineWords {
  return {
    title: l10n.t('Copy UID'),
    none: l10n.t('No UID to copy'),
    several: (count) => l10n.t('Copied {0} UIDs', count),
  };
}

export function jsonWords(): CopyWords {
  return {
    title: l10n.t('Copy as JSON'),
    several: (count) => l10n.t('Copied {0} items as JSON', count),
  };
}

/** A single line, because pasting a line break into a shell would run the text before it; undefined if it is empty. */
export function copiedLine(text: string | undefined): string | undefined {
  const line = sanitizeLine(text ?? '', 1000);
  return line === '' ? undefined : line;
}

/**
 * Copies a line for each row.
 * @param lines undefined for a row without a value
 */
export async function copyLines(
  lines: readonly (string | undefined)[],
  { none, several }: Omit<LineWords, 'title'>,
): Promise<void> {
  const found = lines.filter((line) => line !== undefined);
  if (found.length > 0) await copy(found.join('\n'), found, several, lines.length - found.length);
  else if (lines.length > 0) void window.showInformationMessage(none);
}

/**
 * @param what the names of what is copied
 * @param skipped how many rows have nothing to copy
 */
export async function copy(
  text: string,
  what: readonly string[],
  several: CopyWords['several'],
  skipped = 0,
): Promise<void> {
  await env.clipboard.writeText(text);
  const copied =
    what.length === 1
      ? l10n.t('Copied: {0}', escapeIconsAndLinks(what.join(), 60))
      : several(formatNumber(what.length));
  const message = skipped === 0 ? copied : l10n.t('{0} ({1} skipped)', copied, formatNumber(skipped));
  window.setStatusBarMessage(message, 5000);
}
