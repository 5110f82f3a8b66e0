import { clusterRow } from '../../../../src/items/kinds/cluster';
import { machineRow } from '../../../../src/items/kinds/machine';
import { poolRow } from '../../../../src/items/kinds/pool';
import { foundProjectRow } from '../../../../src/items/kinds/project';
import { pathTo, shownName, type ParentRow, type Row } from '../../../../src/items/kinds';
import type { ItemStore } from '../../../../src/items/kinds/kind';
import { idsBelow } from '../../../../src/items/store/row';

/** What the service says about an item. What is missing, it does not say. */
export interface Said {
  /** Of a cluster or a machine. */
  readonly state?: string | undefined;
  /** Of a cluster, in a word. */
  readonly health?: string | undefined;
  /** How many machines a pool or a cluster has. */
  readonly size?: number | undefined;
  /** Whether it has a UID, which is its name. */
  readonly hasUid?: boolean;
}

/** What one request for the items below a parent returned. */
export interface Answer {
  /** In minutes, and the number of the request unless that is given. */
  readonly at: number;
  readonly requestNumber?: number;
  /** The names of the parent and what contains it; empty for projects. */
  readonly below: string;
  readonly items: readonly (readonly [name: string, said?: Said])[];
  /** Whether the parent has no others. */
  readonly isWhole?: boolean;
}

/** Makes a store learn what requests returned. Nobody asks for what is below an item that is not known. */
export function learn(store: ItemStore, ...answers: readonly Answer[]): void {
  for (const { at, requestNumber = at, below, items, isWhole = true } of answers) {
    const parent = store.descendants().find((row) => pathOf(row) === below) as ParentRow | undefined;
    if (parent === undefined && below !== '') continue;
    const time = { readAt: at, requestNumber };
    const idOf = idsBelow(parent?.id ?? store.rootId);
    const rows = items.map(([name, said = {}]) => rowOf(parent, name, said, time, idOf, store.rootId));
    store.take([{ parent, rows, isWhole }], time);
  }
}

/** `p/c/w`, for a machine pool. */
function pathOf(row: Row): string {
  return row.kind === 'note' ? '' : [...pathTo(row.parent), shownName(row)].join('/');
}

function rowOf(
  parent: ParentRow | undefined,
  name: string,
  { state, health, size, hasUid = true }: Said,
  time: { readonly readAt: number; readonly requestNumber: number },
  idOf: ReturnType<typeof idsBelow>,
  rootId: string,
): Row {
  const metadata = { uid: hasUid ? name : undefined, name };
  const source = { metadata };
  switch (parent?.kind) {
    case undefined:
      return foundProjectRow({ metadata, source }, rootId, time, idOf);
    case 'project': {
      const status = { state, ...(health === undefined ? {} : { health: { state: health } }) };
      const machinePools = size === undefined ? undefined : [{ size }];
      const specSummary = { cloudConfig: { machinePools } };
      return clusterRow(
        parent,
        { search: { value: { metadata, status, specSummary, source }, ...time } },
        idOf,
      );
    }
    case 'cluster':
      return poolRow(
        parent,
        { configUid: 'c', cloudType: 'aws', poolName: name },
        { name, size, source },
        time,
      );
    case 'pool': {
      const status = { instanceState: state };
      return machineRow(
        parent,
        { metadata, status, source, cloudType: 'aws' },
        idOf('machine', metadata.uid, name),
        time,
      );
    }
  }
}
