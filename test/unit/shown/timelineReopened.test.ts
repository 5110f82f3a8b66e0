import { describe, expect, it } from 'vitest';
import { pathOfRow } from '../../../src/items/kinds';
import { FakePanel } from '../../support/fakePanel';
import { tabOf } from '../fleet/openedTab';
import { start } from '../fleet/support';
import { eventually } from '../support/eventually';
import { rowBelow } from '../support/scripted';
import { loadPage, openPage, type ShownPage } from '../support/shownPage';

/** A window, of which the fleet overview can be opened, with the timeline. */
async function opened() {
  const started = await start({ projects: 3 });
  const { tab, panels } = tabOf(started.reader);
  const open = async (): Promise<ShownPage> => {
    tab.open('timeline');
    return loadPage(panels.at(-1) ?? expect.fail(), 'fleet');
  };
  const close = (): void => panels.at(-1)?.dispose();
  return { ...started, tab, panels, open, close };
}

describe('the period that was chosen last is shown in a tab that is opened again', () => {
  it('but not the query', async () => {
    const { open, close } = await opened();
    const first = await open();
    await first.choose('Period', '7 days');
    await first.type('Query', 'upgraded');
    close();
    const second = await open();
    await eventually(() => {
      expect(second.chosenIn('Period')).toBe('7 days');
    });
    expect(second.valueOf('Query')).toBe('');
  });

  it('with the time since when', async () => {
    const { open, close } = await opened();
    const first = await open();
    await first.choose('Period', 'Since…');
    await first.choose('Since', 'Yesterday 03:00');
    close();
    const second = await open();
    await eventually(() => {
      expect(second.chosenIn('Since')).toBe('Yesterday 03:00');
    });
  });

  it('unless another one is asked for', async () => {
    const { open, close, tab, panels } = await opened();
    await (await open()).choose('Period', '7 days');
    close();
    tab.showTimeline({ period: 'hour' });
    const page = await loadPage(panels.at(-1) ?? expect.fail(), 'fleet');
    await eventually(() => {
      expect(page.chosenIn('Period')).toBe('Last hour');
    });
  });
});

/** The timeline of the cluster `payments-eu`, and what VS Code keeps of it. */
async function ofCluster() {
  const { model, reader, tab, open, panels, asked } = await opened();
  const project = await rowBelow(model, undefined, 'project', 'payments');
  const cluster = await rowBelow(model, project, 'cluster', 'payments-eu');
  const page = await open();
  tab.showTimeline({ item: pathOfRow(cluster) });
  const isShown = (shown: ShownPage): Promise<void> =>
    eventually(() => {
      expect(shown.texts('h2')).toEqual(['payments-eu · Cluster']);
    });
  await isShown(page);
  const kept = async (): Promise<object> => {
    page.blur();
    await page.drawn();
    return (page.kept.at(-1) as object | undefined) ?? expect.fail();
  };
  /** The page after the window was reloaded. */
  const reload = async (view: object) => {
    const panel = new FakePanel();
    const restored = tabOf(reader).tab;
    restored.restore(panel, view);
    return { panel, page: await loadPage(panel, 'fleet', view) };
  };
  return { page, panels, asked, isShown, kept, reload };
}

describe('the timeline of an item', () => {
  it('is that of the item after the window was reloaded', async () => {
    const { kept, reload, isShown } = await ofCluster();
    const { page } = await reload(await kept());
    await isShown(page);
  });

  it('is that of the fleet once the user chose it, also after the window was reloaded', async () => {
    const { page, kept, reload } = await ofCluster();
    await page.click('Show the Fleet');
    await eventually(() => {
      expect(page.texts('h2')).toEqual([]);
    });
    const { page: again } = await reload(await kept());
    await eventually(() => {
      expect(again.text).toMatch(/\d entries/);
    });
    expect(again.texts('h2')).toEqual([]);
  });

  it('is not that of an item of another connection', async () => {
    const { kept, reload } = await ofCluster();
    const { page } = await reload({ ...(await kept()), connection: 'other' });
    await eventually(() => {
      expect(page.text).toMatch(/\d entries/);
    });
    expect(page.texts('h2')).toEqual([]);
  });

  it('is asked for once by a page that is not open yet, with the sources that are asked for', async () => {
    const { model, tab, panels } = await opened();
    const project = await rowBelow(model, undefined, 'project', 'payments');
    const item = pathOfRow(await rowBelow(model, project, 'cluster', 'payments-eu'));
    tab.showTimeline({ item, sources: ['audit'], period: 'week' });
    const [panel = expect.fail()] = panels;
    panel.send({ type: 'ready' });
    const sent: object[] = [];
    const page = await openPage('fleet', (message) => sent.push(message));
    // They arrive one by one.
    for (const message of panel.take()) await page.receive(message);
    expect(sent.filter((message) => 'period' in message)).toEqual([
      expect.objectContaining({ type: 'timeline', item, sources: ['audit'], period: 'week' }),
    ]);
  });

  it.each([{ kind: 'planet', id: 'a', names: ['b'] }, { kind: 'cluster', id: 'a' }, 'x', 7, null])(
    'is that of the fleet if the kept item is %j',
    async (item) => {
      const { kept, reload } = await ofCluster();
      const view = (await kept()) as { readonly timeline: object };
      const { panel, page } = await reload({ ...view, timeline: { ...view.timeline, item } });
      panel.send({ type: 'timeline', period: 'day', since: 0, sources: [], item });
      await eventually(() => {
        expect(page.text).toMatch(/\d entries/);
      });
      expect(page.texts('h2')).toEqual([]);
    },
  );

  it('has a name without invisible characters, whatever was kept, and asks for nothing else', async () => {
    const { kept, reload, asked } = await ofCluster();
    const view = (await kept()) as { readonly timeline: object };
    asked();
    const item = { kind: 'cluster', id: 'Test/project:p/cluster:..%2Fteams', names: ['x', 'a\u202eb\nc'] };
    const { page } = await reload({ ...view, timeline: { ...view.timeline, item } });
    await eventually(() => {
      expect(page.texts('h2')).toEqual([expect.stringMatching(/^ab? c/)]);
    });
    expect(Object.keys(asked())).not.toContain('listTeams');
  });
});
