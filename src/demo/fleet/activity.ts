import { controlPlaneName, pool } from './pools';
import type { Step } from './step';

/**
 * An hour in the fleet of the demo. At its end, the fleet is as at its start, and the hour begins again.
 * In order of time, with a change every few minutes, of which the first ones concern what users expand first. With what leads
 * to them, they have at most 50 events: a page of the log. Nothing changes in payments-eu: its incident is the story of the
 * guide, and has to be there whenever somebody follows it.
 */
// prettier-ignore
export const activeHour: readonly Step[] = [
  { minute: 1, cluster: 'checkout-eu', pool: 'workers', machines: [3], situation: 'notReady' },
  { minute: 2, cluster: 'payments-us', pool: 'workers', size: 10 },
  { minute: 3, cluster: 'checkout-eu', pool: 'workers', machines: [3], situation: 'running' },
  { minute: 4, cluster: 'payments-us', pool: 'workers', machines: [10], situation: 'running' },
  { minute: 5, cluster: 'payments-ap', pool: 'workers', machines: [7], situation: 'running' },
  { minute: 7, cluster: 'identity-eu', pool: 'workers', machines: [4], situation: 'provisioning' },
  { minute: 8, cluster: 'payments-ap', pool: 'workers', machines: [8], situation: 'provisioning' },
  { minute: 9, cluster: 'identity-eu', pool: 'workers', machines: [4], situation: 'running' },
  { minute: 11, cluster: 'payments-ap', pool: 'workers', machines: [8], situation: 'running' },
  { minute: 13, cluster: 'ledger-eu', pool: 'workers', machines: [3], situation: 'running' },
  { minute: 15, cluster: 'ledger-eu', pool: 'databases', machines: [1], situation: 'running' },
  { minute: 17, cluster: 'data-platform-eu', pool: 'workers', machines: [10], situation: 'running' },
  // A machine of payments-uk is maintained.
  { minute: 18, cluster: 'payments-uk', pool: 'workers', machines: [1], situation: 'draining' },
  { minute: 20, cluster: 'payments-uk', pool: 'workers', machines: [1], situation: 'cordoned' },
  {
    minute: 21,
    project: 'payments',
    plan: { suffix: 'canary', state: 'Provisioning', pools: [pool(controlPlaneName, 1, 'medium')] },
  },
  { minute: 22, cluster: 'payments-uk', pool: 'workers', machines: [1], situation: 'running' },
  { minute: 24, cluster: 'payments-canary', state: 'Running' },
  { minute: 27, cluster: 'checkout-us', pool: 'workers', machines: [7], situation: 'lost' },
  { minute: 30, cluster: 'checkout-us', pool: 'workers', machines: [7], situation: 'running' },
  { minute: 33, cluster: 'data-platform-eu', pool: 'spot / batch 50%', size: 5 },
  { minute: 36, cluster: 'data-platform-eu', pool: 'spot / batch 50%', size: 6 },
  { minute: 38, cluster: 'data-platform-eu', pool: 'spot / batch 50%', machines: [6], situation: 'running' },
  { minute: 41, cluster: 'payments-us', pool: 'workers', size: 9 },
  { minute: 44, cluster: 'payments-canary', state: 'Deleting' },
  { minute: 47, cluster: 'payments-canary', isDeleted: true },
  { minute: 50, cluster: 'ledger-eu', pool: 'workers', machines: [3], situation: 'silent' },
  { minute: 52, cluster: 'data-platform-eu', pool: 'spot / batch 50%', machines: [6], situation: 'deleting' },
  { minute: 53, cluster: 'payments-ap', pool: 'workers', machines: [7], situation: 'provisioning' },
  { minute: 55, cluster: 'identity-eu', pool: 'workers', machines: [4], situation: 'failed' },
  { minute: 56, cluster: 'ledger-eu', pool: 'databases', machines: [1], situation: 'drainFailed' },
  { minute: 57, cluster: 'data-platform-eu', pool: 'workers', machines: [10], situation: 'memoryPressure' },
  { minute: 58, cluster: 'payments-ap', pool: 'workers', machines: [8], situation: 'pending' },
];
