import { atlas } from './atlas';
import { controlPlane, controlPlaneName, pool } from './pools';
import type { ProjectPlan } from './plans';
import { situationNames } from './situations';

const longName =
  'platform-engineering-shared-services-for-regional-subsidiaries-including-acceptance-environments-' +
  'integration-environments-disaster-recovery-and-everything-that-nobody-has-found-a-better-home-for-yet';

/** The first projects, written by hand: what users see first, and what is hard to display. */
export const featuredProjects: readonly ProjectPlan[] = [
  {
    name: 'payments',
    description: 'Card and account payments, in scope for PCI DSS',
    labels: { 'pci-dss': 'demo__tag', tier: 'gold' },
    teams: ['Platform', 'Payments SRE'],
    workspaces: ['card-acquiring', 'chargebacks'],
    clusters: [
      { suffix: 'eu', pools: [controlPlane, pool('workers', 12, 'large', { 4: 'diskPressure' }, [3, 20])] },
      {
        suffix: 'us',
        pools: [
          controlPlane,
          pool('workers', 9, 'large', {}, [3, 20]),
          pool('batch', 2, 'memory', { 1: 'cordoned' }, [0, 6]),
        ],
      },
      {
        suffix: 'ap',
        pools: [controlPlane, pool('workers', 8, 'large', { 6: 'provisioning', 7: 'pending' }, [3, 12])],
      },
      { suffix: 'uk', pools: [controlPlane, pool('workers', 4, 'large')] },
      { suffix: 'br', state: 'Provisioning', pools: [controlPlane, pool('workers', 3, 'large')] },
      { suffix: 'staging', pools: [pool(controlPlaneName, 1, 'medium'), pool('workers', 2, 'medium')] },
    ],
  },
  {
    name: 'ledger',
    description: 'Double-entry bookkeeping and month-end closing',
    labels: { 'pci-dss': 'demo__tag', tier: 'gold' },
    teams: ['Platform', 'Payments SRE'],
    clusters: [
      {
        suffix: 'eu',
        pools: [
          controlPlane,
          pool('workers', 6, 'xlarge', { 2: 'silent' }),
          pool('databases', 3, 'memory', { 0: 'drainFailed' }),
        ],
      },
      { suffix: 'us', pools: [controlPlane, pool('workers', 6, 'xlarge')], isRepavePending: true },
      { suffix: 'dr', pools: [controlPlane, pool('workers', 3, 'xlarge')], isRenewalFailing: true },
    ],
  },
  atlas,
  {
    name: 'checkout',
    teams: ['Platform', 'Data Engineering'],
    firstTeamRole: ['Project Editor'],
    clusters: [
      { suffix: 'eu', pools: [controlPlane, pool('workers', 10, 'large', {}, [4, 16])], isUnsteady: true },
      { suffix: 'us', pools: [controlPlane, pool('workers', 7, 'large', {}, [4, 16])] },
    ],
  },
  { name: 'sandbox', description: 'Try things here', clusters: [], isDisabled: true },
  {
    name: 'identity',
    description: 'Sign-in, sessions and directory synchronisation',
    clusters: [
      { suffix: 'eu', pools: [controlPlane, pool('workers', 5, 'large', { 3: 'failed' })] },
      { suffix: 'us' },
    ],
  },
  {
    name: 'data-platform',
    workspaces: ['analytics', 'reporting'],
    labels: { 'cost-center': '4711', 'data-residency-eu': 'demo__tag' },
    clusters: [
      {
        suffix: 'eu',
        pools: [
          controlPlane,
          pool('workers', 14, 'xlarge', { 9: 'memoryPressure' }, [6, 20]),
          pool('gpu', 4, 'gpu', { 2: 'draining' }),
          pool('spot / batch 50%', 6, 'xlarge', { 5: 'deleting' }, [0, 40]),
        ],
      },
      { suffix: 'lake', cloudType: 'aws' },
    ],
  },
  { name: 'search', clusters: [{ suffix: 'eu' }, { suffix: 'us' }] },
  {
    name: '決済基盤',
    slug: 'kessai',
    description: '国内決済サービスの本番環境',
    clusters: [
      { suffix: 'tokyo', pools: [controlPlane, pool('ワーカー', 5, 'large')] },
      { suffix: 'osaka', pools: [controlPlane, pool('ワーカー', 3, 'large')] },
    ],
  },
  {
    name: 'ml-training',
    workspaces: ['experiments'],
    clusters: [{ suffix: 'gpu-1' }, { suffix: 'gpu-2', state: 'Deleting' }],
  },
  {
    name: 'legacy-crm',
    isDisabled: true,
    clusters: [{ suffix: 'eu', state: 'Deleting' }],
    cleanUp: {
      state: 'InProgress',
      msg: 'Deleting clusters: 2 of 3 are gone',
      cleanedResources: ['cluster legacy-crm-us', 'cluster legacy-crm-ap', 'cluster profile legacy-crm-base'],
    },
  },
  { name: 'notifications' },
  { name: 'hackathon', description: 'Empty until the next one', clusters: [] },
  {
    name: 'observability',
    clusters: [{ suffix: 'eu' }, { suffix: 'us' }],
    labels: { 'internal-only': 'demo__tag' },
  },
  {
    name: 'chaos-lab',
    description: 'Machines are broken here on purpose: one in every way there is',
    clusters: [
      {
        suffix: 'eu',
        pools: [
          controlPlane,
          pool('victims', situationNames.length, 'medium', Object.fromEntries(situationNames.entries())),
        ],
      },
    ],
  },
  { name: 'inventory', clusters: [{ suffix: 'eu', state: 'Error' }, { suffix: 'us' }] },
  { name: '🚀 launchpad', slug: 'launchpad' },
  { name: 'منصة المدفوعات', slug: 'madfuat', description: 'بيئة الإنتاج لمنطقة الخليج' },
  { name: '数据平台', slug: 'shuju', clusters: [{ suffix: 'beijing' }, { suffix: 'shanghai' }] },
  {
    name: 'R&D <b>β</b> $(beaker) *pilot* [docs](https://example.com/pilot) | `x`',
    slug: 'rnd-pilot',
    description:
      '<img src="https://example.com/pixel.png"> **bold** $(warning) [run](command:workbench.action.quit)',
    labels: { 'x | y': '$(alert) __tag' },
  },
  { name: longName, clusters: [{ suffix: 'eu', pools: [controlPlane] }] },
];
