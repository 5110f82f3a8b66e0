import { describe, expect, it, vi } from 'vitest';
import { commands } from 'vscode';
import { Inventory } from '../../../../src/items/inventory';
import { ProjectsModel } from '../../../../src/projects/model';
import { rowCommands } from '../../../../src/projects/rowCommands/commands';
import type { CommandArguments } from '../../../../src/ui/commands';
import { rowBelow } from '../../support/scripted';
import { atEnd, connected, sourceOf, unhurried } from '../../support/service';

/** A row of each kind, and what the commands ask the timeline for. */
async function start() {
  const { client } = await connected({ projects: 1 }, {}, unhurried());
  const model = new ProjectsModel(new Inventory(sourceOf(client)));
  atEnd(() => {
    model.inventory.dispose();
  });
  const project = await rowBelow(model, undefined, 'project', 'payments');
  const cluster = await rowBelow(model, project, 'cluster', 'payments-eu');
  const pool = await rowBelow(model, cluster, 'pool', 'workers');
  const machine = await rowBelow(model, pool, 'machine', 'payments-eu-workers-5');
  const selection: string[] = [];
  const { showTimeline, whoChangedThis } = rowCommands({
    selection: { selection },
    linkOrigin: 'vscode://a.b',
  });
  const executed = vi.spyOn(commands, 'executeCommand').mockResolvedValue(undefined);
  atEnd(() => {
    executed.mockRestore();
  });
  /** What a command asks for. */
  const asked =
    (command: typeof showTimeline) =>
    async (...given: CommandArguments): Promise<readonly unknown[]> => {
      executed.mockClear();
      await command(model, ...given);
      return executed.mock.calls;
    };
  const rows = { project, cluster, pool, machine };
  return { rows, selection, showTimeline: asked(showTimeline), whoChangedThis: asked(whoChangedThis) };
}

/** Where the items of {@link start} are, as the timeline takes them. */
function itemsOf({ project, cluster, pool, machine }: Awaited<ReturnType<typeof start>>['rows']) {
  const names = ['payments', 'payments-eu', 'workers', 'payments-eu-workers-5'];
  return [project, cluster, pool, machine].map(({ kind, id }, index) => {
    return { kind, id, names: names.slice(0, index + 1) };
  });
}

describe('Show Timeline', () => {
  it('asks for that of the item of a view, a page or a link', async () => {
    const { rows, showTimeline } = await start();
    const items = itemsOf(rows);
    for (const [index, row] of Object.values(rows).entries()) {
      const shown = [['poolview.openTimeline', { item: items[index] }]];
      expect(await showTimeline(row.id)).toEqual(shown);
      expect(await showTimeline({ ids: [row.id] })).toEqual(shown);
    }
  });

  it('asks for that of the selected item from the palette or, without one, that of the fleet', async () => {
    const { rows, selection, showTimeline } = await start();
    expect(await showTimeline()).toEqual([['poolview.openTimeline', {}]]);
    selection.push(rows.cluster.id);
    expect(await showTimeline()).toEqual([['poolview.openTimeline', { item: itemsOf(rows)[1] }]]);
  });

  it('asks for nothing if the item is gone', async () => {
    const { rows, showTimeline } = await start();
    expect(await showTimeline(`${rows.cluster.id}-gone`)).toEqual([]);
  });
});

describe('Who Changed This?', () => {
  it('asks for the audit entries of the item, of a week', async () => {
    const { rows, whoChangedThis } = await start();
    const items = itemsOf(rows);
    for (const [index, row] of Object.values(rows).entries()) {
      expect(await whoChangedThis(row.id)).toEqual([
        ['poolview.openTimeline', { item: items[index], sources: ['audit'], period: 'week' }],
      ]);
    }
  });
});
