import { expect, it } from 'vitest';
import type { MarkdownString } from 'vscode';
import { fields } from '../../../src/items/fields';
import { newProjectsTree } from '../../../src/projects/model';
import { allRows, fleetOf } from '../fleet/page/support';
import { renderHover } from '../support/markdown';
import { rowBelow, scriptedModel } from '../support/scripted';
import { atEnd } from '../support/service';

const named = (name: string, more: object = {}) => ({ metadata: { uid: name, name }, ...more });

it.each(['kubelet stopped posting', 'kubelet: stopped posting'])(
  'a cause that is the whole message of a machine is said once of its cluster: %j',
  async (message) => {
    const condition = { type: 'Ready', status: 'Unknown', message };
    const { model } = await scriptedModel({
      listProjects: () => ({ items: [named('one')] }),
      searchClusters: () => ({
        items: [named('a', { specSummary: { cloudConfig: { uid: 'c', cloudType: 'aws' } } })],
      }),
      readCloudConfig: () => ({ spec: { machinePoolConfig: [{ name: 'workers' }] } }),
      listMachines: () => ({
        items: [named('m', { status: { instanceState: 'Failed', health: { conditions: [condition] } } })],
      }),
    });
    const row = await rowBelow(model, await rowBelow(model, undefined, 'project', 'one'), 'cluster', 'a');
    await model.rows.children(await rowBelow(model, row, 'pool', 'workers'));
    const [cluster = expect.fail()] = allRows(fleetOf(...model.inventory.items()));
    expect(fields.cause.text(cluster)).toBe(`${message} · 1 machine`);
    const tree = newProjectsTree();
    atEnd(() => {
      tree.dispose();
    });
    tree.show(model);
    const { tooltip } = await tree.resolveTreeItem(tree.getTreeItem(row.id), row.id);
    expect(renderHover((tooltip as MarkdownString).value).text.split(message)).toHaveLength(2);
  },
);
