import { atlas } from './atlas';
import { controlPlaneName, type PoolPlan } from './pools';
import type { ProjectPlan } from './projects';
import { situationNames } from './situations';

const controlPlane: PoolPlan = { name: controlPlaneName, size: 3, flavor: 'large' };

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
      {
        suffix: 'eu',
        pools: [
          controlPlane,
          { name: 'workers', size: 12, flavor: 'large', range: [3, 20], situations: { 4: 'diskPressure' } },
        ],
      },
      {
        suffix: 'us',
        pools: [
          controlPlane,
          { name: 'workers', size: 9, flavor: 'large', range: [3, 20] },
          { name: 'batch', size: 2, flavor: 'memory', range: [0, 6], situations: { 1: 'cordoned' } },
        ],
      },
      {
        suffix: 'ap',
        pools: [
          controlPlane,
          {
            name: 'workers',
            size: 8,
            flavor: 'large',
            range: [3, 12],
            situations: { 6: 'provisioning', 7: 'pending' },
          },
        ],
      },
      { suffix: 'uk', pools: [controlPlane, { name: 'workers', size: 4, flavor: 'large' }] },
      {
        suffix: 'br',
        state: 'Provisioning',
        pools: [controlPlane, { name: 'workers', size: 3, flavor: 'large' }],
      },
      {
        suffix: 'staging',
        pools: [
          { name: controlPlaneName, size: 1, flavor: 'medium' },
          { name: 'workers', size: 2, flavor: 'medium' },
        ],
      },
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
          { name: 'workers', size: 6, flavor: 'xlarge', situations: { 2: 'silent' } },
          { name: 'databases', size: 3, flavor: 'memory', situations: { 0: 'drainFailed' } },
        ],
      },
      {
        suffix: 'us',
        pools: [controlPlane, { name: 'workers', size: 6, flavor: 'xlarge' }],
        isRepavePending: true,
      },
      {
        suffix: 'dr',
        pools: [controlPlane, { name: 'workers', size: 3, flavor: 'xlarge' }],
        isRenewalFailing: true,
      },
    ],
  },
  atlas,
  {
    name: 'checkout',
    teams: ['Platform', 'Data Engineering'],
    firstTeamRole: ['Project Editor'],
    clusters: [
      { suffix: 'eu', pools: [controlPlane, { name: 'workers', size: 10, flavor: 'large', range: [4, 16] }] },
      { suffix: 'us', pools: [controlPlane, { name: 'workers', size: 7, flavor: 'large', range: [4, 16] }] },
    ],
  },
  { name: 'sandbox', description: 'Try things here', clusters: [], isDisabled: true },
  {
    name: 'identity',
    description: 'Sign-in, sessions and directory synchronisation',
    clusters: [
      {
        suffix: 'eu',
        pools: [controlPlane, { name: 'workers', size: 5, flavor: 'large', situations: { 3: 'failed' } }],
      },
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
          {
            name: 'workers',
            size: 14,
            flavor: 'xlarge',
            range: [6, 20],
            situations: { 9: 'memoryPressure' },
          },
          { name: 'gpu', size: 4, flavor: 'gpu', situations: { 2: 'draining' } },
          {
            name: 'spot / batch 50%',
            size: 6,
            flavor: 'xlarge',
            range: [0, 40],
            situations: { 5: 'deleting' },
          },
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
      { suffix: 'tokyo', pools: [controlPlane, { name: 'ワーカー', size: 5, flavor: 'large' }] },
      { suffix: 'osaka', pools: [controlPlane, { name: 'ワーカー', size: 3, flavor: 'large' }] },
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
          {
            name: 'victims',
            size: situationNames.length,
            flavor: 'medium',
            situations: Object.fromEntries(situationNames.entries()),
          },
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
