import { l10n } from 'vscode';
import { stateText } from '../items/severity';
import { someOf } from '../text/format';
import { escapeIconsAndLinks } from '../text/text';
import type { ItemNews } from './news';

/** The most items that a message names. */
const maxNamed = 3;

/** The message about items, on one line: problems first. */
export function messageText(news: readonly ItemNews[]): string {
  const [ill, others] = [news.filter(({ is }) => is === 'ill'), news.filter(({ is }) => is !== 'ill')];
  return someOf([...ill, ...others].map(textOf), maxNamed);
}

function textOf({ item, is, reopened }: ItemNews): string {
  const { state, cause } = item;
  const name = escape(item.name);
  if (is === 'gone') return l10n.t('{0} is gone', name);
  if (state === 'healthy') return l10n.t('{0} is healthy again', name);
  return l10n.t('{0}: {1}', name, escape(reopened ?? cause) || stateText(state));
}

/** Messages render links, and a link can run a command. */
function escape(text: string): string {
  return escapeIconsAndLinks(text, 80);
}
