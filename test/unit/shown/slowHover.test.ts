import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { MarkdownString, type TreeItem } from 'vscode';
import { isParentRow } from '../../../src/items/kinds';
import { isTeamRow } from '../../../src/roles/rows';
import type { TreeModel } from '../../../src/tree/treeView';
import type { TreeRow } from '../../../src/items/store/row';
import { StoreTree } from '../../../src/tree/treeView';
import { reviewOf } from '../review/support';
import { eventually } from '../support/eventually';
import { renderHover } from '../support/markdown';
import { rowBelow, scriptedModel, type Scripted } from '../support/scripted';

/** A view of a model, whose time passes only if a test says so. */
function viewOf<Row extends TreeRow, Parent extends Row, Model extends TreeModel<Row, Parent>>(
  model: Model,
  isParent: (row: Row) => row is Parent,
) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const tree = new StoreTree<Row, Parent, Model>({ isParent });
  onTestFinished(() => {
    tree.dispose();
  });
  tree.show(model);
  const redrawn: string[] = [];
  tree.onDidChangeTreeData((ids) => redrawn.push(...(ids ?? [])));
  const hover = async (row: Row): Promise<string> => {
    const { tooltip }: TreeItem = await tree.resolveTreeItem(tree.getTreeItem(row.id), row.id);
    return tooltip instanceof MarkdownString ? renderHover(tooltip.value).text.replaceAll('\u00a0', ' ') : '';
  };
  /** The rows that are drawn again within some seconds. */
  const redrawnAfter = (seconds: number): readonly string[] => {
    redrawn.length = 0;
    vi.advanceTimersByTime(seconds * 1000);
    return [...redrawn];
  };
  return { hover, redrawnAfter };
}

const uid = (name: string) => ({ metadata: { uid: name, name } });
const points = [{ timestamp: Date.now(), value: 40 }];

describe('the hover of a cluster whose usage takes long', () => {
  it('says that it is being read, and has it once the user left it', async () => {
    let answer: (body: object) => void = () => undefined;
    const metrics = new Promise<Scripted>((resolve) => (answer = resolve));
    const { model } = await scriptedModel({
      listProjects: () => ({ items: [uid('payments')] }),
      searchClusters: () => ({ items: [uid('payments-eu')] }),
      listMachineMetrics: () => metrics,
    });
    const project = await rowBelow(model, undefined, 'project', 'payments');
    const cluster = await rowBelow(model, project, 'cluster', 'payments-eu');
    const { hover, redrawnAfter } = viewOf(model, isParentRow);
    expect(await hover(cluster)).toContain('Still being read');
    // Nothing closes it as long as it would say the same.
    expect(redrawnAfter(15)).toEqual([]);
    answer({ items: [{ ...uid('m1'), metrics: [{ kind: 'cpu', unit: '%', points }] }] });
    await eventually(() => {
      expect(redrawnAfter(11)).toContain(cluster.id);
    });
    const text = await hover(cluster);
    expect(text).toContain('CPU');
    expect(text).not.toContain('Still being read');
  });
});

describe('the hover of a machine pool', () => {
  it('does not wait for what is read of its cluster', async () => {
    const { model } = await scriptedModel({
      listProjects: () => ({ items: [uid('payments')] }),
      searchClusters: () => ({ items: [uid('payments-eu')] }),
      readCluster: ({ path }) =>
        path.length > 2 ? 'hang' : { ...uid('payments-eu'), spec: { cloudConfigRef: { uid: 'config' } } },
      readCloudConfig: () => ({ ...uid('config'), spec: { machinePoolConfig: [{ name: 'workers' }] } }),
    });
    const project = await rowBelow(model, undefined, 'project', 'payments');
    const cluster = await rowBelow(model, project, 'cluster', 'payments-eu');
    const pool = await rowBelow(model, cluster, 'pool', 'workers');
    const { hover } = viewOf(model, isParentRow);
    void model.inventory.clusterReads.read('certificates', { uid: 'payments-eu', projectUid: 'payments' });
    expect(await hover(cluster)).toContain('certificates');
    expect(await hover(pool)).not.toContain('Still being read');
  });
});

describe('the hover of a role', () => {
  it('says which clusters it reaches once they were read and the user left it', async () => {
    const { model, inventory } = await reviewOf({ projects: 3, teams: 1 });
    const [team = expect.fail()] = await model.rows.children();
    const roles = await model.rows.children(isTeamRow(team) ? team : expect.fail());
    const role = roles.find((row) => row.kind === 'role') ?? expect.fail();
    const { hover, redrawnAfter } = viewOf(model, isTeamRow);
    expect(await hover(role)).toMatch(/clusters of \d projects? not read/);
    expect(redrawnAfter(15)).toEqual([]);
    await inventory.store.load();
    for (const project of inventory.store.rows()) await inventory.readBelow(project.id, {});
    expect(redrawnAfter(11)).toEqual([role.id]);
    expect(await hover(role)).not.toContain('not read');
  });
});
