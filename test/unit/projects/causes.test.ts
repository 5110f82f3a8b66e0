import { rowItem } from '../support/rowItem';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { factOf } from '../../../src/items/cluster';
import { Inventory } from '../../../src/items/inventory';
import { healthOf } from '../support/health';
import type { ClusterRow, ProjectRow } from '../../../src/items/kinds';
import { readFact, readShownCauses } from '../../../src/projects/causes';
import { readHover } from '../../../src/projects/hover';
import { ProjectsModel } from '../../../src/projects/model';
import { yamlDetails } from '../../../src/projects/rowCommands/documents';
import type { ServiceClient } from '../../../src/service/client';
import { ServiceError } from '../../../src/service/errors';
import { eventually } from '../support/eventually';
import { renderHover } from '../support/markdown';
import { rowBelow } from '../support/scripted';
import { atEnd, connected, sourceOf, unhurried } from '../support/service';
import { EventEmitter } from '../support/vscode';

/** The Projects view of a demo service, in which a project is expanded. */
async function start(changes: Partial<ServiceClient> = {}, name = 'payments') {
  const { client, records } = await connected({ projects: 2 }, {}, unhurried());
  const model = new ProjectsModel(new Inventory(sourceOf({ ...client, ...changes })));
  const expanded = new EventEmitter<{ readonly element: string }>();
  const visibility = new EventEmitter<{ readonly visible: boolean }>();
  const view = {
    visible: true,
    onDidExpandElement: expanded.event,
    onDidChangeVisibility: visibility.event,
  };
  const causes = readShownCauses(view, model);
  atEnd(() => {
    causes.dispose();
    model.inventory.dispose();
  });
  const project = await rowBelow(model, undefined, 'project', name);
  model.rows.setExpanded(project, true);
  const clusterOf = (cluster: string) => rowBelow(model, project, 'cluster', cluster);
  const eu = await clusterOf(`${name}-eu`);
  let seen = records.length;
  /** The requests since the last call, without those for the metrics of hovers. */
  const requests = (): readonly string[] =>
    records
      .slice(seen, (seen = records.length))
      .map(({ operation }) => operation)
      .filter((operation) => operation !== 'listMachineMetrics');
  /** What VS Code does when the user expands a row. */
  const expand = async (row: ClusterRow | ProjectRow): Promise<void> => {
    model.rows.setExpanded(row, true);
    expanded.fire({ element: row.id });
    await model.rows.children(row);
  };
  const show = (isVisible: boolean): void => {
    view.visible = isVisible;
    visibility.fire({ visible: isVisible });
  };
  /** Waits for the overview of a cluster, and returns the cause of its state. */
  const causeOf = async (row: ClusterRow): Promise<string> => {
    await eventually(() => {
      expect(factOf(row, 'overview')).toBeDefined();
    });
    return healthOf(row, model).cause;
  };
  const hover = async (row: ClusterRow): Promise<string> =>
    renderHover(await readHover(row, model, Date.now())).text;
  return { model, project, eu, clusterOf, requests, expand, show, causeOf, hover };
}

const failure = 'fluent-bit CrashLoopBackOff';
const expanding = ['readCloudConfig', 'readClusterOverview'];

describe('expanding a cluster', () => {
  it('that needs attention reads once what has failed, and the row says it first', async () => {
    const { model, eu, requests, expand, causeOf } = await start();
    await expand(eu);
    expect(await causeOf(eu)).toBe(failure);
    expect(requests()).toEqual(expanding);
    await expand(eu);
    const workers = await rowBelow(model, eu, 'pool', 'workers');
    await model.rows.children(workers);
    expect(await causeOf(eu)).toBe(`${failure} · DiskPressure: 1 machine`);
    expect(requests()).toEqual(['listMachines']);
    const { state, cause, message } = model.inventory.itemOf(eu);
    expect([state, cause]).toEqual(['unhealthy', `${failure} · DiskPressure: 1 machine`]);
    expect(message).toMatch(/^Pod fluent-bit-x7k2p on payments-eu-workers-5 crashes/);
  });

  it('that is healthy reads only its list', async () => {
    const { model, clusterOf, requests, expand } = await start();
    const healthy = await clusterOf('payments-staging');
    await expand(healthy);
    expect(requests()).toEqual(['readCloudConfig']);
    expect(healthOf(healthy, model)).toEqual({ state: 'healthy', cause: '' });
  });

  it('that is in a hidden view or in a collapsed project reads nothing, but showing the view does', async () => {
    const { model, project, eu, requests, show, causeOf } = await start();
    show(false);
    model.rows.setExpanded(eu, true);
    await model.rows.children(eu);
    expect(requests()).toEqual(['readCloudConfig']);
    show(true);
    expect(await causeOf(eu)).toContain(failure);
    model.rows.setExpanded(project, false);
    await model.inventory.refresh(eu);
    expect(requests()).toEqual(['readClusterOverview', 'readCloudConfig']);
  });

  it('reads nothing when other code reads what is below it', async () => {
    const { model, eu, requests } = await start();
    await model.inventory.readBelow(eu.id, {});
    await model.store.load(eu);
    expect(requests()).toEqual(['readCloudConfig']);
  });
});

describe('a refresh', () => {
  it('reads again, once, what has failed in an expanded cluster, and the cause stays until then', async () => {
    const { model, eu, requests, expand, causeOf } = await start();
    await expand(eu);
    const before = await causeOf(eu);
    requests();
    const causes = new Set<string>();
    model.store.onDidChange(() => causes.add(healthOf(eu, model).cause));
    await model.inventory.refresh();
    const read: string[] = [];
    await eventually(() => {
      read.push(...requests());
      expect(read.filter((operation) => operation === 'readClusterOverview')).toHaveLength(1);
    });
    expect([...causes]).toEqual([before]);
  });
});

describe('hovering over a cluster', () => {
  it('that needs attention reads once what has failed', async () => {
    const { eu, requests, hover, model } = await start();
    const shown = await hover(eu);
    expect(shown).toContain(failure);
    expect(shown).toContain('Kubernetes');
    expect(shown).toMatch(/fluent-bit 0\.48\.5: Error\*?\*?, CrashLoopBackOff/);
    await hover(eu);
    expect(requests()).toEqual(['readClusterOverview']);
    await model.inventory.refresh();
    requests();
    await hover(eu);
    expect(requests()).toEqual(['readClusterOverview']);
  });

  it('that is healthy reads nothing', async () => {
    const { clusterOf, requests, hover } = await start();
    await hover(await clusterOf('payments-staging'));
    expect(requests()).toEqual([]);
  });

  it('does not wait long', async () => {
    const { eu, hover } = await start({ readClusterOverview: () => new Promise(() => undefined) });
    expect(await hover(eu)).not.toContain('fluent-bit');
  });

  it.each([
    ['forbidden', 403, 'not read: The API key probably lacks the cluster.get permission (403).'],
    ['unsupported', 404, "not read: The service doesn't support this (404)."],
    ['serviceFault', 500, 'not read: The service reported an internal error (500).'],
    ['invalidResponse', 200, 'not read: Unexpected response. Check the base URL.'],
  ] as const)('says in a line why nothing could be read: %s', async (kind, status, text) => {
    const operation = 'readClusterOverview';
    const error = new ServiceError({ kind, operation, status, permission: 'cluster.get' });
    const { eu, hover, model, requests } = await start({
      readClusterOverview: () => Promise.reject(error),
    });
    expect(await hover(eu)).toContain(text);
    expect(healthOf(eu, model).cause).toBe('1 of 15 machines unhealthy');
    expect(await yamlDetails(eu, model.inventory)).toContain('notRead:');
    expect(requests()).toEqual([]);
  });
});

describe('a cluster that waits for approval', () => {
  it('says so in its row, and why in its hover', async () => {
    const { model, clusterOf, requests, hover } = await start({}, 'ledger');
    const row = await clusterOf('ledger-us');
    expect(rowItem(row, model).description).toMatch(/^waiting for approval · 2 pools/);
    expect(model.inventory.itemOf(row).isWaiting).toBe(true);
    const shown = await hover(row);
    expect(shown).toContain('Waiting for approval');
    expect(shown).toMatch(/KubernetesVersionChanged: .* kubernetes 1\.\d+\.\d+ → kubernetes 1\./);
    await hover(row);
    expect(requests()).toEqual(['readRepave']);
  });

  it('says why the reason could not be read', async () => {
    const error = new ServiceError({ kind: 'forbidden', operation: 'readRepave', permission: 'cluster.get' });
    const { clusterOf, hover } = await start({ readRepave: () => Promise.reject(error) }, 'ledger');
    const shown = await hover(await clusterOf('ledger-us'));
    expect(shown).toMatch(/Waiting for approval[^]*not read: The API key probably lacks/);
  });
});

describe('the details of a cluster', () => {
  it('have its packs, conditions and version, also if it is healthy', async () => {
    const { model, clusterOf, requests } = await start();
    const healthy = await clusterOf('payments-staging');
    await readFact('overview', healthy, model.inventory);
    await readFact('overview', healthy, model.inventory);
    expect(requests()).toEqual(['readClusterOverview']);
    const { overview } = parse(await yamlDetails(healthy, model.inventory)) as {
      readonly overview: {
        readonly status: { readonly packs: readonly object[]; readonly kubeMeta: object };
      };
    };
    const { packs, kubeMeta } = overview.status;
    expect(packs[0]).toEqual({
      name: expect.any(String) as string,
      version: expect.any(String) as string,
      type: 'oci',
      profileUid: expect.any(String) as string,
      startTime: expect.stringMatching(/^20.*Z$/) as string,
      endTime: expect.stringMatching(/^20.*Z$/) as string,
      condition: expect.objectContaining({ type: 'Ready', status: 'True' }) as object,
    });
    expect(kubeMeta).toEqual({ kubernetesVersion: expect.stringMatching(/^1\./) as string });
  });
});
