import { env, l10n, ThemeIcon, window, type TreeView } from 'vscode';
import type { Inventory } from '../items/inventory';
import { kindCounts, kindText, knownText, untilText } from '../items/itemText';
import { isResourceRow, shownName, type ResourceRow, pathOfRow } from '../items/kinds';
import { comparedCause, maxNote } from '../items/marks/marks';
import type { KnownProblem } from '../items/marks/stored';
import { isAtOrBelow } from '../items/store/row';
import { formatAge, formatNumber } from '../text/format';
import { escapeIconsAndLinks, parts, pathText } from '../text/text';
import { keyRefusal, showInputBox } from '../ui/inputBox';
import type { PickItem } from '../ui/searchList';
import { itemButton, pickOne } from '../ui/quickPick';
import { revealItem } from './find/goTo';
import type { ConnectedCommands } from '../ui/commands';
import type { ProjectsModel } from './model';
import { rowsOf, type CommandView } from './chooseRow';
import { itemLooks } from './rows/items';

/** The commands for known problems, by the end of their names. */
export function knownCommands({ view, selection }: CommandView) {
  return {
    markAsKnown: async (projects, ...given) => {
      const isOpen = (row: ResourceRow): boolean => projects.inventory.derivedOf(row).ownProblem === 'open';
      const rows = await rowsOf(selection, projects, given, {
        title: l10n.t('Mark as Known'),
        placeholder: l10n.t('Select an item that needs attention'),
        isOffered: isOpen,
      });
      const all = rows.flatMap((row) => [row, ...projects.store.descendants(row)]).filter(isResourceRow);
      await mark([...new Set(all)].filter(isOpen), projects);
    },
    markAsNotKnown: async (projects, ...given) => {
      const rows = await rowsOf(selection, projects, given);
      const { marks } = projects.inventory;
      // Otherwise, what is in an item makes it known again.
      const isMeant = (marked: string): boolean => rows.some(({ id }) => isAtOrBelow(marked, id));
      const keys = [...marks.values.known.keys()].filter(isMeant);
      await marks.set(keys.map((key) => ({ kind: 'known', key, value: undefined })));
    },
    knownProblems: (projects) => listKnown(view, projects),
  } satisfies ConnectedCommands<ProjectsModel>;
}

/** Asks in one box why problems are known, and until when, and marks them. */
async function mark(open: readonly ResourceRow[], { inventory }: ProjectsModel): Promise<void> {
  if (open.length === 0) {
    void window.showInformationMessage(l10n.t('Nothing that is loaded here needs attention.'));
    return;
  }
  // As the user sees them now: a problem that is found while the user answers is not known.
  const at = Date.now();
  const items = open.map((row) => markedAs(row, inventory));
  const counts = kindCounts((kind) => open.filter((row) => row.kind === kind).length);
  const [first] = open;
  const what = open.length === 1 && first !== undefined ? escapeIconsAndLinks(shownName(first)) : counts;
  const chosen = await pickOne<MarkAnswer>({
    title: l10n.t('Mark as Known: {0}', what),
    placeholder: l10n.t('Why? Type a note, or nothing. It stays on this computer.'),
    ignoreFocusOut: true,
    items: {
      find: (text) => markItems(text.trim(), at),
      refusalOf: async (text) =>
        noteRefusal(text) ?? (await keyRefusal(text, inventory.session.containsApiKey)),
    },
  });
  if (typeof chosen !== 'object') return;
  await inventory.marks.set(
    items.map((item) => ({ kind: 'known', key: item.id, value: { ...item, ...chosen, at } })),
  );
  window.setStatusBarMessage(l10n.t('Marked as known: {0}. To undo this, run Known Problems…', counts), 8000);
}

type MarkAnswer = Pick<KnownProblem, 'note' | 'until'>;

const hourMs = 3_600_000;

/** Until when problems can be known. One that gets worse, changes or comes back is not known any more. */
function markItems(note: string, now: number): readonly PickItem<MarkAnswer>[] {
  const morning = new Date(now);
  morning.setDate(morning.getDate() + 1);
  const item = (label: string, until?: number): PickItem<MarkAnswer> => ({
    label,
    description: parts(
      until === undefined ? '' : dayAndTime(until),
      note === '' ? '' : knownText({ by: 'user', note: escapeIconsAndLinks(note) }),
    ),
    alwaysShow: true,
    value: { note, until },
  });
  return [
    item(l10n.t('Until it changes')),
    item(l10n.t('1 hour'), now + hourMs),
    item(l10n.t('8 hours'), now + 8 * hourMs),
    item(l10n.t('Tomorrow morning'), morning.setHours(8, 0, 0, 0)),
  ];
}

/** `Friday 08:00` */
function dayAndTime(time: number): string {
  const format = { weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat(env.language, format).format(time);
}

function noteRefusal(note: string): string | undefined {
  return note.trim().length > maxNote
    ? l10n.t('Enter at most {0} characters', formatNumber(maxNote))
    : undefined;
}

/** What a mark keeps of an item as it is now. */
function markedAs(row: ResourceRow, inventory: Inventory) {
  const { own } = inventory.derivedOf(row);
  const { severity, failed = [] } = own;
  return { ...pathOfRow(row), severity, cause: comparedCause(row.kind, own), failed };
}

/** Lists what is known, the latest mark first. Goes to what the user chooses, or changes it and lists it again. */
async function listKnown(view: TreeView<string>, projects: ProjectsModel): Promise<void> {
  const run = await pickOne<() => Promise<void>>({
    title: l10n.t('Known Problems'),
    placeholder: l10n.t('Select a problem to go to its item'),
    items: knownChoices(view, projects),
  });
  if (typeof run === 'function') await run();
}

function knownChoices(
  view: TreeView<string>,
  projects: ProjectsModel,
): readonly PickItem<() => Promise<void>>[] {
  const { marks, session } = projects.inventory;
  const now = Date.now();
  const change = async (key: string, value: KnownProblem | undefined): Promise<void> => {
    await marks.set([{ kind: 'known', key, value }]);
    await listKnown(view, projects);
  };
  const edit = async (mark: KnownProblem): Promise<void> => {
    const note = await showInputBox({
      title: l10n.t('Edit Note'),
      prompt: l10n.t('Why is it known? The note stays on this computer. It can be empty.'),
      value: mark.note,
      containsApiKey: session.containsApiKey,
      validate: noteRefusal,
    });
    if (typeof note === 'string') await change(mark.id, { ...mark, note });
  };
  const marked = [...marks.values.known.values()].sort((one, other) => other.at - one.at);
  const items = marked.map((mark) => {
    const { kind, id, names, note, at, until, isRecovered } = mark;
    return {
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
      iconPath: new ThemeIcon(itemLooks[kind].icon),
      buttons: [
        itemButton('edit', l10n.t('Edit Note'), () => edit(mark)),
        itemButton('trash', l10n.t('Mark as Not Known'), () => change(id, undefined)),
      ],
      value: () => revealItem(mark, view, projects),
    };
  });
  return items.length > 0 ? items : [{ label: l10n.t('No problem is known') }];
}
