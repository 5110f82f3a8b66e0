import { describe, expect, it } from 'vitest';
import { checkCertificates } from '../../../src/fleet/reads';
import { fields, sortedBy } from '../../../src/items/fields';
import { needsAttention } from '../../../src/items/severity';
import type { ScriptedOptions } from '../../support/demo/service';
import { eventually } from '../support/eventually';
import { start } from './support';

/** Runs the command. */
async function run(options: Partial<ScriptedOptions> = {}) {
  const the = await start({ projects: 3, ...options });
  const done = checkCertificates(the.reader);
  /** The names of the clusters and what their column says, as the overview sorts them. */
  const column = (): readonly (readonly [string, string])[] =>
    sortedBy(
      the.of('cluster').map((item) => ({ item, containers: [] })),
      'certificate',
      false,
    ).map((placed) => [placed.item.name, fields.certificate.text(placed)]);
  const reads = () => the.service.requests.filter(({ operation }) => operation === 'readCertificates');
  return { ...the, done, column, reads };
}

describe('Check Certificates', () => {
  it('fills the column, with the certificate that was not renewed first', async () => {
    const { done, clusters, asked, column, of, reader } = await run();
    const progress = new Set<unknown>();
    reader.onDidChange(() => progress.add(reader.state.reading?.what));
    await done;
    expect([...progress]).toContain('certificates');
    expect(reader.state).toMatchObject({ reading: undefined, problems: [] });
    expect(asked()).toMatchObject({ readCertificates: clusters().length });
    const [[first = ''] = [], ...others] = column();
    expect(first).toBe('ledger-dr');
    // The control plane of the last one is still being created.
    expect(others.at(-1)?.[1]).toBe('No certificates');
    const cluster = of('cluster').find(({ name }) => name === 'ledger-dr');
    expect(cluster).toMatchObject({
      state: 'unhealthy',
      cause: 'Certificate etcd-server expires in 6 days',
      certificate: { name: 'etcd-server' },
    });
  });

  it('does not warn of the certificates of a cluster that is being deleted', async () => {
    const { reader, clusters, done, of, column } = await run();
    await done;
    const dr = clusters().find(({ name }) => name === 'ledger-dr') ?? expect.fail();
    Object.assign(dr, { state: 'Deleting' });
    await reader.clusters.read();
    expect(column()[0]?.[0]).toBe('ledger-dr');
    const { state = 'unknown' } = of('cluster').find(({ name }) => name === 'ledger-dr') ?? {};
    expect([state, needsAttention(state)]).toEqual(['inTransition', false]);
  });

  it('says at the end which clusters could not be read, and why', async () => {
    const { done, service, reader, column } = await run();
    service.faults.add(
      { kind: 'status', status: 403, operation: 'readCertificates' },
      { kind: 'status', status: 500, operation: 'readCertificates' },
    );
    await done;
    const reasons = column()
      .map(([, text]) => text)
      .filter((text) => !/^\d|^No certificates/.test(text));
    expect(reasons.toSorted()).toEqual([
      expect.stringContaining('The API key probably lacks the cluster.get permission (403'),
      expect.stringContaining('The service reported an internal error (500'),
    ]);
    expect(reader.state.problems).toEqual([
      expect.objectContaining({ text: 'The certificates of 2 clusters were not read', canRetry: false }),
    ]);
  });

  it('ends at once when it is canceled, and what was read stays', async () => {
    const { done, service, reader, reads, clusters } = await run();
    service.faults.add({ kind: 'hang', operation: 'readCertificates', times: Infinity });
    await eventually(() => {
      expect(reads()).not.toEqual([]);
    });
    expect(reader.state.reading).toMatchObject({ what: 'certificates', total: clusters().length });
    reader.reads.cancel();
    await done;
    expect(reader.state).toMatchObject({ reading: undefined, problems: [] });
    expect(reads().length).toBeLessThan(clusters().length);
  });

  it('reads none if it is canceled while the clusters are read', async () => {
    const the = await start({ projects: 3 });
    the.service.faults.add({ kind: 'hang', operation: 'searchClusterMetadata', times: Infinity });
    const done = checkCertificates(the.reader);
    await eventually(() => {
      expect(the.reader.state.reading?.what).toBe('clusters');
    });
    the.reader.reads.cancel();
    await done;
    expect(the.asked()).not.toHaveProperty('readCertificates');
  });

  it('ends if the user switches to another connection', async () => {
    const { done, fleet, service, reads } = await run();
    service.faults.add({ kind: 'hang', operation: 'readCertificates', times: Infinity });
    await eventually(() => {
      expect(reads()).not.toEqual([]);
    });
    const sent = service.requests.length;
    fleet.dispose();
    await done;
    expect(service.requests).toHaveLength(sent);
  });
});
