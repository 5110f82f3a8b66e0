import { attentionIn } from '../../../src/items/attention';
import { healthOf } from '../support/health';
import type { MarkdownString, ThemeIcon } from 'vscode';
import { describe, expect, it } from 'vitest';
import { causeText } from '../../../src/items/itemText';
import { stateText } from '../../../src/items/severity';
import { newProjectsTree } from '../../../src/projects/model';
import { tableOf } from '../../../src/projects/rowCommands/rowTables';
import { tabSeparatedText } from '../../../src/text/csv';
import { summaryOf } from '../../../src/items/summary';
import { requestTime } from '../../../src/service/requestTime';
import { healthIcon } from '../../../src/tree/rowSpec';
import { atEnd } from '../support/service';
import { rowBelow, scriptedModel, wordFor, type Script } from '../support/scripted';

const named = (name: string, more: object = {}) => ({ metadata: { uid: name, name }, ...more });
const cluster = (name: string, status: object) =>
  named(name, { specSummary: { cloudConfig: { uid: name, cloudType: 'aws' } }, status });
const machine = (name: string, instanceState: string) => named(name, { status: { instanceState } });

async function start(changes: Script = {}) {
  const script: Script = {
    listProjects: () => ({
      items: [
        named('one', {
          status: { clustersHealth: { errored: 1 }, usage: { clusters: [{ uid: 'a', name: 'a' }] } },
        }),
      ],
    }),
    searchClusters: () => ({
      items: [
        cluster('a', { state: 'Running', health: { state: 'Unhealthy' } }),
        cluster('b', { state: 'Running', health: { state: 'Healthy' } }),
        cluster('c', { state: 'Running' }),
      ],
    }),
    readCloudConfig: () => ({ spec: { machinePoolConfig: [{ name: 'pool' }] } }),
    listMachines: () => ({ items: [machine('m1', 'Running'), machine('m2', 'Failed')] }),
    ...changes,
  };
  const { model, client } = await scriptedModel(script);
  const tree = newProjectsTree();
  tree.show(model);
  atEnd(() => {
    tree.dispose();
  });
  /** The state of each item by name, as the fleet overview and agents get it. Every other place has to show the same. */
  const states = async (): Promise<Readonly<Record<string, string>>> => {
    const items = new Map(model.inventory.items().map((item) => [item.id, item]));
    const copied = tabSeparatedText(tableOf(model.inventory.rows, model.inventory))
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'));
    for (const [index, row] of model.inventory.rows.entries()) {
      const { state = 'notRead', cause = '', message = '' } = items.get(row.id) ?? {};
      const item = tree.getTreeItem(row.id);
      const shape = (item.iconPath as ThemeIcon).id;
      if (state === 'healthy') expect(shape).not.toBe(healthIcon('', 'failed').id);
      else expect([wordFor(row), shape]).toEqual([wordFor(row), healthIcon('', state).id]);
      const { tooltip } = await tree.resolveTreeItem(item, row.id);
      expect((tooltip as MarkdownString).value.toLowerCase()).toContain(stateText(state).toLowerCase());
      expect(summaryOf(row, model.inventory)).toMatchObject({ item: { state, cause } });
      expect(copied[index]?.slice(1, 4)).toEqual([
        wordFor(row),
        stateText(state),
        causeText({ state, cause, message }),
      ]);
    }
    return Object.fromEntries(
      model.inventory.rows.map((row) => [wordFor(row), items.get(row.id)?.state ?? '']),
    );
  };
  return { model, client, script, states };
}

describe('the state of an item', () => {
  it('is the same in the tree, its hover, the fleet overview, copies and what needs attention', async () => {
    const { model, states } = await start();
    const project = await rowBelow(model, undefined, 'project', 'one');
    const a = await rowBelow(model, project, 'cluster', 'a');
    expect(await states()).toEqual({ one: 'unhealthy', a: 'unhealthy', b: 'healthy', c: 'unknown' });
    const pool = await rowBelow(model, a, 'pool', 'pool');
    expect(await states()).toMatchObject({ a: 'unhealthy', pool: 'notRead' });
    await model.rows.children(pool);
    expect(await states()).toEqual({
      one: 'failed',
      a: 'failed',
      pool: 'failed',
      m1: 'healthy',
      m2: 'failed',
      b: 'healthy',
      c: 'unknown',
    });
    expect(attentionIn(model.inventory)).toMatchObject({ clusters: 1, machines: 1 });
  });

  it('is worse for a healthy cluster with a failed machine, which then needs attention', async () => {
    const { model, states } = await start();
    const project = await rowBelow(model, undefined, 'project', 'one');
    await model.rows.children(
      await rowBelow(model, await rowBelow(model, project, 'cluster', 'b'), 'pool', 'pool'),
    );
    expect(await states()).toMatchObject({ b: 'failed', m2: 'failed' });
    expect(attentionIn(model.inventory).rows.map(wordFor)).toEqual(['b', 'm2', 'a']);
  });

  it('is not read for a cluster that only its project names, and unknown if the service does not say', async () => {
    const { client, model, states } = await start({ searchClusters: () => 404 });
    const { items } = await client.listProjects({ method: 'get', limit: 50 });
    model.inventory.takeProjects(items, requestTime(), true);
    expect(await states()).toEqual({ one: 'failed', a: 'notRead' });
  });

  it('is healthy if the cluster reports no health, but all of its machines are healthy', async () => {
    const { model, states } = await start({ listMachines: () => ({ items: [machine('m', 'Running')] }) });
    const project = await rowBelow(model, undefined, 'project', 'one');
    const c = await rowBelow(model, project, 'cluster', 'c');
    expect(healthOf(c, model).message).toBe('The service reports no health.');
    await model.rows.children(await rowBelow(model, c, 'pool', 'pool'));
    expect(await states()).toMatchObject({ c: 'healthy' });
    expect(healthOf(c, model)).toEqual({ state: 'healthy', cause: '' });
  });
});

describe('clusters that are known from project summaries', () => {
  it('are marked as old while the service is not reached, like their project', async () => {
    const { client, model, script } = await start({ searchClusters: () => 404 });
    await model.rows.children();
    const { items } = await client.listProjects({ method: 'get', limit: 50 });
    model.inventory.takeProjects(items, requestTime(), true);
    const stale = () =>
      model.inventory
        .items()
        .filter(({ isStale }) => isStale)
        .map(({ name }) => name);
    expect(stale()).toEqual([]);
    const good = script.listProjects;
    script.listProjects = () => 503;
    const { signal } = new AbortController();
    await model.rows.refreshInBackground(signal);
    expect(stale()).toEqual(['one', 'a']);
    if (good !== undefined) script.listProjects = good;
    await model.rows.refreshInBackground(signal);
    expect(stale()).toEqual([]);
  });

  it('are as old as the summary, and marked so, if their own list cannot be read', async () => {
    const { model } = await start({ searchClusters: () => 503 });
    const project = await rowBelow(model, undefined, 'project', 'one');
    const a = await rowBelow(model, project, 'cluster', 'a');
    expect(a.readAt).toBe(project.readAt);
    expect([model.store.isOutdated(a), model.store.isOutdated(project)]).toEqual([true, false]);
  });
});
