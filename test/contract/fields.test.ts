import { describe, expect, it } from 'vitest';
import { sampleOf } from './support/fields';
import { describedAnswer, describedEndpoints } from './support/description';

describe('a sample', () => {
  it('has a unique value for every field, and the path of each field', () => {
    const text = { type: 'string' };
    const { answer, fields } = sampleOf({
      type: 'object',
      properties: {
        name: text,
        nics: { type: 'array', items: { properties: { index: { type: 'integer' } } } },
        ips: { type: 'array', items: text },
        labels: { type: 'object', additionalProperties: text },
        ready: { type: 'boolean' },
        created: { type: 'string', format: 'date-time' },
        state: { type: 'string', enum: ['Running', 'Failed'] },
        packs: { type: 'array', items: { type: 'object' } },
        details: {},
      },
    });
    expect(answer).toEqual({
      name: 'name-1001',
      nics: [{ index: 1002 }],
      ips: ['ips-1003'],
      labels: { 'key-1004': 'labels-1004' },
      ready: true,
      created: '2020-01-05T00:00:00.000Z',
      state: 'Running',
      packs: [{ 'key-1008': 'packs-1008' }],
      details: { 'key-1009': 'details-1009' },
    });
    expect(fields).toEqual([
      { path: 'name', kind: 'text', value: 'name-1001' },
      { path: 'nics[].index', kind: 'number', value: 1002 },
      { path: 'ips[]', kind: 'text', value: 'ips-1003' },
      { path: 'labels{}', kind: 'text', value: 'labels-1004' },
      { path: 'ready', kind: 'boolean', value: true },
      { path: 'created', kind: 'time', value: '2020-01-05T00:00:00.000Z' },
      { path: 'state', kind: 'choice', value: 'Running' },
      { path: 'packs[]', kind: 'open', value: 'packs-1008' },
      { path: 'details', kind: 'open', value: 'details-1009' },
    ]);
  });

  it.each(describedEndpoints.filter((endpoint) => describedAnswer(endpoint) !== undefined))(
    'of the response of %s has no value that is part of another value',
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
