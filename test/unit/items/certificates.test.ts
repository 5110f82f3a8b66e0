import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { certificatesOf, expiryFailure } from '../../../src/items/certificates';
import { expiryText } from '../../../src/items/fields';
import { clusterHealth, withFailure } from '../../../src/items/kinds/clusterHealth';
import { readCertificates, type ClusterOverview } from '../../../src/service/resources/clusterFacts';
import { clusterWith } from '../support/clusters';
import { attacks } from '../support/hostile';
import { foundClusterFrom } from '../support/resources';

const now = Date.UTC(2026, 10, 24);
const day = 24 * 60 * 60 * 1000;
const at = (days: number): string => new Date(now + days * day).toISOString();

/** The certificates of two machines, as the service sends them; `null` for a service that sends something else. */
const read = (json: unknown) => readCertificates('c', 'p').read(json) ?? {};
const of = (...all: readonly (readonly [name: unknown, expiry: unknown])[]) =>
  read({
    machineCertificates: [
      {
        name: 'cp-1',
        certificateAuthorities: [
          {
            name: 'ca',
            expiry: at(3650),
            certificates: all.map(([name, expiry]) => ({ name, expiry })),
          },
        ],
      },
      { name: 'cp-2', certificateAuthorities: [{ name: 'ca', expiry: at(3650) }] },
    ],
  });

/** A cluster with certificates and, if its overview was read, packs. */
const known = (certificates: ReturnType<typeof read>, packs?: readonly string[], state = 'Running') =>
  clusterWith({
    search: foundClusterFrom({ status: { state } }),
    certificates,
    overview: packs && { status: { packs: packs.map((name) => ({ name })) } },
  });
const causeOf = (...given: Parameters<typeof known>) => expiryFailure(known(...given), now)?.cause;
const failure = (...all: readonly (readonly [name: unknown, expiry: unknown])[]) => causeOf(of(...all));

describe('the certificates of a cluster', () => {
  it('are those of its authorities, too, by expiry', () => {
    const names = certificatesOf(of(['apiserver', at(200)], ['etcd-server', at(6)])).map(({ name }) => name);
    expect(names).toEqual(['etcd-server', 'apiserver', 'ca', 'ca']);
  });

  it('need attention from 7 days on, and nothing is claimed about why', () => {
    expect(failure(['apiserver', at(7)], ['etcd', at(29)])).toBeUndefined();
    expect(failure(['apiserver', at(6.9)])).toBe('Certificate apiserver expires in 6 days');
    expect(failure(['etcd', at(-3)])).toBe('Certificate etcd expired 3 days ago');
    expect(expiryFailure(known(of(['apiserver', at(20)], ['etcd', at(6.1)])), now)).toEqual({
      name: 'etcd',
      cause: 'Certificate etcd expires in 6 days',
      message: undefined,
      began: now - 0.9 * 86_400_000,
    });
  });

  it.each([
    'apiserver',
    'kube-apiserver-kubelet-client',
    'etcd-server',
    'kube-etcd-peer',
    'front-proxy-client',
  ])('need it from 30 days on if the service renews them: %s', (name) => {
    const packs = ['ubuntu', 'kubernetes'];
    expect(causeOf(of([name, at(30)]), packs)).toBeUndefined();
    expect(causeOf(of([name, at(29.9)]), packs)).toBe(`Certificate ${name} expires in 29 days`);
    // One that the service does not renew expires before.
    expect(causeOf(of(['kubelet', at(20)], [name, at(25)]), packs)).toBe(
      `Certificate ${name} expires in 25 days`,
    );
  });

  it.each([undefined, 'prometheus', 'edge-k8s', 'kubernetes-eks', 'canonical-kubernetes'])(
    'are not said to be renewed by the service in a cluster with the pack %j',
    (pack) => {
      const packs = pack === undefined ? undefined : [pack];
      expect(causeOf(of(['etcd-server', at(8)]), packs)).toBeUndefined();
      expect(causeOf(of(['etcd-server', at(6)]), packs)).toBeDefined();
    },
  );

  it.each([
    'ca',
    'etcd-ca',
    'front-proxy-ca',
    'kubelet',
    'kubelet-client-current',
    'admin.conf',
    'kubeconfig',
  ])('are not said to be renewed by the service if they may be others: %s', (name) => {
    expect(causeOf(of([name, at(8)]), ['kubernetes'])).toBeUndefined();
    expect(causeOf(of([name, at(6)]), ['kubernetes'])).toBeDefined();
  });

  it.each(['Deleting', 'Deleted'])('need none in a cluster whose state is %s', (state) => {
    expect(causeOf(of(['etcd', at(-1)]), ['kubernetes'], state)).toBeUndefined();
  });

  it.each([
    ['never set', '0001-01-01T00:00:00Z'],
    ['far away', '9999-12-31T23:59:59Z'],
    ['farther than any', '+275760-09-13T00:00:00Z'],
    ['no time', 'soon'],
    ['a number', 1e308],
    ['nothing', null],
  ])('with a date that is %s need none', (_name, expiry) => {
    expect(failure(['apiserver', expiry])).toBeUndefined();
  });

  it.each([
    [null],
    [[]],
    [{}],
    [{ machineCertificates: {} }],
    [{ machineCertificates: [null, { name: 1 }] }],
  ])('are none in %j', (json) => {
    expect(certificatesOf(read(json))).toEqual([]);
    expect(causeOf(read(json))).toBeUndefined();
  });

  it('have short names on one line, whatever the service returns', () => {
    for (const text of [...attacks, 'x'.repeat(1e6), '', 7]) {
      const [first] = certificatesOf(of([text, at(-1e5)]));
      expect(first?.name).toMatch(/^.{1,40}$/u);
      expect(first && expiryText(first, now)).toMatch(/ expired 27\d yrs ago$/);
    }
  });
});

describe('a cluster whose certificate expires', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  const cluster = (state: string, healthy = 3, overview?: ClusterOverview) =>
    clusterWith({
      search: foundClusterFrom({
        specSummary: { cloudConfig: { machinePools: [{ size: 3, healthy }] } },
        status: { state, health: { state: 'Healthy' } },
      }),
      certificates: of(['etcd-server', at(6.4)]),
      overview,
    });
  const healthOf = (of: ReturnType<typeof cluster>) => withFailure(clusterHealth(of), of);

  it('is unhealthy, and says which expires when, as of now', () => {
    const running = cluster('Running');
    expect(healthOf(running)).toMatchObject({
      severity: 'unhealthy',
      cause: 'Certificate etcd-server expires in 6 days',
      message: undefined,
    });
    vi.setSystemTime(now + 2 * day);
    expect(healthOf(running).cause).toBe('Certificate etcd-server expires in 4 days');
    vi.setSystemTime(now - day);
    expect(healthOf(running).severity).toBe('healthy');
  });

  it('says what else is wrong, and is not covered by known problems of its machines', () => {
    const unhealthy = healthOf(cluster('Running', 2));
    expect(unhealthy.cause).toBe('Certificate etcd-server expires in 6 days · 1 of 3 machines unhealthy');
    expect(clusterHealth(cluster('Running', 2)).counted).toBeUndefined();
    const overview = { status: { packs: [{ name: 'cni', condition: { type: 'Error' } }] } };
    expect(healthOf(cluster('Running', 3, overview)).cause).toMatch(/^cni Error · Certificate etcd-server/);
    expect(healthOf(cluster('Failed')).severity).toBe('failed');
    expect(healthOf(cluster('Deleting'))).toMatchObject({ severity: 'inTransition', cause: 'Deleting' });
  });
});
