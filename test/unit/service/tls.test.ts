import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get, globalAgent } from 'node:https';
import type { TlsOptions } from 'node:tls';
import { beforeAll, describe, expect, it } from 'vitest';
import { createServiceClient, type ServiceClient } from '../../../src/service/client';
import { createAuthority, createCertificate, type Certificate } from '../../support/certificates';
import { startTlsFront, type TlsFront } from '../../support/tlsFront';
import { atEnd, demo, failureOf } from '../support/service';

const apiKey = 'sentinel-key-0123456789';
const hosts = ['localhost'];

let trusted: Certificate;
let unknown: Certificate;

beforeAll(async () => {
  [trusted, unknown] = await Promise.all([createAuthority('Trusted'), createAuthority('Unknown')]);
});

/** Sets a property of a global object until the test ends. */
function set<Name extends string>(
  object: Partial<Record<Name, unknown>>,
  name: Name,
  value: string | boolean | readonly string[],
): void {
  const before = object[name];
  atEnd(() => {
    if (before === undefined) Reflect.deleteProperty(object, name);
    else object[name] = before;
  });
  object[name] = value;
}

/** A demo service behind TLS, and a client that trusts one authority. */
async function behind(options: TlsOptions): Promise<{ client: ServiceClient; front: TlsFront }> {
  const front = await startTlsFront(await demo({ apiKey }), options);
  atEnd(() => front.close());
  set(globalAgent.options, 'ca', [trusted.cert]);
  const client = createServiceClient({
    baseUrl: `https://localhost:${front.port}`,
    apiKey: () => Promise.resolve(apiKey),
    timeoutMs: () => 10_000,
  });
  return { client, front };
}

const listSeven = async (client: ServiceClient) => client.listProjects({ method: 'get', limit: 7 });

const untrusted: readonly [which: string, code: string, make: () => Promise<Certificate>][] = [
  ['that is self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT', () => createCertificate('server', { hosts })],
  [
    'of an unknown authority',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    () => createCertificate('server', { hosts, issuer: unknown }),
  ],
  [
    'of an unknown authority, sent with it',
    'SELF_SIGNED_CERT_IN_CHAIN',
    async () => {
      const { cert, key } = await createCertificate('server', { hosts, issuer: unknown });
      return { cert: `${cert}\n${unknown.cert}`, key };
    },
  ],
  [
    'that has expired',
    'CERT_HAS_EXPIRED',
    () => createCertificate('server', { hosts, issuer: trusted, hours: [-48, -24] }),
  ],
  [
    'that is not valid yet',
    'CERT_NOT_YET_VALID',
    () => createCertificate('server', { hosts, issuer: trusted, hours: [24, 48] }),
  ],
  [
    'of another host',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    () => createCertificate('server', { hosts: ['other.example'], issuer: trusted }),
  ],
  [
    'for clients',
    'INVALID_PURPOSE',
    () => createCertificate('server', { hosts, issuer: trusted, forClients: true }),
  ],
  [
    'issued by a server',
    'UNSPECIFIED',
    async () => {
      const server = await createCertificate('other.example', { issuer: trusted });
      const { cert, key } = await createCertificate('server', { hosts, issuer: server });
      return { cert: `${cert}\n${server.cert}`, key };
    },
  ],
];

/** What is rejected for its chain, and for its host. */
const few = untrusted.filter(([, code]) => /DEPTH_ZERO|ALTNAME/.test(code));

describe.each([
  { when: 'nothing says otherwise', turnOff: () => undefined, maxVersion: 'TLSv1.3', rejected: untrusted },
  { when: 'nothing says otherwise', turnOff: () => undefined, maxVersion: 'TLSv1.2', rejected: few },
  {
    when: 'NODE_TLS_REJECT_UNAUTHORIZED=0',
    turnOff: () => {
      set(process.env, 'NODE_TLS_REJECT_UNAUTHORIZED', '0');
    },
    maxVersion: 'TLSv1.3',
    rejected: few,
  },
  {
    when: 'other code has turned off verification in the shared agent',
    turnOff: () => {
      set(globalAgent.options, 'rejectUnauthorized', false);
    },
    maxVersion: 'TLSv1.2',
    rejected: few,
  },
] as const)('a certificate, over $maxVersion and when $when,', ({ turnOff, maxVersion, rejected }) => {
  it('is accepted from a trusted authority', async () => {
    const certificate = await createCertificate('server', { hosts, issuer: trusted });
    const { client, front } = await behind({ ...certificate, maxVersion });
    turnOff();
    expect((await listSeven(client)).items).toHaveLength(7);
    globalAgent.destroy();
    expect((await listSeven(client)).items).toHaveLength(7);
    expect(front.connections).toBe(2);
    expect(front.resumed).toBe(0);
  });

  it.each(rejected)(
    '%s is rejected (%s), and nothing is sent to its server [guarantee: certificates]',
    async (_which, reason, make) => {
      const { client, front } = await behind({ ...(await make()), maxVersion });
      turnOff();
      // Twice, because a resumed session must not be accepted either.
      for (const connections of [1, 2]) {
        const { failure } = await failureOf(listSeven(client));
        expect(failure).toEqual({ kind: 'untrustedCertificate', operation: 'listProjects', reason });
        expect(front.connections).toBe(connections);
      }
      await front.left();
      expect(front.received).toBe('');
    },
  );
});

describe('when other code connects to the same server without verification', () => {
  it.each([
    ['a connection', ['keep-alive'], { authorized: false }],
    ['a session', ['close'], { authorized: false }],
    // Node does not check the host name again.
    ['a connection in a session', ['close', 'keep-alive'], { authorized: true }],
  ] as const)(
    '%s that it leaves open is not used [guarantee: certificates]',
    async (_what, requests, last) => {
      const { client, front } = await behind(
        await createCertificate('server', { hosts: ['other.example'], issuer: trusted }),
      );
      set(globalAgent.options, 'rejectUnauthorized', false);
      let socket;
      for (const connection of requests) {
        const request = get({ host: 'localhost', port: front.port, headers: { connection } });
        const [answer] = (await once(request, 'response')) as [IncomingMessage];
        await once(answer.resume(), 'close');
        if (connection === 'close') await front.left();
        ({ socket } = request);
      }
      expect(socket).toMatchObject(last);

      const { failure } = await failureOf(listSeven(client));
      expect(failure).toMatchObject({ kind: 'untrustedCertificate', reason: 'ERR_TLS_CERT_ALTNAME_INVALID' });
      globalAgent.destroy();
      await front.left();
      expect(front.received).not.toContain(apiKey);
    },
  );
});
