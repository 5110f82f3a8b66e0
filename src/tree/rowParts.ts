import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { describeError } from '../presentation/errors';
import { formatNumber, formatProgress } from '../presentation/format';
import type { Severity } from '../presentation/severity';
import { isVisible, sanitizeLine, present } from '../presentation/text';
import { maxPages, type Cut } from '../service/pages';
import { maxItems } from '../service/responseLimits';
import type { ErrorNode, LoadMoreNode } from './nodes';

/** A row with rows below it. */
export function parentRow(label: string): TreeItem {
  return new TreeItem(label, TreeItemCollapsibleState.Collapsed);
}

/** A row that says something about what is not there. */
export function quietRow(label: string, description: string, contextValue = 'note'): TreeItem {
  const row = new TreeItem(label);
  row.description = description;
  // Where the view is narrow, this is where the rest of it can be read.
  row.tooltip = l10n.t('{0}: {1}', label, description);
  row.iconPath = new ThemeIcon('info', new ThemeColor('disabledForeground'));
  return described(row, undefined, contextValue);
}

/**
 * The row that a person clicks for the next page.
 * @param isLoading whether that is under way
 * @param command which reads the next page; it is given the node
 * @param progress how far the list is read
 */
export function loadMoreRow(
  node: LoadMoreNode,
  isLoading: boolean,
  command: string,
  progress = formatProgress(node.loaded, node.total),
): TreeItem {
  const row = new TreeItem(isLoading ? l10n.t('Loading more…') : l10n.t('Load more'));
  row.description = progress;
  row.iconPath = new ThemeIcon(isLoading ? 'loading~spin' : 'ellipsis');
  row.command = { command, title: l10n.t('Load more'), arguments: [node] };
  return described(row, undefined, node.kind);
}

/**
 * What failed, why, and the click that mends it.
 * @param isLoadingMore whether another page of the list that it is in is under way
 * @param retryCommand which does again what failed; it is given the node
 */
export function errorRow(node: ErrorNode, isLoadingMore: boolean, retryCommand: string): TreeItem {
  const { what, why, actions } = describeError(node.error);
  const row = new TreeItem(what);
  row.description = why;
  const [firstAction] = actions;
  const isOfKey = firstAction === 'enterApiKey' || firstAction === 'replaceApiKey';
  const click = {
    enterApiKey: l10n.t('Click to enter the API key.'),
    replaceApiKey: l10n.t('Click to enter another API key.'),
    retry: l10n.t('Click to try again.'),
  }[firstAction];
  row.tooltip = `${what}: ${why}.\n${click}`;
  row.iconPath =
    node.more && isLoadingMore
      ? new ThemeIcon('loading~spin')
      : new ThemeIcon('error', new ThemeColor('problemsErrorIcon.foreground'));
  row.command = isOfKey
    ? { command: 'poolview.replaceApiKey', title: l10n.t('Replace API Key…') }
    : { command: retryCommand, title: l10n.t('Retry'), arguments: [node] };
  return described(row, l10n.t('Error'), isOfKey ? 'errorOfKey' : 'error');
}

/** Says that Poolview ended a list, of which `loaded` items are loaded, and why. */
export function cutRow(cut: Cut, loaded: number): TreeItem {
  return quietRow(
    l10n.t('List truncated'),
    `${l10n.t('{0} loaded', formatNumber(loaded))}. ${cutReason(cut)}`,
  );
}

/** Why Poolview ended a list. */
export function cutReason(cut: Cut): string {
  switch (cut) {
    case 'repeatedToken':
      return l10n.t('The service returned a repeated page token.');
    case 'tooManyPages':
      return l10n.t('Poolview reads at most {0} pages of a list.', formatNumber(maxPages));
    case 'tooManyItems':
      return l10n.t('Poolview reads at most {0} items of a list.', formatNumber(maxItems));
  }
}

/** Completes a row: what its menus depend on, and how a screen reader says it. */
export function described(row: TreeItem, kind: string | undefined, contextValue: string): TreeItem {
  row.contextValue = contextValue;
  // A name that is written from right to left would draw the numbers behind it to its other side.
  if (/\p{Script=Arabic}|\p{Script=Hebrew}/u.test(textOf(row.label))) {
    row.description = `\u200e${textOf(row.description)}`;
  }
  row.accessibilityInformation = {
    label: present(kind, textOf(row.label), textOf(row.description).replaceAll(' · ', ', ')).join(', '),
  };
  return row;
}

/** Marks a row of a list that could not be read the last time: nobody knows whether it still is as it says. */
export function stale(row: TreeItem): TreeItem {
  if (row.iconPath instanceof ThemeIcon) {
    row.iconPath = new ThemeIcon(row.iconPath.id, new ThemeColor('disabledForeground'));
  }
  const notCurrent = l10n.t('not up to date');
  row.accessibilityInformation = {
    ...row.accessibilityInformation,
    label: present(row.accessibilityInformation?.label, notCurrent).join(', '),
  };
  return row;
}

/** A label or a description; the empty text for none. */
export function textOf(part: TreeItem['label'] | TreeItem['description']): string {
  return typeof part === 'string' ? part : '';
}

/** A name that can be seen, of those that there are. */
export function nameOr(name: string | undefined, uid: string | undefined, otherwise: string): string {
  return [name, uid].map((text) => sanitizeLine(text ?? '')).find(isVisible) ?? otherwise;
}

/** A number of things in words; `many` is given the number as it is written. */
export function counted(count: number, one: string, many: (formatted: string) => string): string {
  return count === 1 ? one : many(formatNumber(count));
}

/** Uses colors that all themes define: high contrast themes lack those of lists. */
export function healthIcon(icon: string, severity: Severity): ThemeIcon {
  switch (severity) {
    case 'failed':
    case 'unhealthy':
      return new ThemeIcon(icon, new ThemeColor('problemsErrorIcon.foreground'));
    case 'lateHeartbeat':
      return new ThemeIcon(icon, new ThemeColor('problemsWarningIcon.foreground'));
    case 'maintenance':
      return new ThemeIcon(icon, new ThemeColor('problemsInfoIcon.foreground'));
    case 'inTransition':
    case 'unknown':
      return new ThemeIcon(icon);
    case 'healthy':
      return new ThemeIcon(icon, new ThemeColor('testing.iconPassed'));
  }
}
