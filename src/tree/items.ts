import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { asOfText, formatNumber, formatProgress } from '../text/format';
import { cutReason, describeError, errorSentence } from '../text/errors';
import type { ItemState } from '../items/severity';
import { present, separator } from '../text/text';
import type { ErrorRow, ListRow, LoadMoreRow } from '../items/store/row';
import { commandId } from '../ui/runCommand';

/** A collapsed item with children. */
export function parentItem(label: string): TreeItem {
  return new TreeItem(label, TreeItemCollapsibleState.Collapsed);
}

/** An item that says why something is missing. @param own what it has instead of what all notes have */
export function noteItem(label: string, description: string, own: Partial<TreeItem> = {}): TreeItem {
  const item = new TreeItem(label);
  item.description = description;
  // A narrow view cuts off the description.
  item.tooltip = l10n.t('{0}: {1}', label, description);
  item.iconPath = new ThemeIcon('info', new ThemeColor('disabledForeground'));
  return completed(Object.assign(item, own), undefined, own.contextValue ?? 'note');
}

/** @param click the command that a click on a row of the view runs @param progress how far a list is loaded */
export function listRowItem(row: ListRow, click: string, progress = formatProgress): TreeItem {
  switch (row.kind) {
    case 'loadMore':
      return loadMoreItem(row, click, progress(row.loaded, row.total));
    case 'truncated':
      return noteItem(
        l10n.t('List truncated'),
        l10n.t('{0} loaded. {1}', formatNumber(row.loaded), cutReason(row.cut)),
      );
    case 'error':
      return errorItem(row, click);
  }
}

function loadMoreItem(row: LoadMoreRow, click: string, progress: string): TreeItem {
  const item = new TreeItem(row.isLoading ? l10n.t('Loading more…') : l10n.t('Load more'));
  item.description = progress;
  item.iconPath = new ThemeIcon(row.isLoading ? 'loading~spin' : 'ellipsis');
  item.command = { command: click, title: l10n.t('Load more') };
  return completed(item, undefined, row.kind);
}

function errorItem(row: ErrorRow, click: string): TreeItem {
  const { what, why, actions } = describeError(row.error);
  const item = new TreeItem(row.isOutage ? l10n.t("Couldn't refresh") : what);
  item.description = why;
  const [firstAction] = actions;
  const isAboutKey = firstAction === 'enterApiKey' || firstAction === 'replaceApiKey';
  const hint = {
    enterApiKey: l10n.t('Click to enter the API key.'),
    replaceApiKey: l10n.t('Click to enter another API key.'),
    retry: l10n.t('Click to try again.'),
  }[firstAction];
  item.tooltip = `${errorSentence(row.error)}\n${hint}`;
  item.iconPath =
    row.isNextPage && row.isLoading
      ? new ThemeIcon('loading~spin')
      : new ThemeIcon('error', new ThemeColor('problemsErrorIcon.foreground'));
  item.command = isAboutKey
    ? { command: commandId('replaceApiKey'), title: l10n.t('Replace API Key…') }
    : { command: click, title: l10n.t('Retry') };
  return completed(item, l10n.t('Error'), isAboutKey ? 'error apiKey' : 'error');
}

/**
 * Adds what menus and screen readers need.
 * @param contextValue words separated by spaces, which `when` clauses match one by one
 * @param spoken what screen readers say, if that is not the kind, the label and the description
 */
export function completed(
  item: TreeItem,
  kind: string | undefined,
  contextValue: string,
  spoken = present(kind, textOf(item.label), ...textOf(item.description).split(separator)).join(', '),
): TreeItem {
  item.contextValue = contextValue;
  // Otherwise, numbers after a right-to-left name would be drawn before it.
  if (/\p{Script=Arabic}|\p{Script=Hebrew}/u.test(textOf(item.label))) {
    item.description = `\u200e${textOf(item.description)}`;
  }
  item.accessibilityInformation = { label: spoken };
  return item;
}

export function textOf(part: TreeItem['label'] | TreeItem['description']): string {
  return typeof part === 'string' ? part : '';
}

const stateIcons = {
  failed: 'error',
  unhealthy: 'warning',
  lateHeartbeat: 'pulse',
  maintenance: 'tools',
  inTransition: 'sync',
  unknown: 'question',
  notRead: 'circle-outline',
} as const;

/**
 * The icon of a row, with the shapes of `fleet/page/iconPaths.ts`: each state has its own.
 * @param icon the one for healthy rows of its kind
 */
export function healthIcon(icon: string, state: ItemState): ThemeIcon {
  return new ThemeIcon(state === 'healthy' ? icon : stateIcons[state], stateColor(state));
}

/** The color of a state, which `package.json` has for each kind of theme. What says nothing good or bad has none. */
function stateColor(state: ItemState): ThemeColor | undefined {
  const isNeutral = state === 'inTransition' || state === 'unknown' || state === 'notRead';
  return isNeutral ? undefined : new ThemeColor(`poolview.${state}Foreground`);
}

/** The age of a row that could not be refreshed; `readAt` in milliseconds since 1970. */
export function ageText(readAt: number | undefined, now = Date.now()): string {
  return readAt === undefined ? l10n.t('not up to date') : asOfText(readAt, now);
}
