import { expect, it, vi } from 'vitest';
import manifest from '../../../../package.json';
import { McpProvider } from '../../../../src/agents/mcp/provider';
import { atEnd } from '../../support/service';
import { lm, mcpProviders } from '../../support/vscode';
import { eventually } from '../../support/eventually';

/** A provider that is disposed when the test ends, and the servers that it started. */
function setUp() {
  const servers: { url: string; token: string; dispose: () => void }[] = [];
  const start = vi.fn(() => {
    const number = servers.length + 1;
    const server = { url: `http://127.0.0.1:${number}/mcp`, token: `token${number}`, dispose: vi.fn() };
    servers.push(server);
    return Promise.resolve(server);
  });
  const provider = new McpProvider(start);
  atEnd(() => {
    provider.dispose();
  });
  const changed = vi.fn();
  provider.onDidChangeMcpServerDefinitions(changed);
  return { provider, servers, start, changed };
}

it('is registered with an ID that package.json contributes, until it is disposed', () => {
  const { provider } = setUp();
  const [contributed] = manifest.contributes.mcpServerDefinitionProviders;
  expect([...mcpProviders]).toEqual([[contributed?.id, provider]]);
  provider.dispose();
  expect([...mcpProviders]).toEqual([]);
});

it('does without VS Code if that refuses it, as 1.100 does', () => {
  const refuse = vi.spyOn(lm, 'registerMcpServerDefinitionProvider').mockImplementation(() => {
    throw new Error('CANNOT use API proposal: mcpConfigurationProvider');
  });
  const { provider } = setUp();
  expect(refuse).toHaveBeenCalledTimes(1);
  refuse.mockRestore();
  provider.offer(true);
  provider.dispose();
});

it('offers the server only while agents may read the active connection', () => {
  const { provider, changed, start } = setUp();
  expect(provider.provideMcpServerDefinitions()).toEqual([]);
  provider.offer(true);
  provider.offer(true);
  expect(changed).toHaveBeenCalledTimes(1);
  expect(provider.provideMcpServerDefinitions()).toMatchObject([
    { label: 'Poolview', version: manifest.version, headers: {} },
  ]);
  provider.offer(false);
  expect(changed).toHaveBeenCalledTimes(2);
  expect(provider.provideMcpServerDefinitions()).toEqual([]);
  expect(start).not.toHaveBeenCalled();
});

it('starts the server when VS Code uses it, once', async () => {
  const { provider, start } = setUp();
  await expect(provider.resolveMcpServerDefinition()).resolves.toBeUndefined();
  provider.offer(true);
  const [definition, again] = [
    await provider.resolveMcpServerDefinition(),
    await provider.resolveMcpServerDefinition(),
  ];
  expect(String(definition?.uri)).toBe('http://127.0.0.1:1/mcp');
  expect(definition?.headers).toEqual({ Authorization: 'Bearer token1' });
  expect(again).toEqual(definition);
  expect(start).toHaveBeenCalledTimes(1);
});

it('stops the server when agents may no longer read, and starts a new one later', async () => {
  const { provider, servers } = setUp();
  provider.offer(true);
  await provider.resolveMcpServerDefinition();
  provider.offer(false);
  await eventually(() => {
    expect(servers[0]?.dispose).toHaveBeenCalledTimes(1);
  });
  provider.offer(true);
  const definition = await provider.resolveMcpServerDefinition();
  expect(definition?.headers).toEqual({ Authorization: 'Bearer token2' });
  provider.dispose();
  await eventually(() => {
    expect(servers[1]?.dispose).toHaveBeenCalledTimes(1);
  });
});

it('stops a server that is starting', async () => {
  const { provider, servers } = setUp();
  provider.offer(true);
  const resolved = provider.resolveMcpServerDefinition();
  provider.offer(false);
  await expect(resolved).resolves.toBeUndefined();
  expect(servers[0]?.dispose).toHaveBeenCalledTimes(1);
});

it('starts the server again after it could not be started', async () => {
  const { provider, start } = setUp();
  provider.offer(true);
  start.mockRejectedValueOnce(new Error('no port'));
  await expect(provider.resolveMcpServerDefinition()).rejects.toThrow('no port');
  await expect(provider.resolveMcpServerDefinition()).resolves.toBeDefined();
});
