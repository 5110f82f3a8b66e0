import { l10n, ThemeColor, ThemeIcon, TreeItem, type Command, type TreeItemCollapsibleState } from 'vscode';
import type { SourceKind } from '../items/kinds/kind';
import type { ItemState } from '../items/severity';
import type { ErrorRow, ListRow, LoadMoreRow, TreeRow } from '../items/store/row';
import { cutReason, describeError, errorSentence } from '../text/errors';
import { asOfText, formatNumber, formatProgress } from '../text/format';
import { parts, present, separator } from '../text/text';
import { commandId } from '../ui/runCommand';
import { containersOf, type ItemHealth } from '../items/item';
import { jsonDocument } from '../text/document';
import { isObject } from '../service/readers';

/** What VS Code shows of a row. */
export interface RowLook {
  readonly label: string;
  /** What stands beside the label, separated by dots. */
  readonly description: readonly (string | undefined)[];
  readonly icon: ThemeIcon;
  /** What `when` clauses of menus match, one by one. */
  readonly words: readonly (string | undefined)[];
  /** What it is, if screen readers should say it before the label and the description. */
  readonly kind?: string;
  /** What screen readers say instead. */
  readonly spoken?: string;
  /** Plain text, of rows without a hover. */
  readonly tooltip?: string;
  /** What a click runs. */
  readonly command?: Command;
  /** Missing if nothing can be below it. */
  readonly collapsibleState?: TreeItemCollapsibleState;
  /** With another one than before, VS Code does not leave it expanded or collapsed as it was. Usually that of the row. */
  readonly id?: string;
}

/** All that a view and its commands know about the rows of one kind. What is nothing in the service has no `source`. */
export interface RowSpec<Row extends TreeRow, Model> extends Partial<SourceKind<Row, Model>> {
  look(row: Row, model: Model): RowLook;
  /** How its item is, for the decoration of the row. */
  health?(row: Row, model: Model): ItemHealth;
  /** Markdown; missing if it would add nothing to the row. `now` is in milliseconds since 1970. */
  hover?(row: Row, model: Model, now: number): string | Promise<string>;
  /** What its hover has, or lacks, that is read apart from the row. If that changes, the hover is built again. */
  readApart?(row: Row, model: Model): string;
}

/** All kinds of rows of a view. */
export type RowSpecs<Row extends TreeRow, Model> = {
  readonly [Kind in Row['kind']]: RowSpec<Extract<Row, { readonly kind: Kind }>, Model>;
};

/** A row as VS Code draws it. */
export function treeItemOf({ label, description, icon, words, kind, spoken, ...own }: RowLook): TreeItem {
  const text = parts(...description);
  return Object.assign(new TreeItem(label), own, {
    // Otherwise, numbers after a right-to-left name would be drawn before it.
    description: /\p{Script=Arabic}|\p{Script=Hebrew}/u.test(label) ? `\u200e${text}` : text,
    iconPath: icon,
    contextValue: present(...words).join(' '),
    accessibilityInformation: { label: spoken ?? present(kind, label, ...text.split(separator)).join(', ') },
  });
}

/** A row that says why something is missing. @param own what it has instead of what all notes have */
export function noteLook(label: string, description: string, own: Partial<RowLook> = {}): RowLook {
  return {
    label,
    description: [description],
    // A narrow view cuts off the description.
    tooltip: l10n.t('{0}: {1}', label, description),
    icon: new ThemeIcon('info', new ThemeColor('disabledForeground')),
    words: ['note'],
    ...own,
  };
}

/**
 * The rows that a list adds.
 * @param click the command that a click on one of them runs
 * @param progress how far a list is loaded
 */
export function listRowSpecs<Model>(
  click: string,
  progress: (loaded: number, total: number | undefined, model: Model) => string = formatProgress,
): RowSpecs<ListRow, Model> {
  return {
    loadMore: {
      look: ({ isLoading, loaded, total }: LoadMoreRow, model) => ({
        label: isLoading ? l10n.t('Loading more…') : l10n.t('Load more'),
        description: [progress(loaded, total, model)],
        icon: new ThemeIcon(isLoading ? 'loading~spin' : 'ellipsis'),
        words: ['loadMore'],
        command: { command: click, title: l10n.t('Load more') },
      }),
    },
    truncated: {
      look: ({ loaded, cut }) =>
        noteLook(l10n.t('List truncated'), l10n.t('{0} loaded. {1}', formatNumber(loaded), cutReason(cut))),
    },
    error: { look: (row) => errorLook(row, click) },
  };
}

function errorLook({ error, isOutage, isNextPage, isLoading }: ErrorRow, click: string): RowLook {
  const { what, why, actions } = describeError(error);
  const [firstAction] = actions;
  const isAboutKey = firstAction === 'enterApiKey' || firstAction === 'replaceApiKey';
  const hint = {
    enterApiKey: l10n.t('Click to enter the API key.'),
    replaceApiKey: l10n.t('Click to enter another API key.'),
    retry: l10n.t('Click to try again.'),
  }[firstAction];
  return {
    kind: l10n.t('Error'),
    label: isOutage ? l10n.t("Couldn't refresh") : what,
    description: [why],
    tooltip: `${errorSentence(error)}\n${hint}`,
    icon:
      isNextPage && isLoading
        ? new ThemeIcon('loading~spin')
        : new ThemeIcon('error', new ThemeColor('problemsErrorIcon.foreground')),
    words: ['error', isAboutKey ? 'apiKey' : undefined],
    command: isAboutKey
      ? { command: commandId('replaceApiKey'), title: l10n.t('Replace API Key…') }
      : { command: click, title: l10n.t('Retry') },
  };
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

/** The age of a row that could not be refreshed; undefined for others. */
export function ageOf<Row extends TreeRow>(
  row: Row,
  { store }: { readonly store: { isOutdated(row: Row): boolean } },
): string | undefined {
  return store.isOutdated(row) ? ageText(row.readAt, Date.now()) : undefined;
}

/** The age of a row that could not be refreshed; `readAt` in milliseconds since 1970. */
export function ageText(readAt: number | undefined, now: number): string {
  return readAt === undefined ? l10n.t('not up to date') : asOfText(readAt, now);
}

/**
 * The service's data about rows as JSON: an object for one row, an array for several, each with what contains it, unless the data
 * already has a field with that name.
 */
export function jsonOfRows<Row extends TreeRow & { readonly parent: Row | undefined }, Model>(
  rows: readonly Row[],
  model: Model & { specOf(row: Row): RowSpec<Row, Model> },
): string {
  const sources = rows.map((row) => {
    const source = model.specOf(row).source?.(row, model);
    if (row.parent === undefined || !isObject(source)) return source;
    const location = containersOf<Row>(row, ({ parent }) => parent).map((container) => {
      const spec = model.specOf(container);
      return [container.kind, { name: spec.name?.(container), uid: spec.uid?.(container) }];
    });
    return { location: Object.fromEntries(location) as unknown, ...source };
  });
  return jsonDocument(sources.length === 1 ? sources[0] : sources);
}
