import { describe, expect, it } from 'vitest';
import { clusterRef } from '../../../src/items/details/clusterReads';
import { needsAttention } from '../../../src/items/severity';
import { readShownCauses } from '../../../src/projects/causes';
import { ProjectsModel } from '../../../src/projects/model';
import { Inventory } from '../../../src/items/inventory';
import { isResourceRow, type ClusterRow, type ParentRow, type ProjectRow } from '../../../src/items/kinds';
import type { ServiceClient } from '../../../src/service/client';
import { ServiceError } from '../../../src/service/errors';
import { Schedule } from '../../../src/service/schedule';
import { hasRead } from '../fleet/openedTab';
import { readerOf } from '../fleet/support';
import { eventually } from '../support/eventually';
import { atEnd, connected, sourceOf, unhurried } from '../support/service';
import { EventEmitter } from '../support/vscode';
import { openOverview } from './support/overview';

const never = new AbortController().signal;

describe('reading machines that stopped before the end', () => {
  async function stopped() {
    const the = await openOverview();
    the.service.faults.add({ kind: 'status', status: 401, operation: 'readCloudConfig' });
    expect(await the.reader.machines.read({ kind: 'all' })).toBe('failed');
    await the.until(({ problems }) => problems.length > 0);
    expect(the.page.texts('#problems li')).toHaveLength(1);
    const pools = () => new Set(the.of('pool').map(({ parent }) => parent));
    return { ...the, pools };
  }

  it('is said until all are read, also after those of one cluster were, and Retry reads all the others', async () => {
    const { page, reader, of, until, pools } = await stopped();
    const [one] = of('cluster').filter(({ id }) => !pools().has(id));
    const before = pools().size;
    expect(await reader.machines.read({ kind: 'clusters', ids: new Set([one?.id ?? '']) })).toBe('complete');
    await until(hasRead);
    expect(pools().size).toBe(before + 1);
    expect(page.text).toContain('Not all machines were read');
    await page.click('Retry: Not all machines were read');
    await until((header) => hasRead(header) && !header.canReadMachines);
    expect(pools().size).toBe(of('cluster').length);
    expect(page.text).not.toContain('Not all machines were read');
  });

  it('is not said any more once the user has read the others in the Projects view', async () => {
    const { page, fleet, of, until } = await stopped();
    for (const { id } of of('cluster')) await fleet.readBelow(id, {});
    for (const { id } of of('pool')) await fleet.readBelow(id, {});
    await until(({ canReadMachines }) => !canReadMachines);
    expect(page.text).not.toContain('Not all machines were read');
  });
});

describe('the overview', () => {
  it('says what could not be read in the Projects view, as the list itself does', async () => {
    const { page, service, fleet, of, until } = await openOverview();
    const [cluster] = of('cluster');
    service.faults.add({ kind: 'status', operation: 'readCloudConfig', status: 500 });
    await fleet.readBelow(cluster?.id ?? '', {}).catch(() => undefined);
    await until(({ problems }) => problems.length > 0);
    expect(page.texts('#problems li')).toEqual([
      expect.stringContaining(`${cluster?.name ?? '?'}: Couldn't load machine pools`),
    ]);
    await page.click('Retry');
    await until(({ problems }) => problems.length === 0);
    expect(of('pool').map(({ parent }) => parent)).toContain(cluster?.id);
  });

  it('does not offer to read machines and causes that the Projects view has read', async () => {
    const { page, service, fleet, of, until, reader } = await openOverview({}, ({ service: before }) => {
      before.faults.add({ kind: 'status', operation: 'readClusterOverview', status: 403, times: 1000 });
    });
    service.faults.clear();
    await reader.causes.retry(AbortSignal.abort());
    reader.reads.onChange();
    await until(({ causeRequests }) => causeRequests > 0);
    expect(page.buttons.join()).toMatch(/Read Machines.*Read Causes/);
    for (const cluster of fleet.clusters)
      await fleet.clusterReads.read('overview', clusterRef(cluster) ?? expect.fail());
    await until(({ causeRequests }) => causeRequests === 0);
    for (const { id } of of('cluster')) await fleet.readBelow(id, {});
    for (const { id } of of('pool')) await fleet.readBelow(id, {});
    await until(({ canReadMachines }) => !canReadMachines);
    expect(page.buttons.join()).not.toMatch(/Read Machines|Read Causes/);
  });
});

/** The reader of a demo service whose client does something else at times. */
async function readerWith(changes: (client: ServiceClient) => Partial<ServiceClient>) {
  const { client, service } = await connected({ projects: 3 }, {}, unhurried());
  return { ...readerOf({ ...client, ...changes(client) }, service.baseUrl), service };
}

it('a read of all clusters that fails late says nothing over a later one that succeeded', async () => {
  const late: ((error: unknown) => void)[] = [];
  let isLate = false;
  const { reader } = await readerWith((client) => ({
    searchClusterMetadata: (options) =>
      isLate ? new Promise((_resolve, reject) => late.push(reject)) : client.searchClusterMetadata(options),
  }));
  await reader.clusters.read();
  isLate = true;
  const timer = reader.clusters.refreshInBackground(never);
  await eventually(() => {
    expect(late).toHaveLength(1);
  });
  isLate = false;
  await reader.clusters.read();
  const shown = reader.state;
  late[0]?.(new ServiceError({ kind: 'unreachable', operation: 'searchClusterMetadata' }));
  await timer;
  expect(reader.state).toEqual(shown);
  expect(reader.clusters.isFailing).toBe(false);
});

it('not all clusters are known any more once the service says so, and no list tells the others', async () => {
  let isCut = false;
  const more = <Of extends { readonly continue?: string | undefined }>(page: Of): Of =>
    isCut ? { ...page, continue: 'more' } : page;
  const { reader, fleet, service } = await readerWith((client) => ({
    searchClusterMetadata: async (options) => more(await client.searchClusterMetadata(options)),
    listProjects: async ({ continue: _, ...query }, options) =>
      more(await client.listProjects(query, options)),
  }));
  await reader.clusters.read();
  expect(fleet.coverage().clusters.total).toBeGreaterThan(0);
  isCut = true;
  service.faults.add({ kind: 'status', operation: 'searchClusters', status: 500, times: 100 });
  await reader.clusters.read();
  expect(reader.state.problems.map(({ text }) => text)).toContain('Cluster details unavailable');
  expect(fleet.coverage().clusters).toMatchObject({ total: undefined });
});

it('a user does not wait for causes that a timer reads again', async () => {
  const { client, service } = await connected({ projects: 12 }, {}, new Schedule({ retries: 0 }));
  const model = new ProjectsModel(new Inventory(sourceOf(client)));
  const none = new EventEmitter<never>().event;
  const causes = readShownCauses(
    { visible: true, onDidExpandElement: none, onDidChangeVisibility: none },
    model,
  );
  atEnd(() => {
    causes.dispose();
    model.inventory.dispose();
  });
  const { rows, inventory } = model;
  const below = async <Row extends ParentRow>(parent: ParentRow | undefined, kind: Row['kind']) =>
    (await rows.children(parent)).filter((row): row is Row => isResourceRow(row) && row.kind === kind);
  const clusters: ClusterRow[] = [];
  const [other, ...projects] = await below<ProjectRow>(undefined, 'project');
  for (const project of projects) {
    clusters.push(...(await below<ClusterRow>(project, 'cluster')));
  }
  const ill = clusters.filter((row) => needsAttention(inventory.itemOf(row).state));
  expect(ill.length).toBeGreaterThan(6);
  for (const cluster of ill) {
    await rows.children(cluster);
  }
  service.clearRequests();
  service.faults.add({ kind: 'hang', operation: 'readClusterOverview', times: Infinity });
  void rows.refreshInBackground(never);
  const overviews = () => service.requests.filter(({ operation }) => operation === 'readClusterOverview');
  await eventually(() => {
    expect(overviews().length).toBeGreaterThanOrEqual(5);
  });
  expect((await below<ClusterRow>(other, 'cluster')).length).toBeGreaterThan(0);
});
