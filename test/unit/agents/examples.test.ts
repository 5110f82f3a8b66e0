import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { ToolName } from '../../../src/agents/toolNames';
import { toolNames } from '../../../src/agents/toolNames';
import { ReadEvents } from '../../../src/events/readEvents';
import { isObject } from '../../../src/service/readers';
import { rolesForAgents } from '../roles/support/forAgents';
import { EventEmitter } from '../support/vscode';
import { startTools } from './support';

/** A call of a tool in docs/agents.md, and the part of its result that is shown. */
interface Example {
  readonly tool: ToolName;
  readonly input: string;
  readonly data: object;
}

async function examples(): Promise<readonly Example[]> {
  const text = await readFile('docs/agents.md', 'utf8');
  return [...text.matchAll(/^`(\w+)` with `(.*)`:\n\n```json\n([^`]*)```/gm)].map(
    ([, name, input = '', json = '']) => {
      const tool = toolNames.find((known) => known === name);
      const data: unknown = JSON.parse(json);
      if (tool === undefined || !isObject(data)) throw new Error(`There is no tool ${name}.`);
      return { tool, input, data };
    },
  );
}

/** Matches what has at least these properties; a list has at least these items. */
function atLeast(value: unknown): unknown {
  if (Array.isArray(value)) return expect.arrayContaining(value.map(atLeast));
  if (!isObject(value)) return value;
  return expect.objectContaining(
    Object.fromEntries(Object.entries(value).map(([name, field]) => [name, atLeast(field)])),
  );
}

it('the results in docs/agents.md are those of the demo service', async () => {
  const { roles } = await rolesForAgents();
  const events = new ReadEvents({ session: undefined, onDidChange: new EventEmitter<undefined>().event });
  const { call, fleet } = await startTools({ profile: 'full' }, { roles, events });
  const all = await examples();
  expect(all.length).toBeGreaterThan(3);
  for (const { tool, input, data } of all) {
    // `<name>` stands for the id of the item with this name.
    const given = input.replace(/<(.+)>/, (_text, name) => {
      return fleet.items().find((item) => item.name === name)?.id ?? '';
    });
    const result = await call(tool, JSON.parse(given));
    expect(result.data, `${tool} ${input}`).toEqual(atLeast(data));
  }
});
