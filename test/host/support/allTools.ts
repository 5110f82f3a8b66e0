import assert from 'node:assert/strict';
import { toolNames, type ToolName } from '../../../src/agents/toolNames';
import { isObject } from '../../../src/service/readers';
import { call, type Result } from './agents';

/** What tools returned: the IDs of items by kind, and the UIDs of a team and of one of its roles. */
interface Known {
  readonly items: ReadonlyMap<string, string>;
  readonly team: string;
  readonly role: string;
}

const nothing: Known = { items: new Map(), team: 'x', role: 'x' };

const inputs: Readonly<Record<ToolName, (known: Known) => readonly object[]>> = {
  poolview_get_fleet_health: () => [{}, { query: 'kind:cluster' }],
  poolview_find: ({ items }) => [
    { query: 'e' },
    { query: '10. kind:machine' },
    { query: 'cluster kind:cluster', countBy: 'version' },
    ...[items.get('cluster') ?? 'x', items.get('pool') ?? 'x'].flatMap((id) => [
      { query: 'kind:machine', id, readMachines: true },
      { query: 'kind:machine is:problem', id, refresh: true },
    ]),
  ],
  poolview_get: ({ items }) => [
    ...[...items.values(), 'x'].map((id) => ({ id })),
    ...[...items.values()].map((id) => ({ id, refresh: true })),
  ],
  poolview_timeline: ({ items }) => [
    {},
    { sinceMinutes: 5, sources: ['change', 'audit'] },
    ...[...items.values(), 'x'].flatMap((id) => [{ id }, { id, sinceMinutes: 60 }]),
  ],
  poolview_review_access: ({ team, items }) => [
    {},
    { team },
    { item: items.get('cluster') ?? 'x', permission: 'cluster.delete' },
  ],
  poolview_propose_role_removal: ({ team, role }) => [{ teamUid: team, roleUid: role }],
};

/** Valid arguments for a tool. */
export function inputsOf(name: ToolName, known = nothing): readonly object[] {
  return inputs[name](known);
}

/** All objects in what a tool returned. */
function objectsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  return isObject(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
}

export function knownFrom(results: readonly Outcome[]): Known {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const items = results
    .flatMap(({ result }) => objectsIn(result?.data))
    .filter(({ id, kind }) => text(id) !== '' && text(kind) !== '')
    .map(({ id, kind }) => [text(kind), text(id)] as const);
  const listed = results
    .flatMap(({ name, result }) =>
      name === 'poolview_review_access' && result ? [result.data['items']] : [],
    )
    .flatMap(objectsIn);
  const first = (property: string): string =>
    listed.map((one) => text(one[property])).find((uid) => uid !== '') ?? 'x';
  return { items: new Map(items), team: first('uid'), role: first('roleUid') };
}

/** What came of a call: a result, or an error that tells the agent what to do. */
interface Outcome {
  readonly name: ToolName;
  readonly result?: Result;
  readonly refusal?: string;
}

async function outcomeOf(name: ToolName, input: object): Promise<Outcome> {
  try {
    return { name, result: await call(name, input) };
  } catch (error) {
    if (error instanceof assert.AssertionError || !(error instanceof Error)) throw error;
    // Sentences of Poolview, not an error of its code.
    assert.match(error.message, /^[A-Z].*\.$/s, `${name} ${JSON.stringify(input)}`);
    assert.doesNotMatch(error.message, /error in Poolview/, `${name} ${JSON.stringify(input)}`);
    return { name, refusal: error.message };
  }
}

/** Runs every tool with useful arguments, twice because they need IDs that others return, and gets more of lists that are cut. */
export async function runAll(): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const name of [...toolNames, ...toolNames]) {
    for (const input of inputsOf(name, knownFrom(outcomes))) {
      const outcome = await outcomeOf(name, input);
      outcomes.push(outcome);
      const skip = outcome.result?.shown;
      if (skip !== undefined) outcomes.push(await outcomeOf(name, { ...input, skip }));
    }
  }
  return outcomes;
}
