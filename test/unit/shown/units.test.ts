import { expect, it } from 'vitest';
import type { MarkdownString } from 'vscode';
import { Ranking } from '../../../src/find/search';
import { fields } from '../../../src/items/fields';
import { newProjectsTree } from '../../../src/projects/model';
import { allRows, fleetWith } from '../fleet/page/support';
import { renderHover } from '../support/markdown';
import { rowBelow, scriptedModel } from '../support/scripted';
import { atEnd } from '../support/service';

const named = (name: string, more: object = {}) => ({ metadata: { uid: name, name }, ...more });

/** What users see of a cluster for which the service reports this. */
async function shown(metrics: object) {
  const { model } = await scriptedModel({
    listProjects: () => ({ items: [named('one')] }),
    searchClusters: () => ({ items: [named('a', { status: { state: 'Running', metrics } })] }),
  });
  const row = await rowBelow(model, await rowBelow(model, undefined, 'project', 'one'), 'cluster', 'a');
  const tree = newProjectsTree();
  atEnd(() => {
    tree.dispose();
  });
  tree.show(model);
  const { tooltip } = await tree.resolveTreeItem(tree.getTreeItem(row.id), row.id);
  const [capacity = expect.fail()] = allRows(fleetWith({}, ...model.inventory.items()));
  const found = (line: string) => new Ranking(line, model.inventory).best(model.inventory.rows, 9).length > 0;
  return {
    hover: renderHover((tooltip as MarkdownString).value).text,
    cpu: fields.cpu.text(capacity),
    memory: fields.memory.text(capacity),
    found,
  };
}

it.each([
  [{ total: 60_000, usage: 29_400, unit: 'millicores' }],
  [{ total: 60, usage: 29.4, unit: 'Cores' }],
])('hover, capacity and query say the same of the cores of a cluster: %j', async (cpu) => {
  const { hover, found, ...cells } = await shown({ cpu });
  expect(hover).toContain('29.4 of 60 cores (49%)');
  expect(cells.cpu).toBe('29.4 of 60 cores (49%)');
  expect([found('cpu:60'), found('cpu:>100'), found('cpu:>40%')]).toEqual([true, false, true]);
});

it.each([
  [{ total: 122_880, usage: 73_728, unit: 'Mi' }],
  [{ total: 120, usage: 72, unit: 'GiB' }],
  [{ total: 120 * 2 ** 30, usage: 72 * 2 ** 30, unit: 'bytes' }],
])('hover, capacity and query say the same of its memory: %j', async (memory) => {
  const { hover, found, ...cells } = await shown({ memory });
  expect(hover).toContain('72 of 120 GiB (60%)');
  expect(cells.memory).toBe('72 of 120 GiB (60%)');
  expect([found('memory:120'), found('memory:>200'), found('memory:>50%')]).toEqual([true, false, true]);
});

it('hover and capacity say the same where the service does not report what is used', async () => {
  const { hover, ...cells } = await shown({
    cpu: { total: 60_000, unit: 'millicores' },
    memory: { total: 120, unit: 'GiB' },
  });
  expect([cells.cpu, cells.memory]).toEqual(['60 cores (use not reported)', '120 GiB (use not reported)']);
  expect(hover).toContain('60 cores (use not reported) · 120 GiB (use not reported)');
});

it('an amount in a unit that could be mistaken for another one is nowhere taken for cores or MiB', async () => {
  const { hover, cpu, memory, found } = await shown({
    cpu: { total: 60_000, usage: 29_400, unit: 'shares' },
    memory: { total: 120, usage: 72, unit: 'GB' },
  });
  expect(hover).not.toMatch(/29,400|60,000|72 of 120|MiB/);
  expect([cpu, memory]).toEqual(['', '']);
  expect([found('cpu:>0'), found('memory:>0')]).toEqual([false, false]);
});
