import { describe, expect, it, onTestFinished } from 'vitest';
import { env, window, workspace, type Uri } from 'vscode';
import { eventCommands, LoadedEvents } from '../../../../src/events/view/commands';
import { eventRows } from '../../../../src/events/view/rows';
import type { Item, ItemKind } from '../../../../src/items/item';
import { requestTime } from '../../../../src/service/requestTime';
import type { ServiceEvent } from '../../../../src/service/resources/event';
import { answerInputs } from '../../../support/inputBoxes';
import { dialogs } from '../../support/dialogs';
import { nextQuickPick } from '../../support/quickPick';
import { pretendVersion } from '../../support/version';
import { eventAt, scriptOf } from '../support';
import { cluster, eventsView, wordsIn } from './support';

const fleetItem = (kind: ItemKind, id: string, name: string, uid?: string): Item => ({
  kind,
  id,
  name,
  uid,
  state: 'healthy',
  cause: '',
  addresses: [],
  isStale: false,
});

/** The items that the Projects view knows. */
const known = [
  fleetItem('cluster', 'P/c1', 'c1', 'c1'),
  fleetItem('pool', 'P/c1/pool', 'workers-2', 'pool'),
  fleetItem('machine', 'P/c1/pool/m1', 'workers-1', 'm1'),
  fleetItem('machine', 'P/c1/pool/m2', 'workers-2', 'm2'),
  fleetItem('machine', 'P/c0/pool/m3', 'workers-3', 'm3'),
];

/** The commands of a view that shows the events of the cluster `c1`. */
async function shown(...listed: readonly ServiceEvent[]) {
  const fake = eventsView(
    scriptOf(() => listed),
    { known },
  );
  const { model, inventories } = fake;
  fake.select(cluster('c1'));
  model.showItem();
  await wordsIn(fake.shown());
  const rows = eventRows(model.shown?.topic.listId ?? '', listed, requestTime());
  const view = { ...fake.view, selection: rows };
  const run = async (name: string, ...given: readonly [unknown?, unknown?]) => {
    if (inventories.active === undefined) throw new Error('Nothing is connected');
    const loaded = { view, eventsView: model, scheme: 'poolview-events' };
    await eventCommands(loaded as never)[name]?.(inventories.active, ...given);
  };
  const textOf = (id: string) => LoadedEvents.prototype.textOf.call({ eventsView: model } as never, id);
  return { ...fake, rows, run, textOf };
}

const about = (object: object) => ({ involvedObject: object });

describe('Reveal in Projects View', () => {
  it.each([
    [{ kind: 'machine', uid: 'm1', name: 'other' }, 'P/c1/pool/m1'],
    [{ kind: 'Node', uid: 'n2', name: 'workers-2' }, 'P/c1/pool/m2'],
    [{ kind: 'spectrocluster', uid: 'c1' }, 'P/c1'],
  ])('shows %j', async (object, id) => {
    const { run, rows, revealed } = await shown(eventAt(1, 'a', about(object)));
    await run('revealInProjects', rows[0]);
    expect(revealed).toEqual([id]);
  });

  it('says so if the item is not known, or only one of that name in another cluster', async () => {
    const messages = dialogs();
    const { run, rows, revealed } = await shown(
      eventAt(1, 'a', about({ kind: 'machine', name: 'workers-3' })),
      eventAt(2, 'b'),
    );
    await run('revealInProjects', rows[0]);
    await run('revealInProjects', rows[1]);
    expect(revealed).toEqual([]);
    expect(messages.shown).toEqual([
      "The Projects view hasn't loaded machine workers-3.",
      "The service didn't report what this event is about.",
    ]);
  });
});

it('Reveal in Projects View names an item without icons and links', async () => {
  const messages = dialogs();
  const { run, rows } = await shown(eventAt(1, 'a', about({ kind: 'Pod', name: '$(bug) [x](command:y)' })));
  await run('revealInProjects', rows[0]);
  expect(messages.shown).toEqual([expect.stringContaining('command:y')]);
  expect(messages.shown.join()).not.toMatch(/\$\(|\]\(/);
});

it('Show Details opens the selected event, and keeps the focus in the view', async () => {
  const opened: unknown[] = [];
  const original = { window: { ...window }, workspace: { ...workspace } };
  Object.assign(workspace, { openTextDocument: (uri: Uri) => Promise.resolve(uri) });
  Object.assign(window, {
    showTextDocument: ({ path, query }: Uri, options: object) => void opened.push([path, query, options]),
  });
  onTestFinished(() => {
    Object.assign(window, original.window);
    Object.assign(workspace, original.workspace);
  });
  const { run, rows, textOf, select } = await shown(eventAt(1, 'a'), eventAt(2, 'b', { message: 'why' }));
  await run('showDetails', rows[1]);
  const id = rows[1]?.id ?? '';
  expect(opened).toEqual([['/poolview-event/b.yaml', id, { preview: true, preserveFocus: true }]]);
  // Also after another item was selected.
  select(cluster('c2'));
  expect(await textOf(id)).toContain('message: why');
});

describe('Copy', () => {
  it('copies the lines of the selected events', async () => {
    dialogs();
    let copied = '';
    Object.assign(env, { clipboard: { writeText: (text: string) => Promise.resolve(void (copied = text)) } });
    onTestFinished(() => void Reflect.deleteProperty(env, 'clipboard'));
    const { run, rows } = await shown(eventAt(1, 'a'), eventAt(2, 'b'));
    await run('copyEvent');
    expect(copied).toBe('2026-11-22T09:01:00.000Z [Info] a\n2026-11-22T09:02:00.000Z [Info] b');
    await run('copyEvent', rows[1]);
    expect(copied).toBe('2026-11-22T09:02:00.000Z [Info] b');
  });
});

describe('filter commands', () => {
  const three = [
    eventAt(1, 'a', { severity: 'Warning' }),
    eventAt(2, 'b', { severity: 'Warning' }),
    eventAt(3, 'c', { severity: undefined }),
  ];

  /** Chooses what to filter by, which is asked first. */
  const by = (index: number, run: (name: string) => Promise<void>) => {
    const choice = nextQuickPick();
    const filtering = run('filterEvents');
    const next = nextQuickPick();
    choice.choose(...choice.items.slice(index, index + 1));
    return { filtering, next };
  };

  it('filter by a text, and cancel', async () => {
    const inputs = answerInputs('b');
    onTestFinished(inputs.restore);
    const { run, words, model } = await shown(...three);
    await by(0, run).filtering;
    expect(await words()).toBe('b');
    await by(0, run).filtering;
    expect(inputs.asked.at(-1)?.value).toBe('b');
    expect(model.filter.text).toBe('b');
    await run('clearEventFilter');
    expect(await words()).toBe('c b a');
  });

  it('show only warnings and errors, until that is canceled', async () => {
    pretendVersion('1.109.0');
    const { run, words, view } = await shown(...three, eventAt(4, 'd', { severity: 'Critical' }));
    const { filtering, next: box } = by(0, run);
    Object.assign(window, { createInputBox: () => box });
    onTestFinished(() => void Reflect.deleteProperty(window, 'createInputBox'));
    await new Promise(setImmediate);
    box.toggle(box.buttons[0]);
    expect([await words(), view.description]).toEqual(['d b a', 'c1 · warnings and errors']);
    box.hidden.fire();
    await filtering;
    expect(await words()).toBe('d c b a');
  });

  it('offer the severities that were received, with their counts', async () => {
    const { run, words } = await shown(...three);
    const { filtering, next: list } = by(1, run);
    await new Promise(setImmediate);
    expect(list.items.map(({ label, description }) => `${label}: ${description ?? ''}`)).toEqual([
      'Warning: 2 events',
      'No severity: 1 event',
    ]);
    list.choose(...list.items.slice(0, 1));
    await filtering;
    expect(await words()).toBe('b a');
    const { filtering: clearing, next: again } = by(1, run);
    await new Promise(setImmediate);
    again.choose(...again.items);
    await clearing;
    expect(await words()).toBe('c b a');
  });
});
