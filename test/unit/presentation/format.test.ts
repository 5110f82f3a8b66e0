import { describe, expect, it } from 'vitest';
import {
  formatAge,
  formatCount,
  formatGibibytes,
  formatMebibytes,
  formatNumber,
  formatProgress,
  formatTime,
  formatUtc,
} from '../../../src/presentation/format';

describe('numbers', () => {
  it.each([
    [0, '0'],
    [1234, '1,234'],
    [2.25, '2.3'],
  ])('%d is written %s', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  it.each([
    [512, '512 MiB'],
    [8192, '8 GiB'],
    [1536, '1.5 GiB'],
    [1024 * 1024, '1 TiB'],
  ])('%d MiB are %s', (value, text) => {
    expect(formatMebibytes(value)).toBe(text);
  });

  it('counts gibibytes likewise', () => {
    expect(formatGibibytes(60)).toBe('60 GiB');
    expect(formatGibibytes(2048)).toBe('2 TiB');
  });
});

describe('counts', () => {
  it('are in words', () => {
    const machines = (count: number) => formatCount(count, '1 machine', (n) => `${n} machines`);
    expect([0, 1, 2, 1234].map(machines)).toEqual([
      '0 machines',
      '1 machine',
      '2 machines',
      '1,234 machines',
    ]);
  });
});

describe('progress', () => {
  it.each([
    [50, 1234, '50 of 1,234'],
    [50, undefined, '50 loaded'],
    // A count that shrank while the pages were read says nothing any more.
    [50, 20, '50 loaded'],
  ])('of %d out of %s is %s', (loaded, total, text) => {
    expect(formatProgress(loaded, total)).toBe(text);
  });
});

describe('time', () => {
  const now = Date.UTC(2026, 10, 21, 9, 30, 5);
  it.each([
    [0, 'now'],
    [1, '1 second ago'],
    [119, '119 seconds ago'],
    [3 * 60 + 59, '3 minutes ago'],
    [119 * 60, '119 minutes ago'],
    [47 * 3600, '47 hours ago'],
    [59 * 86400, '59 days ago'],
    [500 * 86400, '16 months ago'],
    [800 * 86400, '2 years ago'],
    [-120, 'in 2 minutes'],
  ])('%d seconds past reads %s', (seconds, text) => {
    expect(formatAge(now - seconds * 1000, now)).toBe(text);
  });

  it('is exact in UTC', () => {
    expect(formatUtc(now)).toBe('2026-11-21 09:30:05 UTC');
    expect(formatTime(now - 180_000, now)).toBe('3 minutes ago (2026-11-21 09:27:05 UTC)');
  });
});
