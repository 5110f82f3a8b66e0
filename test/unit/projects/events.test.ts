import { clusterRef } from '../../../src/items/details/clusterReads';
import { clusterName, uidOf } from '../../../src/items/cluster';
import { Inventory } from '../../../src/items/inventory';
import { clusterOf, type ClusterRow } from '../../../src/items/kinds';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ProjectsModel } from '../../../src/projects/model';
import { yamlDetails } from '../../../src/projects/rowCommands/documents';
import { hoverOf } from '../../../src/projects/hover';
import type { ServiceEvent } from '../../../src/service/resources/logs';
import { attacks } from '../support/hostile';
import { renderHover } from '../support/markdown';
import { rowBelow } from '../support/scripted';
import { atEnd, connected, sourceOf, unhurried } from '../support/service';

const now = Date.parse('2026-11-21T09:30:00Z');

function event(minutes: number, more: Partial<ServiceEvent> = {}): ServiceEvent {
  return {
    metadata: { uid: `e${minutes}`, creationTimestamp: now - minutes * 60_000 },
    severity: 'Normal',
    reason: 'Scaled',
    source: {},
    ...more,
  };
}

/** Rows of the demo service; the cluster named `of` has the events `known`. */
async function start(known: readonly ServiceEvent[], of = 'payments-eu') {
  const { client } = await connected({ projects: 1 }, {}, unhurried());
  const listEvents = () => Promise.resolve({ items: known });
  const model = new ProjectsModel(new Inventory(sourceOf({ ...client, listEvents })));
  atEnd(() => {
    model.inventory.dispose();
  });
  const project = await rowBelow(model, undefined, 'project', 'payments');
  const cluster = await rowBelow(model, project, 'cluster', 'payments-eu');
  const other = await rowBelow(model, project, 'cluster', 'payments-us');
  const healthy = await rowBelow(model, project, 'cluster', 'payments-staging');
  const pool = await rowBelow(model, cluster, 'pool', 'workers');
  const machine = await rowBelow(model, pool, 'machine', 'payments-eu-workers-5');
  const read = [cluster, healthy].find((row) => clusterName(row) === of);
  const readEvents = async (row: ClusterRow) => {
    const ref = clusterRef(row);
    if (ref !== undefined) await model.inventory.clusterReads.read('events', ref);
  };
  if (read !== undefined) await readEvents(read);
  return { model, readEvents, project, cluster, other, healthy, machine };
}

const warning = event(4, {
  severity: 'Warning',
  reason: 'KubeletHasDiskPressure',
  message: 'kubelet has disk pressure',
  involvedObject: { kind: 'machine', name: 'payments-eu-workers-5' },
});

describe('the hover of a cluster', () => {
  it('has the newest warning, after its health', async () => {
    const { model, cluster, machine, other } = await start([
      event(1),
      warning,
      event(5, { severity: 'Error' }),
    ]);
    const line =
      'Warning 4 min ago: KubeletHasDiskPressure, machine payments-eu-workers-5: kubelet has disk pressure';
    const second = (row: Parameters<typeof hoverOf>[0]): string | undefined =>
      renderHover(hoverOf(row, model, now))
        .text.split('\n')[1]
        ?.replaceAll('**', '')
        .trim();
    expect(second(cluster)).toBe(line);
    expect(second(machine)).toBe(line);
    expect(hoverOf(other, model, now)).not.toContain('KubeletHasDiskPressure');
  });

  it('has none if the cluster is healthy, if there is none, or if events were not read', async () => {
    const { model, cluster } = await start([event(1)]);
    expect(hoverOf(cluster, model, now)).not.toContain('Scaled');
    const staging = await start([warning], 'payments-staging');
    expect(staging.model.inventory.itemOf(staging.healthy).state).toBe('healthy');
    expect(hoverOf(staging.healthy, staging.model, now)).not.toContain('KubeletHasDiskPressure');
  });

  it('shows the text of the service literally', async () => {
    const message = attacks.join(' ');
    const { model, cluster } = await start([{ ...warning, severity: 'Error', message, reason: message }]);
    const shown = renderHover(hoverOf(cluster, model, now)).text;
    expect(shown).toContain('[x](command:workbench.action.terminal.new)');
  });

  it('is updated when events were read', async () => {
    const { model, readEvents, cluster, machine, other } = await start([warning], 'payments-staging');
    const changed: string[] = [];
    model.rows.onDidChange(({ rows }) => {
      changed.push(...rows.map(({ id }) => id));
    });
    await readEvents(cluster);
    expect(changed).toEqual(expect.arrayContaining([cluster.id, machine.id]));
    expect(changed).not.toContain(other.id);
  });
});

describe('the details of a cluster', () => {
  it('have the last twenty events, after its own fields', async () => {
    const known = Array.from({ length: 30 }, (_, index) => event(index + 1));
    const { model, cluster } = await start(known);
    const details = parse(await yamlDetails(cluster, model.inventory)) as { events: readonly object[] };
    expect(details.events).toHaveLength(20);
    expect(details.events[0]).toEqual({
      time: '2026-11-21T09:29:00.000Z',
      severity: 'Normal',
      reason: 'Scaled',
    });
    expect(Object.keys(details).at(-1)).toBe('events');
  });

  it('have none if none were read', async () => {
    const { model, other } = await start([warning]);
    expect(parse(await yamlDetails(other, model.inventory))).not.toHaveProperty('events');
  });
});

describe('the events of a machine', () => {
  it('are those of its cluster that involve it', async () => {
    const { model, machine } = await start([event(1), warning]);
    expect(parse(await yamlDetails(machine, model.inventory))).toMatchObject({
      events: [{ reason: 'KubeletHasDiskPressure' }],
    });
  });
});

describe('the events of a row', () => {
  it('are read of its cluster, and none of a project', async () => {
    const { project, cluster, machine } = await start([]);
    const wanted = { uid: uidOf(cluster), projectUid: project.project.metadata?.uid };
    expect(clusterRef(clusterOf(cluster))).toEqual(wanted);
    expect(clusterRef(clusterOf(machine))).toEqual(wanted);
    expect(clusterRef(clusterOf(project))).toBeUndefined();
  });
});
