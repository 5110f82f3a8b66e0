import assert from 'node:assert/strict';
import { globalAgent } from 'node:https';
import { describe, it } from 'mocha';
import { parseBaseUrl } from '../../src/connections/connection';
import { removeRole } from '../../src/roles/removal/removeRole';
import { createAuthority } from '../support/certificates';
import {
  authorityOfThisRun,
  describeWithAuthority,
  firstRow,
  host,
  httpSetting,
  nameService,
  network,
  session,
} from './support/network';
import { assertKeysSent, atEnd, connect, demo, refreshUntil } from './support/service';

const project = /^payments: 1 unhealthy cluster/;
const untrusted = /^Couldn't load projects: The service's certificate isn't trusted.*authority/;

describeWithAuthority("VS Code's proxy", () => {
  it('is used, and sees only a tunnel, unless http.proxySupport is off [guarantee: proxy]', async () => {
    const { service, proxy, baseUrl } = await network();
    await httpSetting('proxy', proxy.url);
    await connect('Network', baseUrl, service.apiKey);
    // One request checks the host and one checks the key. The view shows the response to the second one.
    await refreshUntil(3, service);
    assertKeysSent(service);
    for (const support of ['on', 'fallback']) {
      const sent = proxy.asked.length;
      await httpSetting('proxySupport', support);
      assert.match(await firstRow(baseUrl, service), project);
      assert(proxy.asked.length > sent);
    }
    assert.deepEqual(new Set(proxy.asked), new Set([`CONNECT ${host}:443`]));
    for (const secret of [service.apiKey, 'ApiKey', '/v1/', 'payments']) {
      assert(!proxy.seen.includes(secret), `The proxy saw ${secret}`);
    }
  });

  it('is not used if http.noProxy excludes the host, or http.proxySupport is off', async () => {
    const { service, proxy, directUrl } = await network();
    nameService();
    await httpSetting('proxy', proxy.url);
    await httpSetting('noProxy', [host]);
    assert.match(await firstRow(directUrl, service), project);
    await httpSetting('noProxy', []);
    await httpSetting('proxySupport', 'off');
    assert.match(await firstRow(directUrl, service), project);
    assert.equal(proxy.seen, '');
  });

  it('receives the name and password of its URL', async () => {
    const { service, proxy, baseUrl } = await network();
    await httpSetting('proxy', proxy.url.replace('//', '//me:secret@'));
    assert.match(await firstRow(baseUrl, service), project);
    assert.match(proxy.seen, /^Proxy-Authorization: Basic bWU6c2VjcmV0\r$/m);
    assert(!service.requests.some(({ headers }) => 'proxy-authorization' in headers));
  });

  it('never sees unencrypted requests', async () => {
    const service = await demo();
    const { proxy } = await network();
    await httpSetting('proxy', proxy.url);
    const { port } = new URL(service.baseUrl);
    const addresses = [
      'localhost',
      '127.0.0.1',
      '127.1',
      '[::1]',
      '127.0.0.2',
      '[::ffff:127.0.0.1]',
      '0.0.0.0',
    ]
      .map((name) => parseBaseUrl(`http://${name}:${port}`))
      .flatMap(({ value }) => value ?? []);
    assert(addresses.length >= 3);
    for (const address of addresses) await firstRow(address, service);
    assert.equal(proxy.seen, '');
    assert(service.requests.length > 0);
  });
});

describeWithAuthority('a proxy that refuses', () => {
  it('is not mistaken for the service, and is used again when it stops refusing [guarantee: proxy]', async () => {
    const { service, front, proxy, baseUrl } = await network();
    await httpSetting('proxy', proxy.url);
    for (const [status, ...headers] of [
      [401],
      [403],
      [407],
      [407, 'Proxy-Authenticate: Basic realm="Poolview"'],
      [502],
      [302, 'Location: https://login.example/'],
    ] as const) {
      proxy.refusal = { status, headers };
      assert.equal(
        await firstRow(baseUrl, service),
        `Couldn't load projects: The proxy refused the connection (${status}). Check the proxy settings of VS Code.`,
      );
    }
    const [team] = service.fleet.directory.teams;
    assert(team?.resourceRoles[0]);
    const client = await session(baseUrl, service).client();
    const removal = await removeRole(client, team.uid, team.resourceRoles[0].uid);
    assert.equal(removal.outcome, 'notRemoved');
    assert.equal(front.connections, 0);
    assert(!proxy.seen.includes(service.apiKey));
    proxy.refusal = undefined;
    assert.match(await firstRow(baseUrl, service), project);
  });

  it('is reported if it is unreachable', async () => {
    const { service, proxy, baseUrl } = await network();
    await httpSetting('proxy', proxy.url);
    await proxy.close();
    assert.match(await firstRow(baseUrl, service), /^Couldn't load projects: The service can't be reached/);
  });
});

describe('a certificate that is not trusted', () => {
  for (const [when, turnOff] of [
    ['by default', () => undefined],
    ['if http.proxyStrictSSL is false', () => httpSetting('proxyStrictSSL', false)],
    [
      'if NODE_TLS_REJECT_UNAUTHORIZED=0',
      () => {
        process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
        atEnd(() => delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']);
      },
    ],
    [
      'if another extension has turned verification off',
      () => {
        Object.assign(globalAgent.options, { rejectUnauthorized: false });
        atEnd(() => delete globalAgent.options.rejectUnauthorized);
      },
    ],
  ] as const) {
    it(`is rejected ${when}, with and without a proxy [guarantee: certificates]`, async () => {
      const { service, front, proxy, baseUrl, directUrl } = await network(await createAuthority('Unknown'));
      nameService();
      await turnOff();
      assert.match(await firstRow(directUrl, service), untrusted);
      await httpSetting('proxy', proxy.url);
      assert.match(await firstRow(baseUrl, service), untrusted);
      assert.equal(front.connections, 2);
      assert.deepEqual(proxy.asked, [`CONNECT ${host}:443`]);
      await front.left();
      assert.equal(front.received, '');
    });
  }
});

describeWithAuthority('the certificate authorities of this computer', () => {
  it('are trusted, with and without a proxy, unless http.systemCertificates is off', async () => {
    const { service, front, proxy, baseUrl, directUrl } = await network();
    nameService();
    assert.match(await firstRow(directUrl, service), project);
    await httpSetting('proxy', proxy.url);
    assert.match(await firstRow(baseUrl, service), project);
    const { received } = front;
    await httpSetting('systemCertificates', false);
    assert.match(await firstRow(baseUrl, service), untrusted);
    assert.equal(front.received, received);
  });

  it('include those of NODE_EXTRA_CA_CERTS', async function () {
    const extra = await authorityOfThisRun('extra');
    // The desktop VS Code is started without it.
    if (!extra) return this.skip();
    const { service, proxy, baseUrl } = await network(extra);
    await httpSetting('proxy', proxy.url);
    // Node 20 drops them as soon as other authorities are added, which VS Code does by default.
    await httpSetting('systemCertificates', false);
    assert.match(await firstRow(baseUrl, service), project);
  });
});
