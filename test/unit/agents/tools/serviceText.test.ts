import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prunedDetails } from '../../../../src/agents/tools/serviceText';

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

describe('details', () => {
  it('are whole if they fit', () => {
    const details = { status: { state: 'Running', list: [1, null, true] }, metadata: { labels: {} } };
    expect(prunedDetails(details, 8000)).toEqual({ value: details, omitted: 0 });
  });

  it('keep the first fields, with what was left out counted', () => {
    const long = Array.from({ length: 400 }, (_, index) => ({ index, text: 'x'.repeat(300) }));
    const { value: details, omitted } = prunedDetails(
      { status: { state: 'Failed', long }, spec: { long } },
      4000,
    );
    expect(details).toMatchObject({ status: { state: 'Failed' } });
    expect(bytesOf(details)).toBeLessThanOrEqual(4000);
    expect(omitted).toBeGreaterThanOrEqual(780);
  });

  it('leave out the last fields if nothing else helps', () => {
    const field = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`f${index}`, '語'.repeat(60)]),
    );
    const { value: details, omitted } = prunedDetails({ status: field, spec: field, metadata: field }, 5000);
    expect(details).toEqual({ status: expect.anything() as unknown, spec: expect.anything() as unknown });
    expect(omitted).toBe(1);
  });

  it('have only the first levels, with what was left out counted', () => {
    const nested = (levels: number): unknown => (levels === 0 ? 'x' : { inner: nested(levels - 1) });
    const { value, omitted } = prunedDetails(nested(21), 8000);
    expect(JSON.stringify(value)).toBe(JSON.stringify(nested(21)).replace('{"inner":"x"}', 'null'));
    expect(omitted).toBe(1);
    expect(prunedDetails(nested(20), 8000)).toEqual({ value: nested(20), omitted: 0 });
  });

  it('are left out if they are too long and have no fields', () => {
    expect(prunedDetails('語'.repeat(60), 100)).toEqual({ value: null, omitted: 1 });
    expect(prunedDetails(['a', 'b', 'c', 'd'], 10)).toEqual({ value: null, omitted: 2 });
  });

  it('always fit, whatever they are', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (details) => {
        expect(bytesOf(prunedDetails(details, 300).value)).toBeLessThanOrEqual(300);
      }),
    );
  });
});
