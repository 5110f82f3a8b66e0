import { describe, expect, it, vi } from 'vitest';
import { commands } from 'vscode';
import { searchMachines } from '../../../src/fleet/searchMachines';
import type { ScriptedOptions } from '../../support/demo/service';
import { dialogs, type Answers } from '../support/dialogs';
import { start } from './support';

const small = {
  projects: 4,
  clustersPerProject: { exactly: 2 },
  poolsPerCluster: { exactly: 2 },
  machinesPerPool: { exactly: 3 },
} as const;

/** A fleet of which nothing is read, and what a search in it shows. */
async function unread(options: Partial<ScriptedOptions> = {}, answers?: Answers) {
  const started = await start({ ...small, ...options });
  const { service, fleet } = started;
  const machines = service.fleet.projects
    .flatMap((project) => project.clusters)
    .flatMap((cluster) => cluster.pools.flatMap((pool) => service.fleet.machines(cluster, pool)));
  const revealed: string[] = [];
  const shown = dialogs(answers);
  Object.assign(commands, {
    executeCommand: (command: string, given: string) => {
      const name = fleet.items().find(({ id }) => id === given)?.name;
      return Promise.resolve(void revealed.push(name ?? `${command} ${given}`));
    },
  });
  return { ...started, ...shown, machines, revealed };
}

type Machine = Awaited<ReturnType<typeof unread>>['machines'][number];

/** What VS Code renders as an icon or a link. */
const iconOrLink = /\$\(|\]\(/;

describe('a search of all machines', () => {
  it('ends at the machine with this address, and reveals it', async () => {
    const { reader, machines, service, revealed, asked, shown } = await unread({ projects: 20 });
    const machine = machines[0];
    const address = machine?.status.addresses[0]?.address ?? '';
    await searchMachines(reader, ` ${address} `);
    expect(revealed).toEqual([machine?.metadata.name]);
    expect(shown).toEqual([]);
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
    const { reader, machines, revealed } = await unread();
    const machine = machines.at(-1) ?? expect.fail();
    await searchMachines(reader, textOf(machine));
    expect(revealed).toEqual([machine.metadata.name]);
  });

  it('sends nothing if the machine is known', async () => {
    const { machines, reader, revealed, asked } = await unread();
    await reader.clusters.read();
    await reader.machines.read({ kind: 'all' });
    asked();
    await searchMachines(reader, machines[3]?.metadata.uid);
    expect(revealed).toEqual([machines[3]?.metadata.name]);
    expect(asked()).toEqual({});
  });

  it('goes to the machines that contain the text if none is called so', async () => {
    const { reader, machines, revealed } = await unread();
    const part = machines[0]?.metadata.name.slice(0, -1) ?? '';
    const wanted = machines.map(({ metadata }) => metadata.name).filter((name) => name.includes(part));
    expect(wanted.length).toBeGreaterThan(1);
    await searchMachines(reader, part);
    expect(revealed).toEqual([`poolview.goTo ${part}`]);
  });

  it('says what was searched if there is no such machine', async () => {
    const { reader, machines, revealed, shown } = await unread();
    await searchMachines(reader, 'no such machine');
    expect(revealed).toEqual([]);
    expect(shown).toEqual([
      `No machine has this name, UID or address. Searched ${machines.length} machines in 8 clusters.`,
    ]);
  });

  it('says what could not be read, and can be retried', async () => {
    const recovers = vi.fn();
    const { reader, machines, service, shown, revealed } = await unread({}, () => {
      recovers();
      return recovers.mock.calls.length > 1 ? undefined : 'Retry';
    });
    recovers.mockImplementation(() => {
      service.faults.clear();
    });
    const wanted = machines.at(-1);
    service.faults.add({ kind: 'status', status: 403, operation: 'listMachines', times: Infinity });
    await searchMachines(reader, wanted?.metadata.uid);
    expect(shown).toEqual([
      expect.stringMatching(
        /^No machine has this .* Searched 0 machines in 0 of 8 clusters\. Not everything could be read: .+\.$/,
      ),
    ]);
    expect(revealed).toEqual([wanted?.metadata.name]);
  });

  it('counts only clusters of which all machines were read, and says how many problems it does not show', async () => {
    const { reader, machines, service, shown } = await unread();
    const failed = service.fleet.projects.flatMap(({ clusters }) => clusters).slice(0, 2);
    const configs = new RegExp(failed.map(({ configUid }) => configUid).join('|'));
    service.faults.add({
      kind: 'status',
      status: 403,
      operation: 'listMachines',
      match: configs,
      times: Infinity,
    });
    await searchMachines(reader, 'no such machine');
    expect(shown).toEqual([
      expect.stringMatching(
        new RegExp(
          `Searched ${machines.length - 12} machines in 6 of 8 clusters\\. Not everything could be read: .*, and 1 more\\.$`,
        ),
      ),
    ]);
  });

  it('says so if the service does not list machine pools, without a retry, which would not help', async () => {
    const { reader, shown, buttons } = await unread({ profile: 'interface' });
    await searchMachines(reader, '10.0.0.25');
    expect(shown).toEqual([
      expect.stringMatching(/in 0 of 8 clusters\. .*Machines of 8 clusters unavailable/),
    ]);
    expect(buttons).toEqual([['Open Fleet Overview']]);
  });

  it('says what could not be read without icons and links of the service', async () => {
    const { reader, service, shown } = await unread({ hostile: true });
    service.faults.add({ kind: 'status', status: 400, operation: 'listMachines', times: Infinity });
    await searchMachines(reader, 'no such machine');
    expect(shown).toEqual([expect.stringMatching(/Not everything could be read: .*\(trash\)/)]);
    expect(shown.join()).not.toMatch(iconOrLink);
  });

  it('ends when the user cancels, and keeps what has been read', async () => {
    const { fleet, reader, service, shown, cancel, revealed } = await unread();
    service.faults.add({ kind: 'hang', operation: 'listMachines', times: Infinity });
    const searching = searchMachines(reader, '10.0.0.25');
    await expect.poll(() => service.requests.at(-1)?.operation).toBe('listMachines');
    cancel();
    await searching;
    expect([revealed, shown]).toEqual([[], []]);
    expect(fleet.coverage().clusters.read).toBe(8);
  });

  it.each([undefined, 7, {}, '  '])('for %j does nothing', async (text) => {
    const { reader, asked, shown } = await unread();
    await searchMachines(reader, text);
    expect([asked(), shown]).toEqual([{}, []]);
  });
});
