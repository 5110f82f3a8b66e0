import { commands, EventEmitter } from 'vscode';
import type { Session } from '../../../../src/connections/session';
import type { Inventories } from '../../../../src/items/inventories';
import { Inventory } from '../../../../src/items/inventory';
import type { SelectedItem } from '../../../../src/items/selection';
import type { EventList } from '../../../../src/events/view/eventList';
import { EventsView } from '../../../../src/events/view/eventsView';
import type { ViewRow } from '../../../../src/events/view/rows';
import type { Item } from '../../../../src/items/item';
import { textOf } from '../../../../src/tree/items';
import { wordForListRow } from '../../support/changes';
import { atEnd } from '../../support/service';
import { eventListsOf, sessionWith, type EventScript } from '../support';

export function project(uid: string | undefined): SelectedItem {
  const name = uid ?? 'a project';
  return { kind: 'project', id: `Test/project:${name}`, name, uid, projectUid: uid, cluster: undefined };
}

export function cluster(uid: string): SelectedItem {
  const id = `${project('p1').id}/cluster:${uid}`;
  return { kind: 'cluster', id, name: uid, uid, projectUid: 'p1', cluster: { name: uid, uid } };
}

export function machine(uid: string, name: string, clusterUid: string): SelectedItem {
  const parent = cluster(clusterUid);
  return { ...parent, kind: 'machine', id: `${parent.id}/pool:x/machine:${uid}`, name, uid };
}

/** A short name of a row: the UID of an event. */
function wordFor(row: ViewRow): string {
  switch (row.kind) {
    case 'event':
      return row.event.metadata?.uid ?? '?';
    case 'note':
      return `(${row.note.about} ${row.note.loaded})`;
    case 'error':
    case 'loadMore':
    case 'truncated':
      return wordForListRow(row);
  }
}

export async function wordsIn(list: EventList | undefined): Promise<string> {
  return ((await list?.store.children()) ?? []).map(wordFor).join(' ');
}

/** What the rows of a list show: their labels and descriptions. */
export async function looksOf(list: EventList | undefined): Promise<readonly string[]> {
  const rows = (await list?.store.children()) ?? [];
  return rows.map((row) => {
    const item = list?.appearance.itemOf(row, list);
    return `${textOf(item?.label)} | ${textOf(item?.description)}`;
  });
}

/** The Events view of a service. As VS Code does, it asks for the rows that are shown while it is visible. */
export function eventsView(
  script: EventScript,
  { isVisible = true, known = [] }: { readonly isVisible?: boolean; readonly known?: readonly Item[] } = {},
) {
  const first = sessionWith(script);
  const { events, connect } = eventListsOf(first);
  const changedVisibility = new EventEmitter<{ visible: boolean }>();
  const changedActive = new EventEmitter<void>();
  const changedSelected = new EventEmitter<void>();
  const revealed: string[] = [];
  const refreshed: unknown[] = [];
  const inventoryOf = (session: Session | undefined) =>
    session && Object.assign(new Inventory(session), { items: () => known });
  const inventories = {
    active: inventoryOf(first),
    onDidChangeActive: changedActive.event,
  } satisfies Pick<Inventories, 'active' | 'onDidChangeActive'>;
  const selection = { item: undefined as SelectedItem | undefined, onDidChange: changedSelected.event };
  Object.assign(commands, {
    executeCommand: (command: string, given: { readonly id: string }) => {
      if (command === 'poolview.revealInProjects') revealed.push(given.id);
      return Promise.resolve();
    },
  });
  atEnd(() => Reflect.deleteProperty(commands, 'executeCommand'));
  const view = { visible: isVisible, description: '', onDidChangeVisibility: changedVisibility.event };
  let shown: EventList | undefined;
  const showRows = (): void => {
    if (view.visible) void shown?.store.children();
  };
  const tree = {
    show: (list: EventList | undefined) => {
      shown = list;
      showRows();
    },
  };
  const shownRows = { show: (rows: unknown) => void refreshed.push(rows) };
  const model = new EventsView({ inventories, selection, events, tree, view, refreshed: shownRows });
  atEnd(() => {
    model.dispose();
  });
  return {
    model,
    view,
    events,
    inventories,
    selection,
    revealed,
    refreshed,
    select: (item: SelectedItem | undefined) => {
      selection.item = item;
      changedSelected.fire();
    },
    setVisible: (visible: boolean) => {
      view.visible = visible;
      changedVisibility.fire({ visible });
      showRows();
    },
    switchTo: (session: Session | undefined) => {
      connect(session);
      inventories.active = inventoryOf(session);
      selection.item = undefined;
      changedActive.fire();
    },
    shown: () => shown,
    words: () => wordsIn(shown),
  };
}
