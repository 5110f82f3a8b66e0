import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decisions, type Decision } from './decisions';
import { sampleOf, withOther, type Field } from './support/fields';
import { calls, type Call } from './support/calls';
import { describedAnswer, describedEndpoints } from './support/description';
import { readings, type Reading } from './support/shown';

/** A read, how Poolview shows its response, and the decisions about the fields. */
interface Read {
  readonly kind: keyof typeof decisions;
  readonly endpoint: string;
  readonly start: () => Promise<Reading>;
  readonly cloudType?: string;
}

/** The reads whose responses are shown by rows. */
const shownByRows: Readonly<Record<string, (call: Call) => Promise<Reading>>> = {
  projects: ({ endpoint }) => readings.projects(endpoint.startsWith('GET') ? 'get' : 'post'),
  foundClusters: readings.foundClusters,
  cluster: readings.cluster,
  cloudConfig: ({ cloudType = '' }) => readings.cloudConfig(cloudType),
  machines: ({ cloudType = '' }) => readings.machines(cloudType),
  teams: readings.teams,
  roles: readings.roles,
};

const reads: readonly Read[] = calls.flatMap((call) => {
  const { kind, endpoint, cloudType } = call;
  if (kind === undefined) return [];
  const start = () => shownByRows[kind]?.(call) ?? readings.ofClient(call.send);
  return [{ kind, endpoint, start, ...(cloudType === undefined ? {} : { cloudType }) }];
});

function decidedAbout({ kind, cloudType = '' }: Read): readonly Decision[] {
  const all: readonly Decision[] = decisions[kind];
  return all.filter((decision) => decision.cloudTypes?.includes(cloudType) ?? true);
}

const placesDecided = (read: Read, path: string) =>
  decidedAbout(read)
    .filter(({ fields }) => fields.some((pattern) => matches(pattern, path)))
    .map(({ where }) => where);

const wildcards = new Map([
  ['**', '.*'],
  ['*', '[^.]*'],
  ...['(', '|', ')'].map((sign) => [sign, sign] as const),
]);

/** The alternatives of a pattern, each with a pattern of its own. */
function alternatives(pattern: string): readonly string[] {
  const [whole = '', before = '', group = '', after = ''] = /^(.*?)\((.*)\)(.*)$/.exec(pattern) ?? [];
  return whole === '' ? [pattern] : group.split('|').map((one) => before + one + after);
}

function matches(pattern: string, path: string): boolean {
  const expression = pattern
    .split(/(\*\*|\*|[(|)])/)
    .map((part) => wildcards.get(part) ?? part.replace(/\W/g, '\\$&'))
    .join('');
  return new RegExp(`^${expression}$`).test(path);
}

type Place = 'shown' | Decision['where'];

/** Whether a document has the value of the field, which is unlike all others. */
const isIn = (document: string, { kind, value }: Field) =>
  (kind === 'text' || kind === 'number') && document.includes(String(value));

/**
 * Where each field is shown: the text that changes if only this field changes. Fields that should not be shown are changed
 * together first, which is faster.
 */
async function placesOf({ show }: Reading, read: Read): Promise<ReadonlyMap<string, Place>> {
  const { answer, fields } = sampleOf(describedAnswer(read.endpoint) ?? {});
  const before = await show(answer as object);
  expect(await show(answer as object), 'the same answer is shown the same').toEqual(before);
  const placeOf = async (changed: readonly Field[]): Promise<Place> => {
    const { rows, documents } = await show(changed.reduce(withOther, answer) as object);
    return rows !== before.rows ? 'shown' : documents !== before.documents ? 'details' : 'ignored';
  };
  const places = new Map<string, Place>();
  for (const wanted of ['shown', 'details', 'ignored'] as const) {
    const group = fields.filter(({ path }) => (placesDecided(read, path)[0] ?? 'shown') === wanted);
    const isTogether = wanted !== 'shown' && group.length > 0 && (await placeOf(group)) === wanted;
    for (const field of group) {
      const isThere = isTogether && (wanted === 'ignored' || isIn(before.documents, field));
      places.set(field.path, isThere ? wanted : await placeOf([field]));
    }
  }
  return places;
}

// Hovers contain the age of their rows, which must not differ.
beforeEach(() => vi.setSystemTime(Date.now()));
afterEach(() => vi.useRealTimers());

describe('every field of a response', () => {
  it.each(reads)('of $endpoint is either shown or has a decision', async (read) => {
    const places = await placesOf(await read.start(), read);
    const wrong = [...places].flatMap(([path, place]) => {
      const about = placesDecided(read, path);
      const right = place === (about[0] ?? 'shown');
      return right ? [] : [{ path, place, decided: about }];
    });
    expect(wrong).toEqual([]);
    // At least one field of each response is shown.
    expect([...places.values()]).toContain('shown');
  });

  it('with a decision is documented for every cloud type of the decision', () => {
    const pathsOf = ({ endpoint }: Read): readonly string[] =>
      sampleOf(describedAnswer(endpoint) ?? {}).fields.map(({ path }) => path);
    const all: readonly (readonly [string, readonly Decision[]])[] = Object.entries(decisions);
    const needless = all.flatMap(([kind, some]) =>
      some.flatMap(({ fields, cloudTypes: types }) => {
        const about = reads.filter(
          (read) => read.kind === kind && (types?.includes(read.cloudType ?? '') ?? true),
        );
        const has = (read: Read, pattern: string): boolean =>
          pathsOf(read).some((path) => matches(pattern, path));
        return [
          ...fields.flatMap(alternatives).filter((pattern) => !about.some((read) => has(read, pattern))),
          ...(types ?? []).filter(
            (type) =>
              !about.some((read) => read.cloudType === type && fields.some((pattern) => has(read, pattern))),
          ),
        ].map((it) => `${kind}: ${it}`);
      }),
    );
    expect(needless).toEqual([]);
  });

  it('belongs to a response that these tests cover', () => {
    expect(describedEndpoints.filter((endpoint) => describedAnswer(endpoint) !== undefined).sort()).toEqual(
      reads.map(({ endpoint }) => endpoint).sort(),
    );
  });
});

describe('these tests', () => {
  it.each(describedEndpoints.filter((endpoint) => describedAnswer(endpoint) !== undefined))(
    'have a sample of %s in which no value is part of another value',
    (endpoint) => {
      const { answer, fields } = sampleOf(describedAnswer(endpoint) ?? {});
      const json = JSON.stringify(answer);
      const found = fields
        .filter(({ kind }) => kind !== 'choice' && kind !== 'boolean')
        .map(({ path, value }) => [path, json.split(String(value)).length - 1]);
      expect(found.filter(([, count]) => count !== 1)).toEqual([]);
      expect(new Set(fields.map(({ path }) => path)).size).toBe(fields.length);
      expect(fields.length).toBeGreaterThan(0);
    },
  );
});
