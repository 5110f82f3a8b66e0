import { describe, expect, it } from 'vitest';
import { time } from '../../../src/text/markdown';
import {
  formatAge,
  formatCount,
  formatGibibytes,
  formatMoment,
  formatMebibytes,
  formatNumber,
  formatProgress,
  formatUtc,
} from '../../../src/text/format';

describe('numbers', () => {
  it.each([
    [0, '0'],
    [1234, '1,234'],
    [2.25, '2.3'],
  ])('%d is formatted as %s', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  it.each([
    [512, '512 MiB'],
    [8192, '8 GiB'],
    [1536, '1.5 GiB'],
    [1024 * 1024, '1 TiB'],
  ])('%d MiB is formatted as %s', (value, text) => {
    expect(formatMebibytes(value)).toBe(text);
  });

  it('also formats gibibytes', () => {
    expect(formatGibibytes(60)).toBe('60 GiB');
    expect(formatGibibytes(2048)).toBe('2 TiB');
  });
});

describe('counts', () => {
  it('are written as words', () => {
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
    // The count shrank while pages were loading, so it is no longer meaningful.
    [50, 20, '50 loaded'],
  ])('of %d out of %s is %s', (loaded, total, text) => {
    expect(formatProgress(loaded, total)).toBe(text);
  });
});

describe('time', () => {
  const now = Date.UTC(2026, 10, 21, 9, 30, 5);
  it.each([
    [0, 'just now'],
    [59, 'just now'],
    [-59, 'just now'],
    [60, '1 min ago'],
    [102, '1 min ago'],
    [3 * 60 + 59, '3 min ago'],
    [119 * 60, '119 min ago'],
    [3 * 3600, '3 hr ago'],
    [47 * 3600, '47 hr ago'],
    [59 * 86400, '59 days ago'],
    [500 * 86400, '16 mo ago'],
    [800 * 86400, '2 yr ago'],
    [-120, 'in 2 min'],
  ])('%d seconds ago is formatted as %s', (seconds, text) => {
    expect(formatAge(now - seconds * 1000, now)).toBe(text);
  });

  it('includes the date unless it is today', () => {
    const [today, yesterday] = [new Date(2026, 10, 21, 9, 31, 59), new Date(2026, 10, 20, 9, 31)];
    const noon = new Date(2026, 10, 21, 12).getTime();
    expect(formatMoment(today.getTime(), noon)).toBe('09:31');
    expect(formatMoment(yesterday.getTime(), noon)).toBe('Nov 20, 09:31');
  });

  it('is exact in UTC', () => {
    expect(formatUtc(now)).toBe('2026-11-21 09:30:05 UTC');
    expect(time(now - 180_000, now)).toBe('3 min ago (2026-11-21 09:27:05 UTC)');
  });
});
