import assert from 'node:assert/strict';
import { globalAgent } from 'node:https';
import { describe, it } from 'mocha';
import { commands } from 'vscode';
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
  type Network,
} from './support/network';
import {
  assertKeysSent,
  atEnd,
  connect as connectPoolview,
  demo,
  refreshUntil,
  until,
} from './support/service';

const project = /^payments: .*6 clusters/;
const untrusted = /^Couldn't load projects: The service's certificate isn't trusted.*authority/;

/** Connects with Poolview's command until the test is over, and waits until its view has sent a request. */
async function connect({ service }: Network, baseUrl: string): Promise<void> {
  await connectPoolview('Network', baseUrl, service.apiKey);
  // One request checks the host and one checks the key. The view shows the response to the second one.
  await refreshUntil(3, service);
}

describeWithAuthority("VS Code's proxy", () => {
  for (const support of ['override', 'on', 'fallback']) {
    it(`is used, and sees only a tunnel (http.proxySupport: ${support})`, async () => {
      const net = await network();
      await httpSetting('proxy', net.proxy.url);
      await httpSetting('proxySupport', support);
      await connect(net, net.baseUrl);
      const { service, proxy } = net;
      assertKeysSent(service);
      assert(proxy.asked.length >= 3);
      assert.deepEqual(new Set(proxy.asked), new Set([`CONNECT ${host}:443`]));
      for (const secret of [service.apiKey, 'ApiKey', '/v1/', 'payments']) {
        assert(!proxy.seen.includes(secret), `The proxy saw ${secret}`);
      }
    });
  }

  it('receives the name and password of its URL', async () => {
    const { service, proxy, baseUrl } = await network();
    await httpSetting('proxy', proxy.url.replace('//', '//me:secret@'));
    assert.match(await firstRow(baseUrl, service), project);
    assert.match(proxy.seen, /^Proxy-Authorization: Basic bWU6c2VjcmV0\r$/m);
    assert(!service.requests.some(({ headers }) => 'proxy-authorization' in headers));
  });

  for (const [name, value] of [
    ['noProxy', [host]],
    ['proxySupport', 'off'],
  ] as const) {
    it(`is not used if http.${name} excludes the host`, async () => {
      const net = await network();
      nameService();
      await httpSetting('proxy', net.proxy.url);
      await httpSetting(name, value);
      await connect(net, net.directUrl);
      assertKeysSent(net.service);
      assert.equal(net.proxy.seen, '');
    });
  }

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
      .flatMap((parsed) => (parsed.valid ? [parsed.value] : []));
    assert(addresses.length >= 3);
    for (const address of addresses) await firstRow(address, service);
    assert.equal(proxy.seen, '');
    assert(service.requests.length > 0);
  });
});

describeWithAuthority('a proxy that refuses', () => {
  for (const [status, ...headers] of [
    [401],
    [403],
    [407],
    [407, 'Proxy-Authenticate: Basic realm="Poolview"'],
    [502],
    [302, 'Location: https://login.example/'],
  ] as const) {
    it(`is not mistaken for the service (${[status, ...headers].join(', ')})`, async () => {
      const { service, front, proxy, baseUrl } = await network();
      await httpSetting('proxy', proxy.url);
      proxy.refusal = { status, headers };
      assert.equal(
        await firstRow(baseUrl, service),
        `Couldn't load projects: The proxy refused the connection (${status}). Check the proxy settings of VS Code.`,
      );
      assert.equal(front.connections, 0);
      assert(!proxy.seen.includes(service.apiKey));
      proxy.refusal = undefined;
      assert.match(await firstRow(baseUrl, service), project);
    });
  }

  it('is reported as not having removed a role', async () => {
    const { service, front, proxy, baseUrl } = await network();
    const [team] = service.fleet.directory.teams;
    assert(team?.resourceRoles[0]);
    await httpSetting('proxy', proxy.url);
    proxy.refusal = { status: 502 };
    const removal = await removeRole(
      await session(baseUrl, service).client(),
      team.uid,
      team.resourceRoles[0].uid,
    );
    assert.equal(removal.outcome, 'refused');
    assert.equal(front.connections, 0);
  });

  it('is used again after it stops refusing', async () => {
    const net = await network();
    const { service, proxy } = net;
    await httpSetting('proxy', proxy.url);
    await connect(net, net.baseUrl);
    const asked = proxy.asked.length;
    const answered = service.requests.length;
    proxy.refusal = { status: 502 };
    await commands.executeCommand('poolview.refresh');
    await until(() => proxy.asked.length > asked);
    proxy.refusal = undefined;
    assert.equal(service.requests.length, answered);
    await commands.executeCommand('poolview.refresh');
    await until(() => service.requests.length > answered);
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
    it(`is rejected ${when}, with and without a proxy`, async () => {
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
