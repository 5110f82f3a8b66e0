import { expect, it } from 'vitest';
import * as z from 'zod';
import { ToolRunner } from '../../../../src/agents/toolRunner';
import { toolNames } from '../../../../src/agents/toolNames';
import { EventEmitter } from '../../support/vscode';
import { startTools } from '../support';
import { connectClient, startServer } from './support';

/** A client of the tools with a demo service. */
async function setUp(hostile = false) {
  const started = await startTools({ hostile });
  const lines: string[] = [];
  const add = (line: string) => lines.push(line);
  const onDidChangeActive = new EventEmitter<void>().event;
  const sources = { ...started.contextOf(), inventories: { active: started.fleet, onDidChangeActive } };
  const runner = new ToolRunner(
    sources,
    { isOn: () => true, onDidChange: new EventEmitter<void>().event },
    { info: add, error: add },
  );
  const { server } = await startServer({ call: (...given) => runner.call(...given) });
  const { client } = await connectClient(server);
  // The client checks results against the schemas that it has listed.
  const { tools } = await client.listTools();
  return { ...started, client, tools, lines };
}

const found = z.object({
  structuredContent: z.object({ data: z.object({ items: z.array(z.object({ id: z.string() })) }) }),
});

it.each([
  ['a service', false],
  ['a service whose texts are attacks', true],
])('every tool of %s returns what its schema says, or what to do; never the API key', async (_, hostile) => {
  const { client, tools, service, lines } = await setUp(hostile);
  const clusters = await client.callTool({
    name: 'poolview_find',
    arguments: { text: 'a', kind: 'cluster' },
  });
  const [cluster] = found.parse(clusters).structuredContent.data.items;
  const inputs = [{}, { id: cluster?.id }, { text: 'a' }, { text: service.apiKey }];
  const results = await Promise.all(
    toolNames.flatMap((name) => inputs.map((input) => client.callTool({ name, arguments: input }))),
  );
  const succeeded = results.filter(({ isError }) => isError !== true);
  expect(succeeded.length).toBeGreaterThan(5);
  for (const { content, structuredContent } of succeeded) {
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
  }
  expect(JSON.stringify([tools, results, lines])).not.toContain(service.apiKey);
});

it('a call that waits for a slow service ends when the client cancels it', async () => {
  const { client, service, lines } = await setUp();
  service.faults.add({ kind: 'hang' });
  const controller = new AbortController();
  const name = 'poolview_get_fleet_health';
  const call = client.callTool({ name }, undefined, { signal: controller.signal });
  await expect.poll(() => service.requests.length > 0).toBeTruthy();
  controller.abort();
  await expect(call).rejects.toThrow();
  await expect.poll(() => lines.length > 0).toBeTruthy();
  expect(lines).toEqual([expect.stringMatching(/^tool poolview_get_fleet_health \(-\) cancell?ed /)]);
});
