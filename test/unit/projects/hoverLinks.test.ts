import { describe, expect, it } from 'vitest';
import type { ResourceRow } from '../../../src/items/kinds';
import { foundClusterRow } from '../../../src/items/kinds/cluster';
import { machineRow } from '../../../src/items/kinds/machine';
import { poolRow } from '../../../src/items/kinds/pool';
import { foundProjectRow } from '../../../src/items/kinds/project';
import { hoverOf } from '../../../src/projects/hover';
import { idsBelow } from '../../../src/items/store/row';
import { requestTime } from '../../../src/service/requestTime';
import { renderHover } from '../support/markdown';
import { foundClusterFrom, machineFrom, projectFrom } from '../support/resources';
import { scriptedModel } from '../support/scripted';

const console = 'https://console.example';

/** A row of each kind, with this UID, name and address. */
function rowsWith(uid: string, name: string, address = ''): readonly ResourceRow[] {
  const metadata = { uid, name };
  const project = foundProjectRow(projectFrom({ metadata }), 'view', requestTime());
  const cluster = foundClusterRow(project, foundClusterFrom({ metadata }), requestTime());
  const pool = poolRow(cluster, { cloudType: 'aws', configUid: uid, poolName: name });
  const read = machineFrom({ metadata, status: { addresses: [{ address }] } });
  const machine = machineRow(pool, read, idsBelow(pool.id)('machine', uid, name), requestTime());
  return [project, cluster, pool, machine];
}

/** What shows the hovers of rows. */
async function hovers() {
  const { model } = await scriptedModel({});
  return (row: ResourceRow, consoleUrl?: string) =>
    renderHover(hoverOf(row, { inventory: model.inventory, consoleUrl }, Date.now())).links;
}

describe('the links of a hover', () => {
  it('run what works on the item [guarantee: hover-links]', async () => {
    const linksOf = await hovers();
    const titles = (row: ResourceRow, consoleUrl?: string) =>
      linksOf(row, consoleUrl).map(({ title }) => title);
    const shown = rowsWith('u', 'n', '10.0.0.1').map((row) => titles(row, console));
    const [details, timeline, address, page] = [
      ...['Show Details', 'Show Timeline', 'Copy Address', 'Open in Web Console'],
    ];
    expect(shown).toEqual([
      [details, timeline, page],
      [details, timeline, page],
      [details, timeline, page],
      [details, timeline, address, page],
    ]);
    expect(rowsWith('u', 'n').map((row) => titles(row))).toEqual([
      [details, timeline],
      [details, timeline],
      [details, timeline],
      [details, timeline],
    ]);
    // Its UID would lead to another page.
    expect(rowsWith('a/b', 'n').map((row) => titles(row, console))[0]).toEqual([details, timeline]);
  });

  it('are left out if the item has so long a name that VS Code would cut them', async () => {
    const linksOf = await hovers();
    const [project] = rowsWith('', 'x'.repeat(10_000));
    expect(project && linksOf(project, console)).toEqual([]);
  });
});
