import { describe, expect, it } from 'vitest';
import { certificatesOf, expiryText } from '../../../src/presentation/certificates';
import { failureOf } from '../../../src/presentation/failure';
import { clusterHealth, withFailure } from '../../../src/presentation/health';
import { readCertificates } from '../../../src/service/resources/certificates';
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
const failure = (...all: readonly (readonly [name: unknown, expiry: unknown])[]) =>
  failureOf({ certificates: of(...all) }, now);

describe('the certificates of a cluster', () => {
  it('are those of its authorities, too, by expiry', () => {
    const names = certificatesOf(of(['apiserver', at(200)], ['etcd-server', at(6)])).map(({ name }) => name);
    expect(names).toEqual(['etcd-server', 'apiserver', 'ca', 'ca']);
  });

  it('need attention less than 30 days before they expire, because the service renews them earlier', () => {
    expect(failure(['apiserver', at(30)], ['etcd-server', at(31)])).toBeUndefined();
    expect(failure(['apiserver', at(29.9)])?.cause).toBe('Certificate apiserver expires in 29 days');
    expect(failure(['apiserver', at(20)], ['etcd-server', at(6)])).toEqual({
      cause: 'Certificate etcd-server expires in 6 days',
      message: 'The service renews certificates 30 days before they expire. That has failed.',
    });
    expect(failure(['etcd-server', at(-3)])?.cause).toBe('Certificate etcd-server expired 3 days ago');
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
    expect(failureOf({ certificates: read(json) }, now)).toBeUndefined();
  });

  it('have short names on one line, whatever the service returns', () => {
    for (const text of [...attacks, 'x'.repeat(1e6), '', 7]) {
      const [first] = certificatesOf(of([text, at(-1e5)]));
      expect(first?.name).toMatch(/^.{1,40}$/u);
      expect(first && expiryText(first, now)).toMatch(/ expired 27\d yrs ago$/);
    }
  });
});

describe('a cluster whose certificates were not renewed', () => {
  const requested = { readAt: now, requestNumber: 1 };
  const facts = { certificates: { requested, failure: failure(['etcd-server', at(6)]) } };
  const cluster = (state: string, healthy = 3) => ({
    usage: {},
    facts,
    found: foundClusterFrom({
      specSummary: { cloudConfig: { machinePools: [{ size: 3, healthy }] } },
      status: { state, health: { state: 'Healthy' } },
    }),
  });
  const healthOf = (known: ReturnType<typeof cluster>) => withFailure(clusterHealth(known), known);

  it('is unhealthy, and says which expires when', () => {
    expect(healthOf(cluster('Running'))).toMatchObject({
      severity: 'unhealthy',
      cause: 'Certificate etcd-server expires in 6 days',
      message: 'The service renews certificates 30 days before they expire. That has failed.',
    });
  });

  it('says what else is wrong, and is not covered by known problems of its machines', () => {
    const unhealthy = healthOf(cluster('Running', 2));
    expect(unhealthy.cause).toBe('Certificate etcd-server expires in 6 days · 1 of 3 machines unhealthy');
    expect(clusterHealth(cluster('Running', 2)).counted).toBeUndefined();
    const overview = { requested, failure: { cause: 'cni: Error', message: undefined } };
    const both = { ...cluster('Running'), facts: { ...facts, overview } };
    expect(withFailure(clusterHealth(both), both).cause).toMatch(/^cni: Error · Certificate etcd-server/);
    expect(healthOf(cluster('Failed')).severity).toBe('failed');
  });
});
