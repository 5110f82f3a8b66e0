import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { activeHour } from '../../../src/demo/server';
import { defaultOptions } from '../../../src/demo/options';
import { EventLists } from '../../../src/items/events';
import type { Inventory } from '../../../src/items/inventory';
import { rolesForAgents } from '../roles/support/forAgents';
import { EventEmitter } from '../support/vscode';
import { startTools } from './support';

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

it('the answers in README.md are those of the demo', async () => {
  const { call, idOf } = await demoTools();
  // Each paragraph on one line.
  const readme = (await readFile('README.md', 'utf8')).replaceAll(/(?<=\S)\n +(?=\S)/g, ' ');

  const { data: health } = await call<{
    clusters: { failed: number; unhealthy: number };
    coverage: { clusters: { total: number } };
  }>('poolview_get_fleet_health', {});
  const { failed, unhealthy } = health.clusters;
  const counts = `Of ${health.coverage.clusters.total} clusters, ${failed} have failed and ${unhealthy} are unhealthy.`;
  expect(readme).toContain(`- "Is everything healthy?" No. ${counts}`);

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
  const machine = /machine (\S+):/.exec(pressure)?.[1];
  const pack = /^pack (\S+)/.exec(crash)?.[1];
  const who = /^[^:]+/.exec(upgrade)?.[0];
  expect(readme).toContain(
    `- "What is wrong with payments-eu?" Since an upgrade by ${who}, ${pack} crashes and fills the disk of ${machine}.`,
  );

  const { data: granted } = await call<{
    items: readonly { readonly holder: { readonly name: string } }[];
  }>('poolview_review_access', { item: idOf('payments-eu'), permission: 'cluster.delete' });
  const teams = granted.items.map(({ holder }) => holder.name).join(' and ');
  expect(readme).toContain(`- "Which teams can delete payments-eu?" ${teams}.`);
});
