import { describe, expect, it } from 'vitest';
import { withSource } from '../../../src/service/resources/resource';
import {
  amount,
  both,
  exactList,
  exactObject,
  flag,
  list,
  object,
  oneOf,
  strings,
  text,
  timestamp,
} from '../../../src/service/readers';

describe('a value', () => {
  it.each([
    ['text', text, 'a', 'a'],
    ['text', text, '', ''],
    ['text', text, 7, undefined],
    ['amount', amount, 1.5, 1.5],
    ['amount', amount, 0, 0],
    ['amount', amount, -1, undefined],
    ['amount', amount, '7', undefined],
    ['amount', amount, Number.POSITIVE_INFINITY, undefined],
    ['flag', flag, false, false],
    ['flag', flag, 'false', undefined],
    ['one of several texts', oneOf('a', 'b'), 'b', 'b'],
    ['one of several texts', oneOf('a', 'b'), 'c', undefined],
  ])('%s', (_what, read, json, value) => {
    expect(read(json)).toBe(value);
  });

  it.each([
    ['2026-11-21T09:30:05Z', Date.UTC(2026, 10, 21, 9, 30, 5)],
    ['2026-11-21T09:30:05.5Z', Date.UTC(2026, 10, 21, 9, 30, 5, 500)],
    ['2026-11-21T09:30:05.123456789Z', Date.UTC(2026, 10, 21, 9, 30, 5, 123)],
    ['2026-11-21T09:30:05+02:00', Date.UTC(2026, 10, 21, 7, 30, 5)],
    ['2026-11-21T09:30Z', Date.UTC(2026, 10, 21, 9, 30)],
    ['2026-11-21 09:30:05Z', Date.UTC(2026, 10, 21, 9, 30, 5)],
    ['2026-11-21', Date.UTC(2026, 10, 21)],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['2026-01-31', Date.UTC(2026, 0, 31)],
    ['2026-02-29T00:00:00Z', undefined],
    ['2026-02-30', undefined],
    ['2026-04-31', undefined],
    ['2026-13-01', undefined],
    ['2026-13-29', undefined],
    ['0001-01-01T00:00:00Z', undefined],
    ['0000-01-01T00:00:00+14:00', undefined],
    ['9999-12-31T23:59:59-14:00', undefined],
    ['node 7', undefined],
    ['x2026-11-21', undefined],
    ['2026-11-21x', undefined],
    // `Date.parse` alone accepts these.
    ['21 Nov 2026', undefined],
    ['01/02/2026', undefined],
    ['1', undefined],
    ['2026-01-02T03:04:05Z (about)', undefined],
    ['2026-01-02T25:00:00Z', undefined],
    ['+275760-09-13T00:00:00Z', undefined],
    ['', undefined],
    [1_763_717_405_000, undefined],
    [null, undefined],
  ])('timestamp %j', (json, time) => {
    expect(timestamp(json)).toBe(time);
  });

  it('an object of strings with any keys', () => {
    const read = strings(JSON.parse('{"a":"b","__proto__":"c","d":1,"e":null}'));
    expect(Object.entries(read ?? {})).toEqual([
      ['a', 'b'],
      ['__proto__', 'c'],
    ]);
    expect(strings({})).toEqual({});
    for (const json of [null, [], 'text', 7, undefined]) expect(strings(json)).toBeUndefined();
  });
});

describe('an object', () => {
  const shape = { name: text, size: amount };
  const read = object(shape);

  it.each([null, [], [{ name: 'a' }], 'text', 7, true])('is not %j', (json) => {
    expect(read(json)).toBeUndefined();
  });

  it.each([{ name: 'a', size: 1 }, { name: 'a' }, {}])(
    'is returned without copying it if nothing is dropped: %j',
    (json) => {
      expect(read(json)).toBe(json);
    },
  );

  it.each([
    [{ name: 'a', more: 1 }, { name: 'a' }],
    [{ name: 'a', size: '1' }, { name: 'a' }],
    [{ more: 1 }, {}],
    [{ name: null, size: 2 }, { size: 2 }],
  ])('loses invalid and unknown fields: %j [guarantee: wrong-shapes]', (json, fields) => {
    expect(read(json)).toEqual(fields);
  });

  it('has no inherited fields', () => {
    const readEvil = object({ below: read, polluted: text, toString: text });
    const json: unknown = JSON.parse('{"__proto__": {"polluted": "yes", "below": {"name": "evil"}}}');
    expect(readEvil(json)).toEqual({});
    expect({}).not.toHaveProperty('polluted');
  });

  it('has its nested objects read', () => {
    const readDeep = object({ below: read });
    expect(readDeep({ below: { name: 'a', size: 'x' } })).toEqual({ below: { name: 'a' } });
  });

  it('can be required to be complete', () => {
    const exact = exactObject(shape);
    expect(exact({ name: 'a', size: 1, more: 1 })).toEqual({ name: 'a', size: 1 });
    for (const json of [{ name: 'a' }, { name: 'a', size: '1' }, {}, null])
      expect(exact(json)).toBeUndefined();
  });

  it('can have required and optional fields', () => {
    const mixed = both(exactObject({ name: text }), object({ size: amount }));
    expect(mixed({ name: 'a', size: 1 })).toEqual({ name: 'a', size: 1 });
    expect(mixed({ name: 'a', size: '1' })).toEqual({ name: 'a' });
    expect(mixed({ size: 1 })).toBeUndefined();
    expect(mixed([])).toBeUndefined();
  });

  it('can keep its original JSON', () => {
    const json = { name: 7, more: 1 };
    const resource = withSource(shape)(json);
    expect(resource).toEqual({ source: json });
    expect(resource?.source).toEqual(json);
    expect(withSource(shape)('text')).toBeUndefined();
  });
});

describe('a list', () => {
  it('is returned without copying it if nothing is dropped', () => {
    const json = ['a', 'b'];
    expect(list(text)(json)).toBe(json);
    expect(exactList(text)(json)).toBe(json);
  });

  it('loses invalid elements, unless it is required to be complete [guarantee: wrong-shapes]', () => {
    expect(list(text)(['a', 1, 'b', null])).toEqual(['a', 'b']);
    expect(exactList(text)(['a', 1])).toBeUndefined();
  });

  it.each([null, {}, { length: 0 }, 'text', 7])('is not %j', (json) => {
    expect(list(text)(json)).toBeUndefined();
    expect(exactList(text)(json)).toBeUndefined();
  });

  it('contains the results of its reader', () => {
    expect(list(timestamp)(['2026-11-21', 'x'])).toEqual([Date.UTC(2026, 10, 21)]);
    expect(exactList(timestamp)(['2026-11-21'])).toEqual([Date.UTC(2026, 10, 21)]);
  });
});

describe('the JSON that is kept of an object', () => {
  const read = withSource({ name: text });

  it('lacks what packs, charts and custom cloud types are set to, at any depth [guarantee: settings-dropped]', () => {
    const secret = ['values', 'manifests', 'presets', 'params', 'schema'];
    const pack = { name: 'cni', ...Object.fromEntries(secret.map((name) => [name, ['hunter2']])) };
    const json = {
      name: 'a',
      spec: { packs: [pack], helm: { chart: 'c', values: 'hunter2' } },
      values: 'hunter2',
    };
    const kept = read(json)?.source;
    expect(kept).toEqual({ name: 'a', spec: { packs: [{ name: 'cni' }], helm: { chart: 'c' } } });
    expect(JSON.stringify(kept)).not.toContain('hunter2');
  });

  it('has everything else, and is the JSON itself then', () => {
    const json = {
      filters: [{ name: 'tag:Name', values: ['a'] }],
      metadata: { labels: { schema: 'v1', values: 'a' }, annotations: { params: 'a' } },
      matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }],
      cloudTags: { presets: 'a' },
      hasManifest: true,
    };
    expect(read(json)?.source).toBe(json);
  });

  it('can be nested in any depth', () => {
    const json: unknown = JSON.parse(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
    expect(read(json)?.source).toBe(json);
  });
});
