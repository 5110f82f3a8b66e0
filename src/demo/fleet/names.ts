type Names = readonly [string, ...string[]];

// prettier-ignore
const domains: Names = [
  'accounts', 'analytics', 'booking', 'campaigns', 'catalog', 'claims', 'content', 'contracts', 'coupons',
  'delivery', 'documents', 'events', 'feeds', 'forecasting', 'fraud', 'fulfilment', 'gateway', 'geodata',
  'hr', 'insights', 'invoicing', 'kiosk', 'leads', 'logistics', 'loyalty', 'mail', 'maps', 'media',
  'messaging', 'mobile', 'onboarding', 'orders', 'partners', 'pricing', 'procurement', 'profiles',
  'purchasing', 'recommendations', 'refunds', 'reporting', 'returns', 'reviews', 'risk', 'routing', 'sales',
  'scheduling', 'shipping', 'storefront', 'subscriptions', 'support', 'tax', 'telemetry', 'tickets',
  'tracking', 'translations', 'treasury', 'vouchers', 'warehouse', 'warranty',
];

// prettier-ignore
const purposes: Names = [
  'api', 'archive', 'batch', 'bots', 'core', 'dashboards', 'demo', 'edge', 'etl', 'experiments', 'internal',
  'jobs', 'lab', 'migration', 'next', 'pilot', 'platform', 'preview', 'services', 'staging', 'streaming',
  'tests', 'tools', 'training', 'web',
];

/** The `index`th project name. All are different, and neighbors are not similar. */
export function projectName(index: number): string {
  const { first, second, round } = combine(domains, purposes, index);
  return round === 0 ? `${first}-${second}` : `${first}-${second}-${round + 1}`;
}

/** The `index`th of all pairs, starting again after the last one. */
function combine(firsts: Names, seconds: Names, index: number) {
  const combinations = firsts.length * seconds.length;
  // A prime that does not divide the number of combinations visits all of them.
  const place = (index * 617) % combinations;
  return {
    first: firsts[place % firsts.length] ?? '',
    second: seconds[Math.floor(place / firsts.length)] ?? '',
    round: Math.floor(index / combinations),
  };
}

const regions: Names = ['eu', 'us', 'ap', 'uk', 'ca', 'in', 'staging', 'test'];

/** The name of the `index`th cluster of a project. */
export function clusterSuffix(index: number): string {
  const region = regions[index % regions.length] ?? '';
  const round = Math.floor(index / regions.length);
  return round === 0 ? region : `${region}-${round + 1}`;
}

const pools: Names = [
  'control-plane',
  'workers',
  'ingress',
  'batch',
  'databases',
  'cache',
  'monitoring',
  'builds',
];

export const poolName = (index: number) => pools[index] ?? `pool-${index + 1}`;

/** `written`, cut to `count` items or extended to it with items for generated names. */
export function fillUp<T>(
  written: readonly T[],
  count: number,
  nameOf: (thing: T) => string,
  nameAt: (index: number) => string,
  generate: (name: string) => T,
): T[] {
  const things = written.slice(0, count);
  const taken = new Set(things.map(nameOf));
  for (let index = 0; things.length < count; index++) {
    const name = nameAt(index);
    if (!taken.has(name)) {
      things.push(generate(name));
    }
  }
  return things;
}

export const descriptions: Names = [
  'Owned by the platform team',
  'Production',
  'Production, change window Tuesday 06:00 to 08:00 UTC',
  'Not for customer data',
  'Moved from the old data centre',
];

export const labelSets: readonly [Readonly<Record<string, string>>, ...Readonly<Record<string, string>>[]] = [
  {},
  { tier: 'gold' },
  { tier: 'bronze', 'cost-center': '1200' },
  { 'customer-facing': 'demo__tag' },
  { 'internal-only': 'demo__tag', 'cost-center': '4711' },
];

// prettier-ignore
export const people: Names = [
  'Ada Okafor', 'Bruno Keller', 'Chiara Rossi', 'Dmitri Volkov', 'Elif Yılmaz', 'Fatima al-Sayed', 'Grace Kim',
  'Hugo Lindqvist', 'Isabel Ortega', 'Jun Tanaka', 'Kwame Mensah', 'Linh Nguyễn',
];

// prettier-ignore
const firstNames: Names = [
  'Aisha', 'Björn', 'Camille', 'Dylan', 'Esther', 'Farid', 'Giulia', 'Hana', 'Ivan', 'Joana', 'Karim', 'Leila',
  'Mateo', 'Noor', 'Olga', 'Pavel', 'Quinn', 'Rosa', 'Samir', 'Tomoko', 'Ursula', 'Viktor', 'Wei', 'Zoë',
];

// prettier-ignore
const lastNames: Names = [
  'Abebe', 'Bauer', 'Costa', 'Dubois', 'Eriksson', 'Fischer', 'García', 'Haddad', 'Ito', 'Jensen', 'Kowalski',
  'López', 'Moreau', 'Novák', 'Oyelaran', 'Petrov', 'Quispe', 'Romano', 'Singh', 'Tran', 'Usman', 'Varga', 'Wong',
  'Zhang',
];

/** The `index`th generated name of a person. All are different. */
export function personName(index: number): string {
  const { first, second, round } = combine(firstNames, lastNames, index);
  return round === 0 ? `${first} ${second}` : `${first} ${second} ${round + 1}`;
}

// prettier-ignore
export const teamNames: Names = [
  'Platform', 'Payments SRE', 'Data Engineering', 'Security', 'Observability', 'Edge Operations', 'Mobile',
  '東京インフラ',
];

// prettier-ignore
const crafts: Names = [
  'Engineering', 'Operations', 'SRE', 'QA', 'Security', 'Support', 'Analytics', 'Design',
];

/** The `index`th generated name of a team. All are different. */
export function teamName(index: number): string {
  const { first, second, round } = combine(domains, crafts, index);
  const domain = first.length === 2 ? first.toUpperCase() : first.charAt(0).toUpperCase() + first.slice(1);
  return round === 0 ? `${domain} ${second}` : `${domain} ${second} ${round + 1}`;
}

export const teamDescriptions: Names = [
  'On call around the clock',
  'Access is reviewed every quarter',
  'Ask the service desk to join',
  'Keeps the lights on',
];
