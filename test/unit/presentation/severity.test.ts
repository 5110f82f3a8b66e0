import { describe, expect, it } from 'vitest';
import { needsAttention, withChildren, worst, type Severity } from '../../../src/presentation/severity';

/** Worst first. */
const scale: readonly Severity[] = [
  'failed',
  'unhealthy',
  'lateHeartbeat',
  'maintenance',
  'inTransition',
  'unknown',
  'healthy',
];

describe('the severity scale', () => {
  it('orders all severities', () => {
    scale.forEach((severity, index) => {
      const better = scale.slice(index);
      expect(worst(better)).toBe(severity);
      expect(worst(better.toReversed())).toBe(severity);
    });
    expect(worst([])).toBe('unknown');
  });

  it('says what needs attention', () => {
    expect(scale.filter(needsAttention)).toEqual(['failed', 'unhealthy', 'lateHeartbeat', 'maintenance']);
  });
});

describe('the severity of a parent', () => {
  it.each<[own: Severity, children: Severity[], expected: Severity]>([
    ['healthy', [], 'healthy'],
    ['unhealthy', [], 'unhealthy'],
    // A child that needs attention marks its parents, and never makes them look better.
    ['healthy', ['healthy', 'maintenance'], 'maintenance'],
    ['inTransition', ['lateHeartbeat'], 'lateHeartbeat'],
    ['unhealthy', ['failed'], 'failed'],
    ['failed', ['unhealthy', 'healthy'], 'failed'],
    // Children that were not read, or come and go, change nothing about what the parent reports.
    ['healthy', ['unknown', 'inTransition'], 'healthy'],
    ['unhealthy', ['unknown', 'healthy'], 'unhealthy'],
    ['inTransition', ['healthy'], 'inTransition'],
    // A parent that reports nothing is only healthy if all its children are.
    ['unknown', [], 'unknown'],
    ['unknown', ['healthy', 'healthy'], 'healthy'],
    ['unknown', ['healthy', 'unknown'], 'unknown'],
    ['unknown', ['healthy', 'inTransition'], 'inTransition'],
    ['unknown', ['unknown', 'failed'], 'failed'],
  ])('that is %s itself, with children that are %j, is %s', (own, children, expected) => {
    expect(withChildren(own, children)).toBe(expected);
  });
});
