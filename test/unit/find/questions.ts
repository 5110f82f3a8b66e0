// Sixty questions about a fleet that on-call engineers, platform owners and auditors ask, each as a line of the query too. The
// answers are written from the questions alone: nothing here knows the grammar, or how Poolview keeps what it has read.

/** `undefined`: what was read does not tell. */
type Answer = boolean | undefined;

type State =
  'failed' | 'unhealthy' | 'lateHeartbeat' | 'maintenance' | 'inTransition' | 'unknown' | 'healthy';

export interface Installed {
  readonly name: string;
  /** Undefined if nobody knows it. `1.32.x` is some 1.32. */
  readonly version: string | undefined;
  /** What part of the cluster it is, such as `k8s` or `os`. */
  readonly layer?: string | undefined;
}

interface Amount {
  readonly total: number;
  readonly used: number | undefined;
}

/** What a person would write down about an item. `undefined`: the item may have it, but nobody has looked. */
export interface Facts {
  readonly kind: 'project' | 'cluster' | 'pool' | 'machine';
  readonly name: string;
  /** Missing if it has none. */
  readonly uid?: string | undefined;
  /** What contains it; missing where it is in none, or nobody knows in which. */
  readonly project?: Facts | undefined;
  readonly cluster?: Facts | undefined;
  readonly pool?: Facts | undefined;
  /** As bad as the worst in it. Undefined: the item itself was not read. */
  readonly state: State | undefined;
  /** Empty if there is nothing to say. */
  readonly cause: string | undefined;
  readonly message: string;
  /** Whether nobody has looked for all that may have caused its state. */
  readonly isCauseOpen?: boolean;
  readonly addresses: readonly string[];
  /** Whether its problem, if it has one, is known. */
  readonly isKnown: boolean;
  /** Whether the user marked it, and not only what contains it. */
  readonly isFavorite: boolean;
  /** Whether reading it again has failed. */
  readonly isOutdated: boolean;
  /** Only clusters have these; empty if a cluster has none. */
  readonly cloud?: string | undefined;
  /** What its region is called: a code, such as `eu-central-1`, and perhaps a city. */
  readonly regions?: readonly string[] | undefined;
  readonly packs?: readonly Installed[] | undefined;
  readonly profiles?: readonly Installed[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly isWaiting?: boolean | undefined;
  readonly isUpdatable?: boolean | undefined;
  readonly cores?: Amount | undefined;
  readonly memoryGiB?: Amount | undefined;
  /** Only clusters and pools have this. */
  readonly machines?: number | undefined;
}

type IsName = (kind: Facts['kind'], name: string) => boolean;

export interface Question {
  readonly question: string;
  readonly line: string;
  /** @param isName whether something of this kind that was read is called so: if nothing is, a part of the name is meant */
  readonly isTrue: (facts: Facts, isName?: IsName) => Answer;
}

// What is said with "and", "or" and "not", if something may not be known.

const all = (...answers: readonly Answer[]): Answer =>
  answers.includes(false) ? false : answers.includes(undefined) ? undefined : true;
const some = (...answers: readonly Answer[]): Answer =>
  answers.includes(true) ? true : answers.includes(undefined) ? undefined : false;
const not = (answer: Answer): Answer => (answer === undefined ? undefined : !answer);

// What the questions are about.

const includes = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const isState = ({ state }: Facts, ...states: readonly State[]): Answer =>
  state === undefined ? undefined : states.includes(state);
const needsAttention = (facts: Facts): Answer =>
  isState(facts, 'failed', 'unhealthy', 'lateHeartbeat', 'maintenance');
const isKnown = ({ state, isKnown }: Facts): Answer => (state === undefined ? undefined : isKnown);
const isProblem = (facts: Facts): Answer => all(needsAttention(facts), not(isKnown(facts)));

/** Whether the service gives a reason with this text. */
function isBecauseOf({ cause, message, isCauseOpen = false }: Facts, text: string): Answer {
  if (includes(cause ?? '', text) || includes(message, text)) return true;
  return cause === undefined || isCauseOpen ? undefined : false;
}

/** Whether what identifies or explains an item has this text. */
function mentions(facts: Facts, text: string): Answer {
  const { state, name, uid = '', addresses, cause = '', message, isCauseOpen = false } = facts;
  if ([name, uid, ...addresses, cause, message].some((each) => includes(each, text))) return true;
  // Nobody has looked for its addresses and its cause.
  return state === undefined || isCauseOpen ? undefined : false;
}

const levels = ['project', 'cluster', 'pool', 'machine'] as const;

/** Says something about the item of a kind that an item is, or is in. */
function ofPlace(
  facts: Facts,
  kind: 'project' | 'cluster' | 'pool',
  isTrue: (place: Facts) => Answer,
): Answer {
  const place = facts.kind === kind ? facts : facts[kind];
  if (place !== undefined) return isTrue(place);
  // Nobody knows the cluster of a pool that the user added by its name. A project is in no cluster.
  return levels.indexOf(facts.kind) < levels.indexOf(kind) ? false : undefined;
}

function isIn(
  facts: Facts,
  kind: 'project' | 'cluster' | 'pool',
  names: readonly string[],
  isName: IsName = () => true,
): Answer {
  return ofPlace(facts, kind, ({ name, uid = '' }) =>
    names.some((each) =>
      [name, uid].some((text) => (isName(kind, each) ? isSame(text, each) : includes(text, each))),
    ),
  );
}

function isFavorite(facts: Facts): boolean {
  return [facts, facts.project, facts.cluster, facts.pool].some((each) => each?.isFavorite === true);
}

const ofCluster = (facts: Facts, isTrue: (cluster: Facts) => Answer): Answer =>
  ofPlace(facts, 'cluster', isTrue);

const runsOn = (facts: Facts, ...clouds: readonly string[]): Answer =>
  ofCluster(facts, ({ cloud }) =>
    cloud === undefined ? undefined : clouds.some((each) => isSame(cloud, each)),
  );

const isInRegion = (facts: Facts, isWanted: (region: string) => boolean): Answer =>
  ofCluster(facts, ({ regions }) => regions?.some((region) => isWanted(region.toLowerCase())));

const isTagged = (facts: Facts, isWanted: (tag: string) => boolean): Answer =>
  ofCluster(facts, ({ tags }) => tags?.some((tag) => isWanted(tag.toLowerCase())));

/** Whether a tag has one of these values. */
const hasTag = (facts: Facts, key: string, ...values: readonly string[]): Answer =>
  isTagged(facts, (tag) => values.some((value) => tag === `${key}:${value}`));

/** Whether a tag has this key, with or without a value. */
const hasTagKey = (facts: Facts, key: string): Answer =>
  isTagged(facts, (tag) => tag === key || tag.startsWith(`${key}:`));

/**
 * Whether a version is older (-1), the same (0) or newer (1). A version that is given with two numbers means all that begin with
 * them. Undefined if it depends on a number that is not known.
 */
function age(version: string | undefined, given: string): -1 | 0 | 1 | undefined {
  const parts = (version ?? '').replace(/^v/i, '').split(/[.+-]/);
  for (const [place, wanted] of given.split('.').map(Number).entries()) {
    const part = parts[place] ?? '';
    if (!/^\d+$/.test(part)) return undefined;
    const number = Number(part);
    if (number !== wanted) return number < wanted ? -1 : 1;
  }
  return 0;
}

const isOlder = (version: string | undefined, given: string): Answer => isAge(age(version, given), -1);
const isEqual = (version: string | undefined, given: string): Answer => isAge(age(version, given), 0);
const isNewer = (version: string | undefined, given: string): Answer => isAge(age(version, given), 1);
const isAge = (one: number | undefined, other: number): Answer =>
  one === undefined ? undefined : one === other;

/** Whether a cluster has something installed of which something is true. */
function has(facts: Facts, list: 'packs' | 'profiles', isTrue: (installed: Installed) => Answer): Answer {
  return ofCluster(facts, (cluster) => {
    const installed = cluster[list];
    return installed === undefined ? undefined : some(...installed.map(isTrue));
  });
}

/** The same of a part that each cluster has, whether its packs tell it or not. */
function runs(facts: Facts, part: 'k8s' | 'os', isTrue: (installed: Installed) => Answer): Answer {
  return ofCluster(facts, ({ packs = [] }) => {
    const own = packs.filter(({ layer }) => layer === part);
    return own.length === 0 ? undefined : some(...own.map(isTrue));
  });
}

const kubernetes = (facts: Facts, isTrue: (version: string | undefined) => Answer): Answer =>
  runs(facts, 'k8s', ({ version }) => isTrue(version));

const isWaiting = (facts: Facts): Answer => ofCluster(facts, (cluster) => cluster.isWaiting);
const isUpdatable = (facts: Facts): Answer => ofCluster(facts, (cluster) => cluster.isUpdatable);

function counts({ machines }: Facts, isTrue: (machines: number) => boolean): Answer {
  return machines === undefined ? undefined : isTrue(machines);
}

/** How much of what a cluster has is used, from 0 to 1. */
function share(given: Amount | undefined, isTrue: (share: number) => boolean): Answer {
  return given?.used === undefined ? undefined : isTrue(given.used / given.total);
}

/** Whether an address is in an IPv4 network, the length of whose prefix is a multiple of eight. */
const isInNetwork = ({ addresses }: Facts, ...bytes: readonly number[]): boolean =>
  addresses.some((address) => {
    const own = address.split('.').map(Number);
    return own.length === 4 && bytes.every((byte, place) => own[place] === byte);
  });

const isProject = ({ kind }: Facts): boolean => kind === 'project';
const isCluster = ({ kind }: Facts): boolean => kind === 'cluster';
const isPool = ({ kind }: Facts): boolean => kind === 'pool';
const isMachine = ({ kind }: Facts): boolean => kind === 'machine';

const onCall: readonly Question[] = [
  {
    question: 'What has failed?',
    line: 'state:failed',
    isTrue: (f) => isState(f, 'failed'),
  },
  {
    question: 'What needs attention, and is not known yet?',
    line: 'is:problem',
    isTrue: isProblem,
  },
  {
    question: 'Which machines are unhealthy, or have not sent a heartbeat?',
    line: 'kind:machine state:unhealthy,lateHeartbeat',
    isTrue: (f) => all(isMachine(f), isState(f, 'unhealthy', 'lateHeartbeat')),
  },
  {
    question: 'Which machines have a full disk?',
    line: 'kind:machine cause:DiskPressure',
    isTrue: (f) => all(isMachine(f), isBecauseOf(f, 'DiskPressure')),
  },
  {
    question: 'What in production runs out of disk or memory?',
    line: 'env:prod cause:diskpressure,memorypressure',
    isTrue: (f) =>
      all(hasTag(f, 'env', 'prod'), some(isBecauseOf(f, 'DiskPressure'), isBecauseOf(f, 'MemoryPressure'))),
  },
  {
    question: 'Which clusters does the upgrade of fluent-bit break?',
    line: 'kind:cluster cause:fluent-bit is:problem',
    isTrue: (f) => all(isCluster(f), isBecauseOf(f, 'fluent-bit'), isProblem(f)),
  },
  {
    question: 'Where did the kubelet stop posting the status of its node?',
    line: 'cause:"stopped posting node status"',
    isTrue: (f) => isBecauseOf(f, 'stopped posting node status'),
  },
  {
    question: 'Which problems are not about disks?',
    line: 'is:problem -cause:disk',
    isTrue: (f) => all(isProblem(f), not(isBecauseOf(f, 'disk'))),
  },
  {
    question: 'An alert says "pod ledger-db-0": which item is that?',
    line: 'ledger-db-0',
    isTrue: (f) => mentions(f, 'ledger-db-0'),
  },
  {
    question: 'A log says "container runtime network not ready": where?',
    line: '"container runtime network not ready"',
    isTrue: (f) => mentions(f, 'container runtime network not ready'),
  },
  {
    question: 'What says workers and payments, and is no machine?',
    line: 'workers payments -kind:machine',
    isTrue: (f) => all(mentions(f, 'workers'), mentions(f, 'payments'), not(isMachine(f))),
  },
  {
    question: 'Which machine is 10.0.0.25?',
    line: 'ip:10.0.0.25',
    isTrue: ({ addresses }) => addresses.includes('10.0.0.25'),
  },
  {
    question: 'A switch has failed: what is in the network 10.2.0.0/16?',
    line: 'ip:10.2.0.0/16',
    isTrue: (f) => isInNetwork(f, 10, 2),
  },
  {
    question: 'Which machines with addresses from 10.1. are not healthy?',
    line: 'ip:10.1. kind:machine -state:healthy',
    isTrue: (f) => all(isMachine(f), isInNetwork(f, 10, 1), not(isState(f, 'healthy'))),
  },
  {
    question: 'Which machines have no address in the storage network?',
    line: 'kind:machine -ip:fd00:10::/64',
    isTrue: (f) => all(isMachine(f), !f.addresses.some((address) => address.startsWith('fd00:10::'))),
  },
  {
    question: 'Which machines of payments-eu are not healthy?',
    line: 'cluster:payments-eu kind:machine -state:healthy',
    isTrue: (f, isName) =>
      all(isMachine(f), isIn(f, 'cluster', ['payments-eu'], isName), not(isState(f, 'healthy'))),
  },
  {
    question: 'What needs attention in payments or ledger?',
    line: 'project:payments,ledger is:problem',
    isTrue: (f, isName) => all(isIn(f, 'project', ['payments', 'ledger'], isName), isProblem(f)),
  },
  {
    question: 'Does anything in my favorites need attention?',
    line: 'is:favorite is:problem',
    isTrue: (f) => all(isFavorite(f), isProblem(f)),
  },
  {
    question: 'Which machines have failed, but not in my favorites?',
    line: 'kind:machine state:failed -is:favorite',
    isTrue: (f) => all(isMachine(f), isState(f, 'failed'), !isFavorite(f)),
  },
  {
    question: 'Which problems are planned work?',
    line: 'is:known state:maintenance',
    isTrue: (f) => all(isKnown(f), isState(f, 'maintenance')),
  },
  {
    question: 'Which known problems are failures?',
    line: 'is:known state:failed',
    isTrue: (f) => all(isKnown(f), isState(f, 'failed')),
  },
  {
    question: 'What needs attention that is not gold?',
    line: 'is:problem -tier:gold -kind:project',
    isTrue: (f) => all(isProblem(f), not(hasTag(f, 'tier', 'gold')), not(isProject(f))),
  },
  {
    question: 'Does OpenStack in our data center fra1 have an outage?',
    line: 'cloud:OpenStack region:FRA1 state:failed,unhealthy',
    isTrue: (f) =>
      all(
        runsOn(f, 'openstack'),
        isInRegion(f, (region) => region === 'fra1'),
        isState(f, 'failed', 'unhealthy'),
      ),
  },
  {
    question: 'Which pools have machines without a heartbeat?',
    line: 'kind:pool state:lateHeartbeat',
    isTrue: (f) => all(isPool(f), isState(f, 'lateHeartbeat')),
  },
  {
    question: 'What could not be refreshed, and may be worse by now?',
    line: 'is:outdated state:healthy',
    isTrue: (f) => all(f.isOutdated, isState(f, 'healthy')),
  },
];

const platform: readonly Question[] = [
  {
    question: 'Which clusters have a Kubernetes before 1.31?',
    line: 'kind:cluster k8s:<1.31',
    isTrue: (f) =>
      all(
        isCluster(f),
        kubernetes(f, (version) => isOlder(version, '1.31')),
      ),
  },
  {
    question: 'Which clusters have Kubernetes 1.32?',
    line: 'kind:cluster k8s:1.32',
    isTrue: (f) =>
      all(
        isCluster(f),
        kubernetes(f, (version) => isEqual(version, '1.32')),
      ),
  },
  {
    question: 'Which clusters still have to be upgraded to 1.32?',
    line: 'kind:cluster -k8s:>=1.32',
    isTrue: (f) => all(isCluster(f), not(kubernetes(f, (version) => not(isOlder(version, '1.32'))))),
  },
  {
    question: 'Which clusters are between 1.30 and 1.32?',
    line: 'kind:cluster k8s:>=1.30 k8s:<1.32',
    isTrue: (f) =>
      all(
        isCluster(f),
        kubernetes(f, (version) => not(isOlder(version, '1.30'))),
        kubernetes(f, (version) => isOlder(version, '1.32')),
      ),
  },
  {
    question: 'Which clusters are newer than 1.31?',
    line: 'kind:cluster k8s:>1.31',
    isTrue: (f) =>
      all(
        isCluster(f),
        kubernetes(f, (version) => isNewer(version, '1.31')),
      ),
  },
  {
    question: 'Which machines lack the security fix of 1.31.8?',
    line: 'kind:machine k8s:<1.31.8',
    isTrue: (f) =>
      all(
        isMachine(f),
        kubernetes(f, (version) => isOlder(version, '1.31.8')),
      ),
  },
  {
    question: 'Which production clusters have 1.29 or 1.30?',
    line: 'kind:cluster env:prod k8s:1.29,1.30',
    isTrue: (f) =>
      all(
        isCluster(f),
        hasTag(f, 'env', 'prod'),
        kubernetes(f, (version) => some(isEqual(version, '1.29'), isEqual(version, '1.30'))),
      ),
  },
  {
    question: 'Which clusters with an old Cilium have failed?',
    line: 'kind:cluster pack:cilium<1.16 state:failed,unhealthy',
    isTrue: (f) =>
      all(
        isCluster(f),
        has(f, 'packs', ({ name, version }) => all(includes(name, 'cilium'), isOlder(version, '1.16'))),
        isState(f, 'failed', 'unhealthy'),
      ),
  },
  {
    question: 'Which clusters have Cilium 1.16?',
    line: 'kind:cluster pack:cilium=1.16',
    isTrue: (f) =>
      all(
        isCluster(f),
        has(f, 'packs', ({ name, version }) => all(includes(name, 'cilium'), isEqual(version, '1.16'))),
      ),
  },
  {
    question: 'Which clusters have another network than Cilium?',
    line: 'kind:cluster -pack:cilium',
    isTrue: (f) => all(isCluster(f), not(has(f, 'packs', ({ name }) => includes(name, 'cilium')))),
  },
  {
    question: 'Which clusters have an Ubuntu before 24.04?',
    line: 'kind:cluster os:ubuntu<24.04',
    isTrue: (f) =>
      all(
        isCluster(f),
        runs(f, 'os', ({ name, version }) => all(includes(name, 'ubuntu'), isOlder(version, '24.04'))),
      ),
  },
  {
    question: 'Which machines have no Ubuntu before 24.04?',
    line: 'kind:machine -os:ubuntu<24.04',
    isTrue: (f) =>
      all(
        isMachine(f),
        not(runs(f, 'os', ({ name, version }) => all(includes(name, 'ubuntu'), isOlder(version, '24.04')))),
      ),
  },
  {
    question: 'Which clusters have the profile platform-services?',
    line: 'kind:cluster profile:platform-services',
    isTrue: (f) =>
      all(
        isCluster(f),
        has(f, 'profiles', ({ name }) => includes(name, 'platform-services')),
      ),
  },
  {
    question: 'For which clusters are updates ready, and nothing is wrong?',
    line: 'kind:cluster is:updatable state:healthy',
    isTrue: (f) => all(isCluster(f), isUpdatable(f), isState(f, 'healthy')),
  },
  {
    question: 'Which production clusters wait for my approval?',
    line: 'kind:cluster is:waiting env:prod',
    isTrue: (f) => all(isCluster(f), isWaiting(f), hasTag(f, 'env', 'prod')),
  },
  {
    question: 'Which large clusters wait for nothing?',
    line: 'kind:cluster machines:>=12 -is:waiting -is:updatable',
    isTrue: (f) =>
      all(
        isCluster(f),
        counts(f, (count) => count >= 12),
        not(isWaiting(f)),
        not(isUpdatable(f)),
      ),
  },
  {
    question: 'Which pools have a single machine?',
    line: 'kind:pool machines:1',
    isTrue: (f) =>
      all(
        isPool(f),
        counts(f, (count) => count === 1),
      ),
  },
  {
    question: 'Which clusters use more than two thirds of their CPU?',
    line: 'kind:cluster cpu:>66%',
    isTrue: (f) =>
      all(
        isCluster(f),
        share(f.cores, (used) => used > 0.66),
      ),
  },
  {
    question: 'Which clusters with over 256 GiB use less than half of it?',
    line: 'kind:cluster memory:>256 memory:<50%',
    isTrue: (f) =>
      all(
        isCluster(f),
        f.memoryGiB === undefined ? undefined : f.memoryGiB.total > 256,
        share(f.memoryGiB, (used) => used < 0.5),
      ),
  },
  {
    question: 'Which GPU pools are there outside AWS?',
    line: 'kind:pool pool:gpu* -cloud:aws',
    isTrue: (f) => all(isPool(f), f.name.toLowerCase().startsWith('gpu'), not(runsOn(f, 'aws'))),
  },
];

const audit: readonly Question[] = [
  {
    question: 'Which clusters are in scope for PCI DSS?',
    line: 'kind:cluster tag:compliance:pci-dss',
    isTrue: (f) => all(isCluster(f), hasTag(f, 'compliance', 'pci-dss')),
  },
  {
    question: 'Which machines in production have a public address?',
    line: 'kind:machine env:prod ip:203.0.113.0/24',
    isTrue: (f) => all(isMachine(f), hasTag(f, 'env', 'prod'), isInNetwork(f, 203, 0, 113)),
  },
  {
    question: 'Which clusters serve customers?',
    line: 'kind:cluster tag:customer-facing',
    isTrue: (f) => all(isCluster(f), hasTagKey(f, 'customer-facing')),
  },
  {
    question: 'Which clusters have no cost center?',
    line: 'kind:cluster -tag:cost-center',
    isTrue: (f) => all(isCluster(f), not(hasTagKey(f, 'cost-center'))),
  },
  {
    question: 'What do the cost centers 1200 and 4711 pay for?',
    line: 'cost-center:1200,4711',
    isTrue: (f) => hasTag(f, 'cost-center', '1200', '4711'),
  },
  {
    question: 'Which clusters say what region they are for?',
    line: 'kind:cluster region:* tag:region',
    isTrue: (f) =>
      all(
        isCluster(f),
        isInRegion(f, () => true),
        hasTagKey(f, 'region'),
      ),
  },
  {
    question: 'Which clusters with data of the EU are not on AWS in Europe?',
    line: 'kind:cluster residency:eu -region:eu-*',
    isTrue: (f) =>
      all(
        isCluster(f),
        hasTag(f, 'residency', 'eu'),
        not(isInRegion(f, (region) => region.startsWith('eu-'))),
      ),
  },
  {
    question: 'Which gold clusters are not up to date?',
    line: 'kind:cluster tier:gold k8s:<1.32',
    isTrue: (f) =>
      all(
        isCluster(f),
        hasTag(f, 'tier', 'gold'),
        kubernetes(f, (version) => isOlder(version, '1.32')),
      ),
  },
  {
    question: 'Which clusters are neither production nor standby?',
    line: 'kind:cluster -env:prod -env:standby',
    isTrue: (f) => all(isCluster(f), not(hasTag(f, 'env', 'prod', 'standby'))),
  },
  {
    question: 'Which clusters of the R&D project are there?',
    line: 'kind:cluster project:"R&D <b>*"',
    isTrue: (f) => all(isCluster(f), f.project?.name.toLowerCase().startsWith('r&d <b>') === true),
  },
  {
    question: 'Which pools called "spot / batch 50%" have 3 to 10 machines?',
    line: 'pool:"spot / batch 50%" machines:>=3 machines:<=10',
    isTrue: (f, isName) =>
      all(
        isIn(f, 'pool', ['spot / batch 50%'], isName),
        isPool(f),
        counts(f, (count) => count >= 3 && count <= 10),
      ),
  },
  {
    question: 'What belongs to 決済基盤?',
    line: 'project:決済基盤',
    isTrue: (f, isName) => isIn(f, 'project', ['決済基盤'], isName),
  },
  {
    question: 'Which projects of platforms are not healthy?',
    line: 'kind:project project:*-platform,*平台 -state:healthy',
    isTrue: (f) =>
      all(
        isProject(f),
        ['-platform', '平台'].some((end) => f.name.toLowerCase().endsWith(end)),
        not(isState(f, 'healthy')),
      ),
  },
  {
    question: 'About which clusters is nothing known?',
    line: 'kind:cluster state:notRead',
    isTrue: (f) => all(isCluster(f), f.state === undefined),
  },
  {
    question: 'What could not be refreshed at all?',
    line: 'is:outdated',
    isTrue: ({ isOutdated }) => isOutdated,
  },
];

export const questions: readonly Question[] = [...onCall, ...platform, ...audit];
