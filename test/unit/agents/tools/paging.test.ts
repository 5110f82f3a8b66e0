import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  indexAfter,
  maxTokenLength,
  pageToken,
  positionAfter,
  readPageToken,
} from '../../../../src/agents/tools/paging';

describe('a page token', () => {
  it('is valid only for the request that it came from', () => {
    const token = pageToken({ after: 5 }, ['tool', { a: 1 }]);
    expect(readPageToken(token, ['tool', { a: 1 }])).toEqual({ after: 5 });
    expect(readPageToken(token, ['tool', { a: 2 }])).toBeUndefined();
  });

  it('is undefined for any other text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readPageToken(text, 'test')).toBeUndefined();
      }),
    );
  });
});

describe('a position in a list', () => {
  const keys = ['a', 'b', 'c', 'd'];

  it('is at its start without an item', () => {
    expect(indexAfter(keys, undefined)).toBe(0);
  });

  it('is after its item, wherever that is now', () => {
    const position = positionAfter(keys, 1);
    expect(indexAfter(keys, position)).toBe(2);
    expect(indexAfter(['x', 'y', ...keys], position)).toBe(4);
    expect(indexAfter(keys.slice(1), position)).toBe(1);
  });

  it('is where its item was if that is gone, because the next one has moved up', () => {
    const position = positionAfter(keys, 1);
    expect(indexAfter(['a', 'c', 'd'], position)).toBe(1);
  });

  it('is at the end after the last item', () => {
    expect(indexAfter(keys, positionAfter(keys, 3))).toBe(keys.length);
  });

  it('is short, and says nothing about the item', () => {
    const { mark } = positionAfter(['x'.repeat(maxTokenLength)], 0);
    expect(mark).toMatch(/^[\w-]{12}$/);
  });
});
