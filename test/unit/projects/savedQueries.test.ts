import { describe, expect, it } from 'vitest';
import { env } from 'vscode';
import { memoryFiles } from '../../../src/connections/storedFiles';
import { Inventory } from '../../../src/items/inventory';
import { Marks } from '../../../src/items/marks/marks';
import { storedMarks } from '../../../src/items/marks/stored';
import { parseLink } from '../../../src/projects/links/link';
import { ProjectsModel } from '../../../src/projects/model';
import { openQuery, saveQuery, type FleetView } from '../../../src/projects/savedQueries';
import type { JsonObject } from '../../../src/service/readers';
import { dialogs } from '../support/dialogs';
import { nextInputBox } from '../support/inputBox';
import { nextQuickPick } from '../support/quickPick';
import { atEnd, connected, sourceOf } from '../support/service';
import { eventually } from '../support/eventually';

const origin = 'vscode://poolview.poolview';
/** The view of the fleet overview. */
const overview: JsonObject = { query: 'state:failed', table: { sort: { column: 'name' } } };

async function start(shownView?: JsonObject, answer?: string, isActive = shownView !== undefined) {
  const { client } = await connected({ projects: 3 });
  const stored = storedMarks(memoryFiles(), 'v');
  const marks = new Marks(stored);
  const model = new ProjectsModel(new Inventory(sourceOf(client), marks));
  atEnd(() => {
    model.inventory.dispose();
  });
  const opened: JsonObject[] = [];
  const fleet: FleetView = { shownView, isActive, showSaved: (view) => void opened.push(view) };
  const { shown, executed } = dialogs(() => answer);
  const save = async (name: string): Promise<void> => {
    const input = nextInputBox();
    const saving = saveQuery(model, fleet);
    await eventually(() => {
      expect(input.show).toHaveBeenCalled();
    });
    input.type(name);
    input.accepted.fire();
    await saving;
  };
  const list = async () => {
    const quickPick = nextQuickPick();
    const done = openQuery(model, fleet, origin);
    await eventually(() => {
      expect(quickPick.show).toHaveBeenCalled();
    });
    return { quickPick, done };
  };
  const names = async () => [...(await stored.read()).query.keys()];
  return { model, fleet, opened, shown, executed, save, list, names, stored, marks };
}

describe('a saved query', () => {
  it('brings back the line of the Projects view, which it shows', async () => {
    const { model, opened, executed, save, list } = await start();
    await model.find('pay is:problem');
    await save('On call');
    await model.find('');
    const { quickPick, done } = await list();
    expect(quickPick.items).toMatchObject([{ label: 'On call', detail: 'pay is:problem' }]);
    quickPick.choose(...quickPick.items);
    await done;
    expect([model.query, opened]).toEqual(['pay is:problem', []]);
    expect(executed).toEqual([['poolview.projects.focus']]);
  });

  it('is shown in the fleet overview if the user works there, and hides nothing in the Projects view', async () => {
    const saved = await start();
    await saved.model.find('pay');
    await saved.save('A');
    await saved.model.find('');
    Object.assign(saved.fleet, { isActive: true });
    const { quickPick, done } = await saved.list();
    quickPick.choose(...quickPick.items);
    await done;
    expect([saved.model.query, saved.opened, saved.executed]).toEqual(['', [{ query: 'pay' }], []]);
  });

  it('brings back the line of the fleet overview, its order and its groups, if the user works there', async () => {
    const { model, opened, save, list } = await start(overview);
    await model.find('pay');
    await save('Failed');
    const { quickPick, done } = await list();
    expect(quickPick.items[0]?.detail).toBe('state:failed · Fleet Overview');
    quickPick.choose(...quickPick.items);
    await done;
    expect([model.query, opened]).toEqual(['pay', [overview]]);
  });

  it('brings back the order and the groups of the fleet overview also if it has no line', async () => {
    const shown = { ...overview, query: '' };
    const { model, opened, save, list } = await start(shown);
    await model.find('pay');
    await save('By name');
    const { quickPick, done } = await list();
    expect(quickPick.items[0]?.detail).toBe('Show Everything · Fleet Overview');
    quickPick.choose(...quickPick.items);
    await done;
    expect([model.query, opened]).toEqual(['pay', [shown]]);
  });

  it.each([
    ['works elsewhere', overview, false],
    ['has not opened it', undefined, true],
  ] as const)('is that of the Projects view if the user %s', async (_, view, isActive) => {
    const { model, stored, save } = await start(view, undefined, isActive);
    await model.find('pay');
    await save('A');
    expect((await stored.read()).query.get('A')).toEqual({ line: 'pay' });
  });

  it('is replaced only if the user agrees', async () => {
    const { model, fleet, save, names, stored } = await start();
    await save('A');
    await model.find('new');
    const input = nextInputBox();
    const saving = saveQuery(model, fleet);
    await eventually(() => {
      expect(input.show).toHaveBeenCalled();
    });
    input.type('A');
    input.accepted.fire();
    await eventually(() => {
      expect(input.validationMessage).toMatchObject({ message: expect.stringContaining('exists') as string });
    });
    expect((await stored.read()).query.get('A')).toEqual({ line: '' });
    input.accepted.fire();
    await saving;
    expect((await stored.read()).query.get('A')).toEqual({ line: 'new' });
    expect(await names()).toEqual(['A']);
  });

  it('is deleted, unless the user undoes that', async () => {
    const { save, list, names, shown } = await start();
    await save('A');
    const { quickPick, done } = await list();
    quickPick.press(quickPick.items[0], 'Delete Query');
    await done;
    expect([await names(), shown]).toEqual([[], ['Deleted query: A']]);
    const undone = await start(undefined, 'Undo');
    await undone.save('A');
    const again = await undone.list();
    again.quickPick.press(again.quickPick.items[0], 'Delete Query');
    await again.done;
    expect(await undone.names()).toEqual(['A']);
  });

  it('is one of at most 50', async () => {
    const { model, fleet, marks, names } = await start();
    const queries = Array.from(
      { length: 50 },
      (_, index) => ({ kind: 'query', key: `${index}`, value: { line: '' } }) as const,
    );
    await marks.set(queries);
    const input = nextInputBox();
    void saveQuery(model, fleet);
    await eventually(() => {
      expect(input.show).toHaveBeenCalled();
    });
    input.type('One more');
    input.accepted.fire();
    await eventually(() => {
      expect(input.validationMessage).toBe('You have 50 queries. Delete one in Open Query… first');
    });
    input.hidden.fire();
    expect(await names()).toHaveLength(50);
  });

  it('is not saved if its line is too long', async () => {
    const { model, fleet, shown, names } = await start({ query: 'x'.repeat(5001) });
    await saveQuery(model, fleet);
    expect(shown).toEqual([expect.stringMatching(/^Can't save this query/)]);
    expect(await names()).toEqual([]);
  });

  it('is asked for before there is one', async () => {
    const { model, fleet, shown } = await start();
    await openQuery(model, fleet, origin);
    expect(shown).toEqual(['No queries are saved yet. Run Save Query…']);
  });
});

describe('a link to a saved query', () => {
  async function copied(line: string) {
    const window = await start();
    const texts: string[] = [];
    Object.assign(env, {
      clipboard: { writeText: (text: string) => Promise.resolve(void texts.push(text)) },
    });
    atEnd(() => void Reflect.deleteProperty(env, 'clipboard'));
    await window.model.find(line);
    await window.save('A');
    const { quickPick, done } = await window.list();
    quickPick.press(quickPick.items[0], 'Copy Link');
    await done;
    return { ...window, texts };
  }

  it('has its line', async () => {
    const query = 'a&b=c % cause:"disk pressure"';
    const { texts } = await copied(query);
    const { pathname, search } = new URL(texts.join());
    const link = parseLink({ path: pathname, query: decodeURIComponent(search.slice(1)) });
    expect(link).toEqual({ value: { connection: 'Test', project: '', query } });
  });

  it('says so if it would be too long', async () => {
    const { texts, shown } = await copied('%'.repeat(900));
    expect([texts, shown]).toEqual([[], ["Can't copy a link: it would be too long."]]);
  });
});
