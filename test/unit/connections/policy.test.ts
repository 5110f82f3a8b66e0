import { afterEach, describe, expect, it, vi } from 'vitest';
import type * as fs from 'node:fs';

const acme = { name: 'Acme', baseUrl: 'https://api.acme.dev' };

/** Loads modules anew, on a computer that has this file, and `read` of it. */
async function withFile<Module>(read: () => string, load: () => Promise<Module>): Promise<Module> {
  vi.resetModules();
  vi.doMock('node:fs', async (original) => ({
    ...(await original<typeof fs>()),
    readFileSync: (file: string) => (file.endsWith('policy.json') ? read() : ''),
  }));
  return load();
}

afterEach(() => {
  vi.doUnmock('node:fs');
  vi.resetModules();
});

function failing(code: string): () => string {
  return () => {
    throw Object.assign(new Error(code), { code });
  };
}

const policyOf = async (read: () => string): Promise<unknown> =>
  (await withFile(read, () => import('../../../src/connections/policy'))).policy;

const everything = { isReadOnly: false, agents: true };
const nothing = { isReadOnly: true, agents: false, baseUrls: [] };

describe('the file of an administrator', () => {
  it('allows everything if there is none', async () => {
    expect(await policyOf(failing('ENOENT'))).toEqual(everything);
  });

  it('says what is allowed', async () => {
    const written = { readOnly: true, agents: false, baseUrls: ['https://api.acme.dev'] };
    expect(await policyOf(() => JSON.stringify(written))).toEqual({
      isReadOnly: true,
      agents: false,
      baseUrls: ['https://api.acme.dev'],
    });
    expect(await policyOf(() => '{}')).toEqual(everything);
  });

  it.each([
    '',
    'null',
    '[]',
    '{',
    '{"readonly": true}',
    '{"readOnly": "yes"}',
    '{"agents": 0}',
    '{"baseUrls": [1]}',
  ])('allows nothing if it is %j [guarantee: administrator-file]', async (text) => {
    expect(await policyOf(() => text)).toEqual(nothing);
  });

  it('allows nothing if it cannot be read [guarantee: administrator-file]', async () => {
    expect(await policyOf(failing('EACCES'))).toEqual(nothing);
  });
});

it('each connection is read-only if the administrator says so [guarantee: administrator]', async () => {
  const { parseConnections } = await withFile(
    () => '{"readOnly": true}',
    () => import('../../../src/connections/settingValues'),
  );
  expect(parseConnections([{ ...acme, readOnly: false }])).toEqual({
    connections: [{ ...acme, readOnly: true }],
    refused: [],
    isWhole: true,
  });
});

it('only services that the administrator allows are connected to [guarantee: administrator]', async () => {
  const load = async () => ({
    ...(await import('../../../src/connections/settingValues')),
    ...(await import('../../../src/connections/enteredValues')),
  });
  const { parseConnections, parseEnteredBaseUrl } = await withFile(
    () => '{"baseUrls": ["https://api.acme.dev"]}',
    load,
  );
  const moved = { name: 'Other', baseUrl: 'https://api.acme.dev.example.com' };
  expect(parseConnections([acme, moved])).toEqual({
    connections: [acme],
    refused: [{ name: moved.name, reason: expect.stringContaining('allows only') as unknown }],
    isWhole: false,
  });
  expect(parseEnteredBaseUrl('api.acme.dev/v1/')).toEqual({ value: acme.baseUrl });
  expect(parseEnteredBaseUrl(moved.baseUrl)).toEqual({
    reason: 'Your administrator allows only https://api.acme.dev',
  });
});

it('agents may not read a connection that the user turned on before [guarantee: administrator]', async () => {
  const state = { read: () => true, write: () => Promise.resolve() };
  const isOn = async (file: string): Promise<boolean> => {
    const load = async () => ({
      ...(await import('../../../src/agents/access')),
      ...(await import('../support/vscode')),
    });
    const { AgentAccess, writeSetting } = await withFile(() => file, load);
    writeSetting('poolview.agents', [acme.name]);
    const access = new AgentAccess({ onDidChangeActive: () => ({ dispose: () => undefined }) });
    return access.isOn({ connection: acme, state });
  };
  expect([await isOn('{}'), await isOn('{"agents": false}')]).toEqual([true, false]);
});
