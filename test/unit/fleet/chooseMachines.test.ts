import { describe, expect, it, onTestFinished } from 'vitest';
import { EventEmitter, window } from 'vscode';
import { chooseMachines } from '../../../src/fleet/pageActions';
import type { FleetReader } from '../../../src/items/fleet/fleetReader';
import type { MachineScope } from '../../../src/items/fleet/plan';
import type { PickItem } from '../../../src/ui/quickPick';
import { fleetItem } from './items';

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

const items = [
  fleetItem('project', 'p1', { name: 'payments' }),
  fleetItem('cluster', 'c1', { parent: 'p1' }),
  fleetItem('project', 'p2', { name: '$(trash) [x](command:y)' }),
  fleetItem('project', 'p3', { name: 'read' }),
];

/** Chooses with these numbers of requests to come, by the kind of scope or the ID of the project. */
function choose(requests: Readonly<Record<string, number>>): Promise<MachineScope | undefined> {
  const requestsOf = (name: string): number => requests[name] ?? 0;
  const projects = ['p1', 'p2'].filter((id) => requests[id] !== undefined);
  const machines = {
    requestsFor: ({ kind }: MachineScope) => requestsOf(kind),
    requestsForProjects: () => new Map(projects.map((id) => [id, requestsOf(id)])),
  };
  return chooseMachines({ inventory: { items: () => items }, machines } as unknown as FleetReader);
}

describe('choosing which machines to read', () => {
  it('says what each choice takes', async () => {
    const offered = answer('All Clusters');
    expect(await choose({ attention: 1, all: 880 })).toEqual({ kind: 'all' });
    expect(offered).toEqual([
      ['Clusters Needing Attention: 1 request', 'One Project…: ', 'All Clusters: 880 requests'],
    ]);
  });

  it('offers the projects that have something to read, as text', async () => {
    const offered = answer('One Project…', 'payments');
    expect(await choose({ attention: 0, all: 3, p1: 2, p2: 1 })).toEqual({ kind: 'project', id: 'p1' });
    expect(offered).toEqual([
      ['Clusters Needing Attention: Nothing left to read', 'One Project…: ', 'All Clusters: 3 requests'],
      ['payments: 2 requests', '$\u{200b}(trash) [x]\u{200b}(command:y): 1 request'],
    ]);
  });

  it('has nothing to choose if everything has been read', async () => {
    const offered = answer();
    expect(await choose({})).toBeUndefined();
    expect(offered).toEqual([
      ['Clusters Needing Attention: Nothing left to read', 'All Clusters: Nothing left to read'],
    ]);
  });
});
