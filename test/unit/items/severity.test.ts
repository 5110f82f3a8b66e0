import { describe, expect, it } from 'vitest';
import {
  isWorse,
  needsAttention,
  withChildren,
  worst,
  type ItemState,
  type Severity,
} from '../../../src/items/severity';

/** Worst first. */
const scale: readonly ItemState[] = [
  'failed',
  'unhealthy',
  'lateHeartbeat',
  'maintenance',
  'inTransition',
  'unknown',
  'healthy',
  'notRead',
];

describe('the severity scale', () => {
  it('orders all severities', () => {
    scale.forEach((severity, index) => {
      const better = scale.slice(index);
      expect(worst(better, 'unknown')).toBe(severity);
      expect(worst(better.toReversed(), 'unknown')).toBe(severity);
    });
    expect(worst([], 'notRead')).toBe('notRead');
  });

  it('knows which severities need attention', () => {
    expect(scale.filter(needsAttention)).toEqual(['failed', 'unhealthy', 'lateHeartbeat', 'maintenance']);
  });
});

describe('the severity of a parent', () => {
  it.each<[own: Severity, children: Severity[], expected: Severity]>([
    ['healthy', [], 'healthy'],
    ['unhealthy', [], 'unhealthy'],
    // A child that needs attention raises its parents' severity, and never lowers it.
    ['healthy', ['healthy', 'maintenance'], 'maintenance'],
    ['inTransition', ['lateHeartbeat'], 'lateHeartbeat'],
    ['unhealthy', ['failed'], 'failed'],
    ['failed', ['unhealthy', 'healthy'], 'failed'],
    // Children that are unknown or in transition do not change a known severity.
    ['healthy', ['unknown', 'inTransition'], 'healthy'],
    ['unhealthy', ['unknown', 'healthy'], 'unhealthy'],
    ['inTransition', ['healthy'], 'inTransition'],
    // A parent of unknown severity is healthy only if all its children are.
    ['unknown', [], 'unknown'],
    ['unknown', ['healthy', 'healthy'], 'healthy'],
    ['unknown', ['healthy', 'unknown'], 'unknown'],
    ['unknown', ['healthy', 'inTransition'], 'inTransition'],
    ['unknown', ['unknown', 'failed'], 'failed'],
  ])('that is %s, with children %j, is %s', (own, children, expected) => {
    expect(withChildren(own, children)).toBe(expected);
  });
});

describe('from one severity to another', () => {
  it('a problem begins or gets worse', () => {
    expect(isWorse('healthy', 'maintenance')).toBe(true);
    expect(isWorse(undefined, 'failed')).toBe(true);
    expect(isWorse('unhealthy', 'failed')).toBe(true);
    expect(isWorse('failed', 'unhealthy')).toBe(false);
    expect(isWorse('failed', 'failed')).toBe(false);
    expect(isWorse('healthy', 'inTransition')).toBe(false);
  });
});
