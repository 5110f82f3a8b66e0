import { Inventory } from '../../../src/items/inventory';
import assert from 'node:assert/strict';
import dns from 'node:dns';
import { readFile } from 'node:fs/promises';
import { globalAgent } from 'node:https';
import { createRequire } from 'node:module';
import path from 'node:path';
import { before, describe } from 'mocha';
import { ConfigurationTarget, workspace } from 'vscode';
import { createSession, type Session } from '../../../src/connections/session';
import { memoryState } from '../../../src/connections/storage';
import { ProjectsModel, newProjectsTree } from '../../../src/projects/model';
import { createAuthority, createCertificate, type Certificate } from '../../support/certificates';
import { newKey } from '../../support/keyIdentity';
import { startProxy, type Proxy } from '../../support/proxy';
import { startTlsFront, type TlsFront } from '../../support/tlsFront';
import type { ScriptedService } from '../../support/demo/service';
import { atEnd, demo } from './service';
import { Schedule } from '../../../src/service/schedule';

/** The host of the service. No name server knows it: only the proxy finds the service by it. */
export const host = 'service.poolview.test';

let ofThisComputer: Certificate;

before(async () => {
  ofThisComputer =
    (await authorityOfThisRun('computer')) ?? (await createAuthority('Authority of this computer'));
  // VS Code 1.100 takes authorities for tests from here as well as from the operating system, and treats them alike.
  Object.assign(globalAgent, { testCertificates: [ofThisComputer.cert] });
  // VS Code asks for the authorities once, with the first request for https, and another extension may have sent one.
  proxyAgent().resetCaches();
});

/** VS Code's module for proxies and certificates. */
function proxyAgent(): { resetCaches(): void; readonly testCertificates?: unknown } {
  const file = path.join('@vscode', 'proxy-agent', 'out', 'index.js');
  const loaded = Object.values(createRequire(__filename).cache).find((module) => module?.id.endsWith(file));
  assert(loaded, 'VS Code has no module for proxies and certificates where it was');
  return loaded.exports as ReturnType<typeof proxyAgent>;
}

/** The folder of an authority that `test/vscode/network.ts` created, if VS Code was started with it. */
function folderOf(name: AuthorityOfThisRun): string | undefined {
  const folder = path.resolve(__dirname, '../authorities', name);
  const given = process.env[name === 'computer' ? 'SSL_CERT_FILE' : 'NODE_EXTRA_CA_CERTS'];
  return given === path.join(folder, 'cert.pem') ? folder : undefined;
}

/** `computer` is among the authorities of the computer, `extra` is in NODE_EXTRA_CA_CERTS. */
type AuthorityOfThisRun = 'computer' | 'extra';

/** An authority that VS Code was started with, if any. */
export async function authorityOfThisRun(name: AuthorityOfThisRun): Promise<Certificate | undefined> {
  const folder = folderOf(name);
  if (folder === undefined) return undefined;
  const [cert, key] = await Promise.all([
    readFile(path.join(folder, 'cert.pem'), 'utf8'),
    readFile(path.join(folder, 'key.pem'), 'utf8'),
  ]);
  return { cert, key };
}

/**
 * `describe`, if this VS Code can be made to trust an authority that is not installed on the computer: VS Code 1.100, and
 * on Linux every version that `npm run test:host` starts. Otherwise, the suite is skipped.
 */
export const describeWithAuthority =
  'testCertificates' in proxyAgent() || (process.platform === 'linux' && folderOf('computer') !== undefined)
    ? describe
    : describe.skip;

/** A demo service behind TLS, in a network that a proxy is the way out of. */
export interface Network {
  readonly service: ScriptedService;
  readonly front: TlsFront;
  readonly proxy: Proxy;
  /** The address of the service, as the proxy finds it. */
  readonly baseUrl: string;
  /** The same service as this computer finds it. */
  readonly directUrl: string;
}

/** @param issuer issues the certificate of the service; by default, an authority that this computer trusts */
export async function network(issuer: Certificate | undefined = ofThisComputer): Promise<Network> {
  const service = await demo();
  const front = await startTlsFront(service, await createCertificate(host, { issuer }));
  atEnd(() => front.close());
  const proxy = await startProxy(front.port);
  atEnd(() => proxy.close());
  return { service, front, proxy, baseUrl: `https://${host}`, directUrl: `https://${host}:${front.port}` };
}

/** Lets this computer find the service without the proxy, until the test is over. */
export function nameService(): void {
  const original = dns.lookup;
  const lookup = (name: string, ...rest: unknown[]): void => {
    Reflect.apply(original, dns, [name === host ? '127.0.0.1' : name, ...rest]);
  };
  atEnd(() => Object.assign(dns, { lookup: original }));
  Object.assign(dns, { lookup });
}

/** Sets one of VS Code's own settings until the test is over. */
export async function httpSetting(name: string, value: unknown): Promise<void> {
  const update = (to: unknown): Thenable<void> =>
    workspace.getConfiguration('http').update(name, to, ConfigurationTarget.Global);
  atEnd(() => update(undefined));
  await update(value);
}

/** A session that no command knows of. */
export function session(baseUrl: string, { apiKey }: ScriptedService): Session {
  return createSession({
    connection: { name: 'Test', baseUrl },
    keyIdentity: newKey(),
    apiKey: () => Promise.resolve(apiKey),
    isReadOnly: () => false,
    state: memoryState(),
    version: '1.0.0',
    onRequest: () => undefined,
    schedule: () => Promise.resolve(new Schedule()),
    containsApiKey: () => Promise.resolve(false),
  });
}

/** What the Projects view shows of the service: the texts of its first row. */
export async function firstRow(baseUrl: string, service: ScriptedService): Promise<string> {
  const model = new ProjectsModel(new Inventory(session(baseUrl, service)));
  const tree = newProjectsTree();
  tree.show(model);
  try {
    const [node] = await tree.getChildren();
    if (node === undefined) return '';
    const { label, description } = tree.getTreeItem(node);
    return `${label as string}: ${String(description)}`;
  } finally {
    model.inventory.dispose();
    tree.dispose();
  }
}
