import { describe, expect, it, onTestFinished } from 'vitest';
import { EventEmitter, window } from 'vscode';
import { chooseMachines } from '../../../src/fleet/reads';
import type { MachineScope } from '../../../src/reads/machinePlan';
import type { PickItem } from '../../../src/ui/searchList';
import { start } from './support';

type Item = PickItem<unknown>;

/** Answers quick picks with the items that have these labels, and returns what was offered. */
function answer(...labels: readonly string[]) {
  const offered: string[][] = [];
  const rest = [...labels];
  const createQuickPick = () => {
    const accepted = new EventEmitter<void>();
    const hidden = new EventEmitter<void>();
    const never = new EventEmitter<unknown>().event;
    const list = {
      items: [] as readonly Item[],
      activeItems: [] as readonly Item[],
      selectedItems: [] as readonly Item[],
      onDidAccept: accepted.event,
      onDidHide: hidden.event,
      onDidTriggerButton: never,
      onDidTriggerItemButton: never,
      onDidChangeValue: never,
      dispose: () => undefined,
      show: () => {
        offered.push(list.items.map(({ label, description = '' }) => `${label}: ${description}`));
        const label = rest.shift();
        list.selectedItems = list.items.filter((item) => item.label === label);
        queueMicrotask(() => {
          if (label === undefined) hidden.fire();
          else accepted.fire();
        });
      },
    };
    return list;
  };
  Object.assign(window, { createQuickPick });
  onTestFinished(() => void Reflect.deleteProperty(window, 'createQuickPick'));
  return offered;
}

const small = {
  projects: 3,
  clustersPerProject: { exactly: 2 },
  poolsPerCluster: { exactly: 2 },
  machinesPerPool: { exactly: 3 },
} as const;

/** A fleet whose clusters were read. One of its projects has a name that looks like an icon and a link. */
async function fleet() {
  const the = await start(small);
  Object.assign(the.service.fleet.projects[1] ?? {}, { name: '$(trash) [x](command:y)' });
  await the.reader.clusters.read();
  the.asked();
  /** Reads what is chosen, and returns how many requests that took. */
  const read = async (scope: MachineScope | undefined): Promise<number> => {
    await the.reader.machines.read(scope ?? expect.fail());
    return Object.values(the.asked()).reduce((sum, count) => sum + count, 0);
  };
  return { ...the, read };
}

describe('choosing which machines to read', () => {
  it('says what each choice takes', async () => {
    const { reader, read } = await fleet();
    const offered = answer('All Clusters');
    const scope = await chooseMachines(reader.inventory);
    expect(offered).toEqual([
      [
        expect.stringMatching(/^Clusters Needing Attention: \d+ /),
        'One Project…: ',
        'All Clusters: 19 requests',
      ],
    ]);
    expect(await read(scope)).toBe(19);
  });

  it('offers the projects that have something to read, as text', async () => {
    const { reader, read, service } = await fleet();
    const [first, , last] = service.fleet.projects.map(({ name }) => name);
    const offered = answer('One Project…', first ?? '?');
    expect(await read(await chooseMachines(reader.inventory))).toBe(7);
    expect(offered[1]?.toSorted()).toEqual(
      [
        `${first}: 7 requests`,
        '$\u{200b}(trash) [x]\u{200b}(command:y): 7 requests',
        `${last}: 7 requests`,
      ].toSorted(),
    );
    const again = answer('One Project…');
    await chooseMachines(reader.inventory);
    expect(again[1]).toHaveLength(2);
  });

  it('offers to read again what has been read, and says when that was', async () => {
    const { reader, read } = await fleet();
    await read({ kind: 'all' });
    const offered = answer('All Clusters');
    const scope = await chooseMachines(reader.inventory);
    expect(offered).toEqual([
      [
        expect.stringMatching(/^Clusters Needing Attention: /),
        expect.stringMatching(/^All Clusters: 6 clusters, read at \d\d:\d\d: 18 requests$/),
      ],
    ]);
    expect(await read(scope)).toBe(18);
  });
});
