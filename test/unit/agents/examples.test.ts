import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { ToolName } from '../../../src/agents/toolNames';
import { toolNames } from '../../../src/agents/toolNames';
import { activeHour } from '../../../src/demo/server';
import { defaultOptions } from '../../../src/demo/options';
import { EventLists } from '../../../src/items/events';
import type { Inventory } from '../../../src/items/inventory';
import { isObject } from '../../../src/service/readers';
import { rolesForAgents } from '../roles/support/forAgents';
import { EventEmitter } from '../support/vscode';
import { startTools } from './support';

/** A call of a tool in docs/agents.md, and the part of its result that is shown. */
interface Example {
  readonly tool: ToolName;
  readonly input: string;
  readonly data: object;
}

async function examples(): Promise<readonly Example[]> {
  const text = await readFile('docs/agents.md', 'utf8');
  return [...text.matchAll(/^`(\w+)` with `(.*)`:\n\n```json\n([^`]*)```/gm)].map(
    ([, name, input = '', json = '']) => {
      const tool = toolNames.find((known) => known === name);
      const data: unknown = JSON.parse(json);
      if (tool === undefined || !isObject(data)) throw new Error(`There is no tool ${name}.`);
      return { tool, input, data };
    },
  );
}

/** Matches what has at least these properties; a list has at least these items. */
function atLeast(value: unknown): unknown {
  if (Array.isArray(value)) return expect.arrayContaining(value.map(atLeast));
  if (!isObject(value)) return value;
  return expect.objectContaining(
    Object.fromEntries(Object.entries(value).map(([name, field]) => [name, atLeast(field)])),
  );
}

/** The tools with the demo that `npm start` and *Try the Demo* show. */
async function demoTools() {
  const shown: { inventory?: Inventory } = {};
  const { roles } = await rolesForAgents(() => shown.inventory);
  const events = new EventLists({ session: undefined, onDidChange: new EventEmitter<undefined>().event });
  const { call, fleet } = await startTools({ ...defaultOptions, activity: activeHour }, { roles, events });
  shown.inventory = fleet;
  const idOf = (name: string): string => fleet.items().find((item) => item.name === name)?.id ?? '';
  return { call, idOf };
}

it('the results in docs/agents.md are those of the demo', async () => {
  const { call, idOf } = await demoTools();
  const all = await examples();
  expect(all.length).toBeGreaterThan(3);
  for (const { tool, input, data } of all) {
    // `<name>` stands for the id of the item with this name.
    const given = input.replace(/<(.+)>/, (_text, name: string) => idOf(name));
    const result = await call(tool, JSON.parse(given));
    expect(result.data, `${tool} ${input}`).toEqual(atLeast(data));
  }
});

/** A document, each paragraph on one line. */
async function unwrapped(file: string): Promise<string> {
  return (await readFile(file, 'utf8')).replaceAll(/(?<=\S)\n +(?=\S)|(?<=\S)\n(?=[^\s-])/g, ' ');
}

it('the answers in docs/agents.md are those of the demo', async () => {
  const { call, idOf } = await demoTools();
  const agents = await unwrapped('docs/agents.md');

  const { data: health } = await call<{
    clusters: { failed: number; unhealthy: number };
    coverage: { clusters: { total: number } };
  }>('poolview_get_fleet_health', {});
  const { failed, unhealthy } = health.clusters;
  const counts = `Of ${health.coverage.clusters.total} clusters, ${failed} have failed and ${unhealthy} are unhealthy.`;
  expect(agents).toContain(`No. ${counts}`);

  const { data: timeline } = await call<{
    items: readonly { readonly source: string; readonly text: string }[];
  }>('poolview_timeline', { id: idOf('payments-eu') });
  const told = (source: string, about: string): string =>
    timeline.items.find((entry) => entry.source === source && entry.text.includes(about))?.text ?? '?';
  const [pressure, crash, upgrade] = [
    told('Event', 'DiskPressure'),
    told('Status', 'CrashLoopBackOff'),
    told('Audit', 'Upgraded pack'),
  ];
  for (const text of [pressure, crash, upgrade]) expect(agents).toContain(`"text": "${text}"`);
  type Names = readonly { readonly name: string }[];
  const { data: granted } = await call<{
    items: readonly { readonly holder: { readonly name: string }; readonly roles: Names }[];
  }>('poolview_review_access', { item: idOf('payments-eu'), permission: 'cluster.delete' });
  const teams = granted.items.map(({ holder }) => holder.name).join(' and ');
  const [role, ...others] = new Set(granted.items.flatMap(({ roles }) => roles.map(({ name }) => name)));
  expect(others).toEqual([]);
  const answer = `${teams}, each through ${role} with filter pci-dss.`;
  expect(agents).toContain(answer);
});
