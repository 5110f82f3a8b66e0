import { FleetReader } from '../../../src/reads/fleetReader';
import { expect } from 'vitest';
import type { AgentSources } from '../../../src/agents/tools/context';
import type { ToolName } from '../../../src/agents/toolNames';
import { tools } from '../../../src/agents/toolRunner';
import type { ToolContext } from '../../../src/agents/tools/context';
import { Inventory } from '../../../src/items/inventory';
import type { Connection } from '../../../src/connections/connection';
import type { ServiceClient } from '../../../src/service/client';
import type { Schedule } from '../../../src/service/schedule';
import { fakeChanges } from '../../support/fakeChanges';
import type { ScriptedOptions } from '../../support/demo/service';
import { start } from '../fleet/support';
import { sourceOf } from '../support/service';

/** A result of a tool. */
export interface Result<Data = Readonly<Record<string, unknown>>> {
  readonly notes?: readonly string[];
  readonly data: Data;
  /** How much of a list that is too long: `94 of 12,000`. */
  readonly cut?: string;
}

/** What a list of a tool is. */
export interface Listed<Item> {
  readonly items: readonly Item[];
}

/** How a tool is called in a test. */
export interface CallSetup {
  readonly signal?: AbortSignal;
}

/** A client of a service in which nothing happened. */
export const quiet = (): Partial<ServiceClient> => ({
  listEvents: () => Promise.resolve({ items: [] }),
  listAudits: () => Promise.resolve({ items: [] }),
});

/** The inventory of a connection of which nothing was read. */
export function emptyInventory(connection: Connection, client = quiet()): Inventory {
  return new Inventory({ ...sourceOf(client as ServiceClient), connection });
}

/** What the tools read besides items: nothing. */
export const nothing: Omit<AgentSources, 'inventories'> = {
  roles: () => Promise.resolve(undefined),
  changes: fakeChanges(undefined),
};

/** What the tools read: these items, and nothing besides. */
export function toolContext(
  inventory: Inventory,
  fleet = new FleetReader(inventory),
  signal = new AbortController().signal,
): ToolContext {
  return { ...nothing, inventory, fleet, signal, now: Date.now() };
}

/** The most bytes of a result. */
const maxBytes = 20_000;

/** Calls a tool without checking access. @returns the result, of limited size */
export async function callTool<Data>(
  name: ToolName,
  input: unknown,
  context: ToolContext,
): Promise<Result<Data>> {
  const text = await tools[name].call(input, context);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
  return JSON.parse(text) as Result<Data>;
}

/** The whole list of a tool, which is cut. */
export async function wholeList<Item>(
  call: (skip: number) => Promise<Result<Listed<Item>>>,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let isCut = true; isCut;) {
    const { data, cut, notes } = await call(items.length);
    items.push(...data.items);
    isCut = cut !== undefined;
    if (isCut) expect(notes?.join()).toContain(`skip: ${items.length} `);
  }
  return items;
}

/** The tools with the fleet of a demo service. @param others what the tools read besides items */
export async function startTools(
  options: Partial<ScriptedOptions> = {},
  others: Partial<Omit<AgentSources, 'inventories'>> = {},
  schedule?: Schedule,
) {
  const started = await start(options, schedule);
  const contextOf = ({ signal }: CallSetup = {}): ToolContext => ({
    ...toolContext(started.fleet, started.reader, signal),
    ...others,
  });
  const call = <Data = Readonly<Record<string, unknown>>>(
    name: ToolName,
    input: unknown,
    setup?: CallSetup,
  ): Promise<Result<Data>> => callTool<Data>(name, input, contextOf(setup));
  return { ...started, contextOf, call };
}
