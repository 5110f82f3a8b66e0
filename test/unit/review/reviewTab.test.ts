import { describe, expect, it } from 'vitest';
import { FakePanel } from '../../support/fakePanel';
import { dialogs } from '../support/dialogs';
import { eventually } from '../support/eventually';
import { nextQuickPick } from '../support/quickPick';
import { tabOf } from './openedTab';

describe('the tab', () => {
  it('sends all to a page that is ready, and what the review was opened for', async () => {
    const { tab, panels, received, inventory, log } = await tabOf();
    await inventory.store.load();
    const project = inventory.rows.find(({ kind }) => kind === 'project');
    void tab.open(project?.id);
    expect(received()).toEqual([]);
    panels[0]?.send({ type: 'ready' });
    expect(received()).toMatchObject([
      { type: 'review', isWhole: true },
      { type: 'projects', isWhole: true },
      { type: 'focus', projectUid: project?.kind === 'project' ? project.project.metadata?.uid : '' },
    ]);
    expect(panels[0]?.title).toBe('Access: Test');
    panels[0]?.send({ type: 'other' });
    expect(log.debug).toHaveBeenCalledOnce();
  });

  it('is opened once, and follows what it is opened for', async () => {
    const { tab, panels, received, model } = await tabOf();
    tab.show({});
    panels[0]?.send({ type: 'ready' });
    const [team] = await model.rows.children();
    void tab.open(team?.id);
    expect([panels.length, panels[0]?.reveals]).toEqual([1, 1]);
    await eventually(() => {
      expect(received().findLast(({ type }) => type === 'review')).toMatchObject({
        header: { scope: 'team Platform', progress: { state: 'ready' } },
      });
    });
  });

  it('shows the review of a user whom the page names, and begins it again if it is opened for the same', async () => {
    const { tab, panels, received, service } = await tabOf();
    const [, user] = service.fleet.directory.users;
    const focus = { type: 'focus', holder: { kind: 'user', uid: user?.uid } };
    const focuses = () => received().filter(({ type }) => type === 'focus');
    tab.show({});
    panels[0]?.send({ type: 'ready' });
    panels[0]?.send({ type: 'reviewUser', userUid: user?.uid });
    await eventually(() => {
      expect(received().findLast(({ type }) => type === 'review')).toMatchObject({
        header: { scope: expect.stringMatching(/^user /) as string },
      });
    });
    expect(focuses()).toMatchObject([{ type: 'focus' }, focus]);
    tab.show({ holder: { kind: 'user', uid: user?.uid ?? '' } });
    expect(received().at(-1)).toMatchObject(focus);
    expect([panels.length, focuses().length]).toEqual([1, 3]);
  });

  it('asks what to review, unless it is opened for a row', async () => {
    const { tab, received, panels, inventory, service } = await tabOf();
    await inventory.store.load();
    const list = nextQuickPick();
    /** Opens the tab, and chooses. */
    const opened = async (...labels: readonly string[]): Promise<unknown> => {
      const isOpen = tab.open(undefined);
      for (const label of labels) {
        const item = await eventually(
          () => list.items.find((each) => each.label === label) ?? expect.fail(label),
        );
        list.choose(item);
      }
      await isOpen;
      panels[0]?.send({ type: 'ready' });
      return received().at(-1);
    };
    const [, user] = service.fleet.directory.users;
    const connection = `Test (${new URL(service.baseUrl).host})`;
    expect(await opened('All Teams')).toEqual({ type: 'focus' });
    expect(await opened('payments')).toEqual({
      type: 'focus',
      projectUid: expect.any(String) as string,
      connection,
    });
    expect(await opened('A User…', user?.name ?? '')).toEqual({
      ...{ type: 'focus', holder: { kind: 'user', uid: user?.uid }, connection },
    });
    const refused = await tabOf({ without: ['listUserNames'] });
    const isOpen = refused.tab.open(undefined);
    list.choose(...list.items.filter(({ label }) => label === 'A User…'));
    await expect(isOpen).rejects.toMatchObject({ operation: 'listUserNames' });
  });

  it('follows its team after a reload', async () => {
    const { tab, received, service } = await tabOf({ teams: 60 });
    const [, team] = service.fleet.directory.teams;
    const connection = `Test (${new URL(service.baseUrl).host})`;
    for (const [state, scope] of [
      [
        { focus: JSON.stringify({ holder: { kind: 'team', uid: team?.uid }, connection }) },
        `team ${team?.name ?? ''}`,
      ],
      [{ focus: `//${team?.uid ?? ''}` }, 'all teams'],
      [undefined, 'all teams'],
    ] as const) {
      const panel = new FakePanel();
      tab.restore(panel, state);
      panel.send({ type: 'ready' });
      await eventually(() => {
        expect(received(panel).findLast(({ type }) => type === 'review')).toMatchObject({
          header: { scope, progress: { state: 'ready' } },
        });
      });
    }
  });

  it('says that it is about another connection, after a reload, too, and shows its own again', async () => {
    const { tab, panels, received, inventory, model, service, switchTo } = await tabOf();
    await inventory.store.load();
    const [team] = await model.rows.children();
    const connection = `Test (${new URL(service.baseUrl).host})`;
    for (const row of [team, inventory.rows.find(({ kind }) => kind === 'project')]) {
      void tab.open(row?.id);
      panels.at(-1)?.send({ type: 'ready' });
      const before = received().at(-1);
      expect(before).toMatchObject({ type: 'focus', connection });
      switchTo('Other');
      expect(received().at(-1)).toEqual({ type: 'disconnected', about: connection });
      const restored = new FakePanel();
      tab.restore(restored, { focus: JSON.stringify(before) });
      restored.send({ type: 'ready' });
      expect(received(restored)).toEqual([{ type: 'disconnected', about: connection }]);
      expect(restored.title).toBe(`Access: ${connection}`);
      switchTo('Test');
      expect(received(restored).slice(-3)).toMatchObject([
        { type: 'review', isWhole: true },
        { type: 'projects', isWhole: true },
        JSON.parse(JSON.stringify(before)),
      ]);
      restored.dispose();
    }
  });

  it('of all teams shows the active connection', async () => {
    const { tab, panels, received, switchTo } = await tabOf();
    tab.show({});
    panels[0]?.send({ type: 'ready' });
    switchTo('Other');
    expect(received().slice(-3)).toMatchObject([
      { type: 'review', isWhole: true },
      { type: 'projects', isWhole: true },
      { type: 'focus' },
    ]);
    expect(panels[0]?.title).toBe('Access: Other');
  });

  it('says that nothing is connected', async () => {
    const { tab, panels, received, disconnect } = await tabOf();
    tab.show({});
    panels[0]?.send({ type: 'ready' });
    disconnect();
    expect(received().at(-1)).toEqual({ type: 'disconnected', about: undefined });
    expect(panels[0]?.title).toBe('Access Review');
    const { executed } = dialogs();
    for (const type of ['read', 'finish', 'connect']) panels[0]?.send({ type });
    await eventually(() => {
      expect(executed).toEqual([['poolview.connect']]);
    });
    expect(received().at(-1)).toEqual({ type: 'disconnected', about: undefined });
  });

  it('leaves nothing behind when it is closed', async () => {
    const { tab, panels, received, switchTo } = await tabOf();
    const restored = new FakePanel();
    tab.restore(restored, undefined);
    restored.send({ type: 'ready' });
    tab.show({});
    expect([panels.length, restored.reveals]).toEqual([0, 1]);
    restored.dispose();
    const before = received(restored).length;
    switchTo('Other');
    expect(received(restored)).toHaveLength(before);
  });

  it('sends no text that could deceive, and never the API key [guarantee: page-messages]', async () => {
    const { tab, panels, received, service } = await tabOf({ hostile: true });
    tab.show({});
    panels[0]?.send({ type: 'ready' });
    const ready = (): void => {
      expect(received().findLast((message) => message.type === 'review')).toMatchObject({
        header: { progress: { state: expect.stringMatching(/ready|done/) as string } },
      });
    };
    await eventually(ready);
    panels[0]?.send({ type: 'read' });
    await eventually(() => {
      expect(received().findLast((message) => message.type === 'review')).toMatchObject({
        header: { progress: { state: 'done' } },
      });
    });
    const texts = JSON.stringify(received(), (key, value: unknown) =>
      key === 'id' || key === 'projects' || key === 'permissions' ? undefined : value,
    );
    expect(texts).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b]|\\n|\\u001b/);
    expect(JSON.stringify(received())).not.toContain(service.apiKey);
  });
});
