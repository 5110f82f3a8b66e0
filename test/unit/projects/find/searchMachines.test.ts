import { describe, expect, it } from 'vitest';
import { goTo } from '../../../../src/projects/find/goTo';
import type { ScriptedOptions } from '../../../support/demo/service';
import { start } from '../../fleet/support';
import { dialogs } from '../../support/dialogs';
import { nextQuickPick } from '../../support/quickPick';
import { viewOf } from '../../support/treeView';

const small = {
  projects: 4,
  clustersPerProject: { exactly: 2 },
  poolsPerCluster: { exactly: 2 },
  machinesPerPool: { exactly: 3 },
} as const;

/** A fleet of which nothing is read, and *Go to…* with a text, in which the user searches all machines. */
async function unread(options: Partial<ScriptedOptions> = {}) {
  const started = await start({ ...small, ...options });
  const { service, fleet, reader, model } = started;
  const machines = service.fleet.projects
    .flatMap((project) => project.clusters)
    .flatMap((cluster) => cluster.pools.flatMap((pool) => service.fleet.machines(cluster, pool)));
  const revealed: (string | undefined)[] = [];
  const { shown } = dialogs();
  const { view } = viewOf((id) =>
    Promise.resolve(void revealed.push(fleet.items().find((item) => item.id === id)?.name)),
  );
  /** Types a text, waits for the service, and searches all machines. */
  const search = async (text: string) => {
    const list = nextQuickPick();
    const going = goTo(view, model, reader);
    list.type(text);
    await expect.poll(() => list.busy).toBe(false);
    started.asked();
    list.choose(...list.items.slice(-1));
    return { list, going };
  };
  /** The same, until everything was read. */
  const searched = async (text: string) => {
    const { list, going } = await search(text);
    await expect.poll(() => list.busy, { timeout: 10_000 }).toBe(false);
    const labels = list.items.map(({ label, description, detail }) => ({ label, description, detail }));
    return { list, going, labels, last: labels.at(-1) };
  };
  return { ...started, shown, machines, revealed, search, searched };
}

type Machine = Awaited<ReturnType<typeof unread>>['machines'][number];

/** What VS Code renders as an icon or a link. */
const iconOrLink = /\$\(|\]\(/;

const none = 'No machine has this name, UID or address.';

describe('a search of all machines', () => {
  it('ends at the machine with this address, and reveals it', async () => {
    const { machines, service, revealed, asked, search } = await unread({ projects: 20 });
    const machine = machines[0];
    const { going } = await search(` ${machine?.status.addresses[0]?.address ?? ''} `);
    await going;
    expect(revealed).toEqual([machine?.metadata.name]);
    const { searchClusterMetadata, listMachines = 0 } = asked();
    expect(searchClusterMetadata).toBe(1);
    const pools = service.fleet.projects.flatMap(({ clusters }) => clusters.flatMap((one) => one.pools));
    expect(listMachines).toBeLessThan(pools.length);
  });

  it.each<[string, (machine: Machine) => string]>([
    ['its UID', ({ metadata }) => metadata.uid],
    ['its name in capitals', ({ metadata }) => metadata.name.toUpperCase()],
    ['its address and a port', ({ status }) => `${status.addresses[0]?.address ?? ''}:22`],
    ['its address and the size of its network', ({ status }) => `${status.addresses[0]?.address ?? ''}/24`],
  ])('finds a machine by %s', async (_, textOf) => {
    const { machines, revealed, search } = await unread();
    const machine = machines.at(-1) ?? expect.fail();
    await (
      await search(textOf(machine))
    ).going;
    expect(revealed).toEqual([machine.metadata.name]);
  });

  it.each([
    ['state:failed cloud:aws', true],
    ['state:failed kind:cluster', false],
  ])(
    'by terms, %s, reads only where they may select machines, and finds these',
    async (line, isOfMachines) => {
      const { service, of, search, asked } = await unread({ projects: 128 });
      const found = () => of('machine').filter(({ state }) => state === 'failed');
      const { list } = await search(line);
      await expect.poll(() => list.busy, { timeout: 10_000 }).toBe(false);
      const clusters = service.fleet.projects.flatMap((project) => project.clusters);
      const wanted = clusters.filter(({ cloudType }) => isOfMachines && cloudType === 'aws');
      expect(asked()['readCloudConfig'] ?? 0).toBe(wanted.length);
      const labels = list.items.map(({ label }) => label);
      expect(found().length > 0).toBe(isOfMachines);
      expect(labels).toEqual(expect.arrayContaining(found().map(({ name }) => name)));
      list.hidden.fire();
    },
  );

  it('says in the list how far it is, and in the end lists what contains the text', async () => {
    const { service, machines, search } = await unread();
    let release = (): void => undefined;
    const until = new Promise<void>((resolve) => (release = resolve));
    service.faults.add({ kind: 'hold', until, operation: 'listMachines', times: 1 });
    const part = machines[0]?.metadata.name.slice(0, -1) ?? '';
    const wanted = machines.map(({ metadata }) => metadata.name).filter((name) => name.includes(part));
    expect(wanted.length).toBeGreaterThan(1);
    const { list } = await search(part);
    await expect.poll(() => list.items.at(-1)?.description).toMatch(/ read · \d+ of \d+ requests$/);
    expect(list.items.at(-1)?.label).toBe('Searching…');
    // A user who looks something up elsewhere loses nothing.
    expect(list).toMatchObject({ busy: true, ignoreFocusOut: true });
    release();
    await expect.poll(() => list.busy).toBe(false);
    expect(list.items.map(({ label }) => label)).toEqual(expect.arrayContaining(wanted));
    list.hidden.fire();
  });

  it('says what was searched if there is no such machine', async () => {
    const { machines, searched, shown } = await unread();
    const { last } = await searched('no such machine');
    expect(last?.label).toBe(`${none} Searched ${machines.length} machines in 8 clusters.`);
    expect(shown).toEqual([]);
  });

  it('says what could not be read, and searches again', async () => {
    const { machines, service, searched, revealed } = await unread();
    const wanted = machines.at(-1);
    service.faults.add({ kind: 'status', status: 403, operation: 'listMachines', times: Infinity });
    const { list, going, last } = await searched(wanted?.metadata.uid ?? '');
    expect(last).toMatchObject({
      label: 'Search Again',
      description: `${none} Searched 0 machines in 0 of 8 clusters.`,
    });
    expect(last?.detail).toMatch(/^Not everything could be read: .+\.$/);
    service.faults.clear();
    list.choose(...list.items.slice(-1));
    await going;
    expect(revealed).toEqual([wanted?.metadata.name]);
  });

  it('counts only clusters of which all machines were read, and says how many problems it does not show', async () => {
    const { machines, service, searched } = await unread();
    const failed = service.fleet.projects.flatMap(({ clusters }) => clusters).slice(0, 2);
    const configs = new RegExp(failed.map(({ configUid }) => configUid).join('|'));
    service.faults.add({
      kind: 'status',
      status: 403,
      operation: 'listMachines',
      match: configs,
      times: Infinity,
    });
    const { last } = await searched('no such machine');
    expect(last?.description).toBe(`${none} Searched ${machines.length - 12} machines in 6 of 8 clusters.`);
    expect(last?.detail).toMatch(/^Not everything could be read: .*, and 1 more\.$/);
  });

  it('says what could not be read without icons and links of the service', async () => {
    const { service, searched } = await unread({ hostile: true });
    service.faults.add({ kind: 'status', status: 400, operation: 'listMachines', times: Infinity });
    const { last } = await searched('no such machine');
    expect(last?.detail).toMatch(/\(trash\)/);
    expect(last?.detail).not.toMatch(iconOrLink);
  });

  it('ends when the user types on or closes the list, and keeps what has been read', async () => {
    const { fleet, service, search, shown } = await unread();
    service.faults.add({ kind: 'hang', operation: 'listMachines', times: Infinity });
    const { list, going } = await search('10.0.0.25');
    await expect.poll(() => service.requests.at(-1)?.operation).toBe('listMachines');
    list.type('10.0.0.2');
    expect(list.items.at(-1)?.label).toBe('Search all machines for');
    expect(list).toMatchObject({ ignoreFocusOut: false });
    list.hidden.fire();
    await going;
    expect(shown).toEqual([]);
    expect(fleet.coverage().clusters.read).toBe(8);
  });
});
