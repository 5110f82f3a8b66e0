import { l10n, ThemeIcon, window, type TreeView } from 'vscode';
import type { Inventory } from '../items/inventory';
import { kindCounts, kindText } from '../items/itemText';
import { isResourceRow, type ResourceRow, type ItemStoreRow } from '../items/kinds';
import { untilText } from '../items/knownText';
import { markedId, markKey } from '../items/marks/marks';
import { comparedCause, maxNote } from '../items/marks/problems';
import type { MarkChange } from '../items/marks/stored';
import { pathTo } from '../items/readings';
import { formatAge, formatNumber } from '../text/format';
import { escapeIconsAndLinks, parts, pathText } from '../text/text';
import { inputStep, showInputBox, type InputBoxOptions } from '../ui/inputBox';
import { runSteps, type back, type Step, type StepPosition } from '../ui/quickInput';
import { pickMany, pickOne, type PickItem } from '../ui/quickPick';
import { problemItem, revealItem } from './find/goTo';
import type { ConnectedCommands } from '../ui/commands';
import type { ProjectsModel } from './model';
import { attentionIn } from './projectSearch';
import { rowsOf, type CommandViews } from './rowArguments';
import { rowKindOf } from './rows/items';

/** The commands for known problems, by the end of their names. */
export function knownCommands({ view, selecting }: CommandViews) {
  return {
    markAsKnown: async (projects, ...given) => {
      const isOpen = (row: ResourceRow): boolean => projects.inventory.derivedOf(row).ownProblem === 'open';
      const rows = await rowsOf(selecting, projects, given, {
        title: markTitle(),
        placeholder: l10n.t('Select an item that needs attention'),
        isOffered: isOpen,
      });
      const all = rows.flatMap((row) => [row, ...projects.store.descendants(row)]).filter(isResourceRow);
      await mark([...new Set(all)].filter(isOpen), projects);
    },
    markAsNotKnown: async (projects, ...given) => {
      const rows = await rowsOf(selecting, projects, given);
      const { known } = projects.inventory.marks.values;
      const keys = rows.map(({ id }) => markKey(id)).filter((key) => known.has(key));
      await projects.inventory.marks.set(keys.map((key) => ({ kind: 'known', key, value: undefined })));
    },
    knownProblems: (projects) => listKnown(view, projects),
    showKnown: (projects) => {
      const isShown = attentionIn(projects.query).includes('known');
      return projects.showAttentionOnly(isShown ? 'is:problem' : 'is:problem,known');
    },
  } satisfies ConnectedCommands<ProjectsModel>;
}

function markTitle(): string {
  return l10n.t('Mark as Known');
}

/** Asks which of several problems to mark, why, and until when. */
async function mark(open: readonly ResourceRow[], { inventory }: ProjectsModel): Promise<void> {
  if (open.length === 0) {
    void window.showInformationMessage(l10n.t('Nothing that is loaded here needs attention.'));
    return;
  }
  // As the user sees them now: a problem that is found while the user answers is not known.
  const at = Date.now();
  const items = new Map(open.map((row) => [row, markedAs(row, inventory)]));
  let chosen = open;
  let note = '';
  let until: number | undefined;
  const which: Step = async (position) => {
    const rows = await pickMany({
      ...position,
      title: markTitle(),
      placeholder: l10n.t('Select the problems that are known'),
      items: open.map((row) => ({ ...problemItem(row, inventory), picked: true })),
    });
    if (typeof rows === 'object') chosen = rows;
    return rows;
  };
  const ask: Step = async (position) => {
    const end = await askUntil(position);
    if (typeof end === 'object') until = end.until;
    return end;
  };
  const isComplete = await runSteps(
    ...(open.length > 1 ? [which] : []),
    inputStep(
      () => ({ ...noteInput(inventory, note), title: markTitle() }),
      (value) => (note = value),
    ),
    ask,
  );
  if (!isComplete) return;
  await inventory.marks.set(
    chosen.flatMap((row): MarkChange | readonly never[] => {
      const item = items.get(row);
      if (item === undefined) return [];
      const value = { ...item, note, at, ...(until === undefined ? {} : { until }) };
      return { kind: 'known', key: markKey(row.id), value };
    }),
  );
  const counts = kindCounts((kind) => chosen.filter((row) => row.kind === kind).length);
  window.setStatusBarMessage(l10n.t('Marked as known: {0}. To undo this, run Known Problems…', counts), 8000);
}

/** What a mark keeps of an item as it is now. */
function markedAs(row: ResourceRow, inventory: Inventory) {
  const { own } = inventory.derivedOf(row);
  return { kind: row.kind, names: pathTo(row), severity: own.severity, cause: comparedCause(row.kind, own) };
}

function noteInput({ session }: ProjectsModel['inventory'], value: string): InputBoxOptions {
  return {
    title: l10n.t('Edit Note'),
    prompt: l10n.t('Why is it known? The note stays on this computer. It can be empty.'),
    value,
    containsApiKey: session.containsApiKey,
    validate: (note) =>
      note.length > maxNote ? l10n.t('Enter at most {0} characters', formatNumber(maxNote)) : undefined,
  };
}

/** @returns when the marks end, in milliseconds since 1970, or not by themselves */
async function askUntil(
  position: StepPosition,
): Promise<{ readonly until?: number } | typeof back | undefined> {
  const morning = new Date();
  morning.setDate(morning.getDate() + 1);
  const choice = await pickOne<{ readonly until?: number } | 'date'>({
    ...position,
    title: markTitle(),
    placeholder: l10n.t(
      'Until when? A problem that gets worse, changes or comes back is not known any more.',
    ),
    items: [
      { label: l10n.t('Until it changes'), value: {} },
      { label: l10n.t('1 hour'), value: { until: Date.now() + hourMs } },
      { label: l10n.t('8 hours'), value: { until: Date.now() + 8 * hourMs } },
      {
        label: l10n.t('Tomorrow morning'),
        description: '08:00',
        value: { until: morning.setHours(8, 0, 0, 0) },
      },
      { label: l10n.t('A date…'), value: 'date' },
    ],
  });
  if (choice !== 'date') return choice;
  const text = await showInputBox({
    ...position,
    title: markTitle(),
    prompt: l10n.t(
      'A date in the future, such as 2026-12-01 or 2026-12-01 17:30. Without a time, it is 08:00.',
    ),
    containsApiKey: () => Promise.resolve(false),
    validate: (entered) =>
      parseDate(entered) > Date.now() ? undefined : l10n.t('Enter a date in the future'),
  });
  return typeof text === 'string' ? { until: parseDate(text) } : text;
}

const hourMs = 60 * 60 * 1000;

/** A local date and time in milliseconds since 1970; NaN if it is none, such as February 30. */
function parseDate(text: string): number {
  const [, day = '', time = '08:00'] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d))?$/.exec(text.trim()) ?? [];
  const date = new Date(`${day}T${time}`);
  return date.getDate() === Number(day.slice(-2)) ? date.getTime() : NaN;
}

/** What the user does about a known problem. */
interface KnownChoice {
  readonly key: string;
  readonly action: 'goTo' | 'edit' | 'remove';
}

/** Lists what is known, the latest mark first. Goes to what the user chooses, or changes it and lists it again. */
async function listKnown(view: TreeView<ItemStoreRow>, projects: ProjectsModel): Promise<void> {
  const { inventory, store } = projects;
  const { marks } = inventory;
  const choice = await pickOne({
    title: l10n.t('Known Problems'),
    placeholder: l10n.t('Select a problem to go to its item'),
    items: knownItems(inventory),
  });
  if (typeof choice !== 'object') return;
  const { key, action } = choice;
  if (action === 'goTo') {
    await revealItem(markedId(store, key), view, inventory, marks.values.known.get(key)?.names);
    return;
  }
  const value = marks.values.known.get(key);
  const note = action === 'edit' && value ? await showInputBox(noteInput(inventory, value.note)) : '';
  if (value === undefined || typeof note !== 'string') return;
  await marks.set([{ kind: 'known', key, value: action === 'edit' ? { ...value, note } : undefined }]);
  await listKnown(view, projects);
}

function knownItems(inventory: Inventory): readonly PickItem<KnownChoice>[] {
  const now = Date.now();
  const marked = [...inventory.marks.values.known].sort(([, one], [, other]) => other.at - one.at);
  const items = marked.map(([key, { kind, names, note, at, until, isRecovered }]) => ({
    label: escapeIconsAndLinks(names.at(-1) ?? ''),
    description: escapeIconsAndLinks(
      parts(
        note,
        formatAge(at, now),
        untilText({ until }) || l10n.t('until it changes'),
        isRecovered === true ? l10n.t('recovered') : undefined,
      ),
      400,
    ),
    detail: escapeIconsAndLinks(parts(kindText(kind), pathText(...names.slice(0, -1)))),
    iconPath: new ThemeIcon(rowKindOf({ kind }).icon),
    buttons: [
      { iconPath: new ThemeIcon('edit'), tooltip: l10n.t('Edit Note'), value: { key, action: 'edit' } },
      {
        iconPath: new ThemeIcon('trash'),
        tooltip: l10n.t('Mark as Not Known'),
        value: { key, action: 'remove' },
      },
    ] as const,
    value: { key, action: 'goTo' } as const,
  }));
  return items.length > 0 ? items : [{ label: l10n.t('No problem is known') }];
}
