import { describe, expect, it, vi } from 'vitest';
import { env } from 'vscode';
import { memoryFiles } from '../../../src/connections/storedFiles';
import { Inventory } from '../../../src/items/inventory';
import { Marks } from '../../../src/items/marks/marks';
import { StoredMarks } from '../../../src/items/marks/stored';
import { parseLink } from '../../../src/projects/links/link';
import { ProjectsModel } from '../../../src/projects/model';
import { openView, saveView, offerView, type FleetView } from '../../../src/projects/savedViews';
import type { JsonObject } from '../../../src/service/readers';
import { dialogs } from '../support/dialogs';
import { nextInputBox } from '../support/inputBox';
import { nextQuickPick } from '../support/quickPick';
import { atEnd, connected, sourceOf } from '../support/service';

const origin = 'vscode://poolview.poolview';
const failed: JsonObject = { filter: { states: ['failed'] } };

async function start(shownView?: JsonObject, answer?: string) {
  const { client } = await connected({ projects: 3 });
  const stored = new StoredMarks(memoryFiles());
  const marks = new Marks(stored);
  const model = new ProjectsModel(new Inventory(sourceOf(client), marks));
  atEnd(() => {
    model.inventory.dispose();
  });
  const opened: JsonObject[] = [];
  const fleet: FleetView = {
    shownView,
    show: (_, view) => void opened.push(view),
    textOf: (view) => JSON.stringify(view),
  };
  const { shown } = dialogs(() => answer);
  const save = async (name: string): Promise<void> => {
    const input = nextInputBox();
    const saving = saveView(model, fleet);
    await vi.waitFor(() => {
      expect(input.show).toHaveBeenCalled();
    });
    input.type(name);
    input.accepted.fire();
    await saving;
  };
  const list = async () => {
    const quickPick = nextQuickPick();
    const done = openView(model, fleet, origin);
    await vi.waitFor(() => {
      expect(quickPick.show).toHaveBeenCalled();
    });
    return { quickPick, done };
  };
  const names = async () => [...(await stored.read()).view.keys()];
  return { model, fleet, opened, shown, save, list, names, stored, marks };
}

describe('a saved view', () => {
  it('brings back what both views showed', async () => {
    const { model, opened, save, list } = await start(failed);
    const search = { name: 'pay', sort: { field: 'name', order: 'desc' }, isUnhealthyFirst: true } as const;
    await model.find(search);
    await model.showAttentionOnly(['problem']);
    await save('On call');
    await model.find({});
    await model.showAttentionOnly([]);
    const { quickPick, done } = await list();
    expect(quickPick.items).toMatchObject([
      {
        label: 'On call',
        detail: 'Projects: "pay" · needs attention · Fleet overview: {"filter":{"states":["failed"]}}',
      },
    ]);
    quickPick.choose(...quickPick.items);
    await done;
    expect([model.search, model.isAttentionOnly, opened]).toEqual([search, true, [failed]]);
  });

  it('leaves the fleet overview as it is if that was closed when it was saved', async () => {
    const { opened, save, list } = await start();
    await save('Projects');
    const { quickPick, done } = await list();
    expect(quickPick.items[0]?.detail).toBe('Projects: all');
    quickPick.choose(...quickPick.items);
    await done;
    expect(opened).toEqual([]);
  });

  it('is replaced only if the user agrees', async () => {
    const { model, fleet, save, names, stored } = await start();
    await save('A');
    await model.find({ query: 'new' });
    const input = nextInputBox();
    const saving = saveView(model, fleet);
    await vi.waitFor(() => {
      expect(input.show).toHaveBeenCalled();
    });
    input.type('A');
    input.accepted.fire();
    await vi.waitFor(() => {
      expect(input.validationMessage).toMatchObject({ message: expect.stringContaining('exists') as string });
    });
    expect((await stored.read()).view.get('A')).not.toHaveProperty('name');
    input.accepted.fire();
    await saving;
    expect((await stored.read()).view.get('A')).toMatchObject({ name: 'new' });
    expect(await names()).toEqual(['A']);
  });

  it('is deleted, unless the user undoes that', async () => {
    const { save, list, names, shown } = await start();
    await save('A');
    const { quickPick, done } = await list();
    quickPick.press(quickPick.items[0], 'Delete View');
    await done;
    expect([await names(), shown]).toEqual([[], ['Deleted view: A']]);
    const undone = await start(undefined, 'Undo');
    await undone.save('A');
    const again = await undone.list();
    again.quickPick.press(again.quickPick.items[0], 'Delete View');
    await again.done;
    expect(await undone.names()).toEqual(['A']);
  });

  it('is one of at most 50', async () => {
    const { model, fleet, marks, names } = await start();
    const views = Array.from(
      { length: 50 },
      (_, index) => ({ kind: 'view', key: `${index}`, value: {} }) as const,
    );
    await marks.set(views);
    const input = nextInputBox();
    void saveView(model, fleet);
    await vi.waitFor(() => {
      expect(input.show).toHaveBeenCalled();
    });
    input.type('One more');
    input.accepted.fire();
    await vi.waitFor(() => {
      expect(input.validationMessage).toBe('You have 50 views. Delete one in Open View… first');
    });
    input.hidden.fire();
    expect(await names()).toHaveLength(50);
  });

  it('is not saved if it is too large', async () => {
    const { model, fleet, shown, names } = await start({ filter: { clusters: ['x'.repeat(30_000)] } });
    await saveView(model, fleet);
    expect(shown).toEqual([expect.stringMatching(/^Can't save this view/)]);
    expect(await names()).toEqual([]);
  });

  it('is asked for before there is one', async () => {
    const { model, fleet, shown } = await start();
    await openView(model, fleet, origin);
    expect(shown).toEqual(['No views are saved yet. Run Save View…']);
  });
});

describe('a link to a view', () => {
  async function copied(view: JsonObject | undefined) {
    const window = await start(view);
    const texts: string[] = [];
    Object.assign(env, {
      clipboard: { writeText: (text: string) => Promise.resolve(void texts.push(text)) },
    });
    atEnd(() => void Reflect.deleteProperty(env, 'clipboard'));
    await window.model.find({ query: 'a&b=c %' });
    await window.save('A');
    const { quickPick, done } = await window.list();
    quickPick.press(quickPick.items[0], 'Copy Link');
    await done;
    return { ...window, texts };
  }

  it('has what the views show', async () => {
    const { texts, stored } = await copied(failed);
    const { pathname, search } = new URL(texts.join());
    const link = parseLink({ path: pathname, query: decodeURIComponent(search.slice(1)) });
    const view = JSON.stringify((await stored.read()).view.get('A'));
    expect(link).toEqual({ valid: true, value: { connection: 'Test', project: '', view } });
  });

  it('says so if it would be too long', async () => {
    const { texts, shown } = await copied({ filter: { clusters: ['x'.repeat(3000)] } });
    expect([texts, shown]).toEqual([[], ["Can't copy a link: it would be too long."]]);
  });

  it('says what it shows, which is all that it does', async () => {
    const hostile = {
      name: '$(bug)[x](command:y)',
      sort: { field: 'command', order: 'asc' },
      isAttentionOnly: 'yes',
      isServiceSearched: false,
      __proto__: { isAttentionOnly: true },
      fleet: ['x'],
    };
    const view = JSON.parse(JSON.stringify(hostile)) as JsonObject;
    const declined = await start();
    await offerView(declined.model, view, declined.fleet);
    expect(declined.shown.join()).toMatch(/^Open the view of this link\? Projects: "\$\u{200b}\(bug\)/u);
    expect(declined.model.search).toEqual({});
    const { model, fleet, opened } = await start(undefined, 'Open View');
    await offerView(model, view, fleet);
    expect([model.search, model.isAttentionOnly, model.isServiceSearched, opened]).toEqual([
      { name: '$(bug)[x](command:y)' },
      false,
      true,
      [],
    ]);
  });
});
