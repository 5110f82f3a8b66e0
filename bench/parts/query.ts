import type { Item } from '../../src/items/item';
import type { ItemState } from '../../src/items/severity';
import type { ItemKind } from '../../src/items/kinds/levels';
import { answerTo } from '../../src/find/matcher';
import { itemTerms } from '../../src/find/terms';
import { suggestionsFor } from '../../src/query/suggest';
import type { QueryContext } from '../../src/find/questions';
import { cpuOf, measurement, type Measurement, type Part } from '../measure';

const [projects, clustersOfProject, machinesOfCluster] = [100, 20, 6];

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, number) => number);
const pick = <Value>(values: readonly [Value, ...Value[]], number: number): Value =>
  values[number % values.length] ?? values[0];

/** What all items have. A sixteenth of them needs attention. */
function item(kind: ItemKind, name: string, number: number, more: Partial<Item>): Item {
  const isIll = number % 16 === 0;
  const state: ItemState = isIll ? pick(['failed', 'unhealthy', 'lateHeartbeat'], number / 16) : 'healthy';
  return {
    kind,
    id: `${more.parent ?? 'Bench'}/${kind}:${name}`,
    name,
    uid: `${kind}${number.toString(16).padStart(20, '0')}`,
    state,
    cause: isIll ? pick(['DiskPressure', 'fluent-bit: Error', 'No heartbeat for 3 h'], number / 16) : '',
    message: isIll ? 'kubelet has disk pressure: /var/lib/containerd is 93% full' : undefined,
    addresses: [],
    isStale: false,
    isListRead: true,
    ...more,
  };
}

/** 2,000 clusters with 12,000 machines. A tenth of the clusters has no tags, and a tenth no versions. */
function largeFleet(): readonly Item[] {
  return numbers(projects).flatMap((project) => {
    const top = item('project', `project-${project}`, project + 1, {});
    const clusters = numbers(clustersOfProject).flatMap((one) => {
      const number = project * clustersOfProject + one;
      const version = pick(['1.29.9', '1.31.8', '1.32.4'], number);
      const cluster = item('cluster', `project-${project}-cluster-${one}`, number, {
        parent: top.id,
        cloudType: pick(['aws', 'azure', 'openstack'], number),
        region: pick(['eu-central-1', 'us-east-1', 'fra1', 'iad1'], number),
        tags:
          number % 10 === 0
            ? undefined
            : [`env:${pick(['prod', 'staging', 'test'], number)}`, `team:team-${number % 200}`, 'pci-dss'],
        packs:
          number % 10 === 1
            ? undefined
            : [
                { layer: 'k8s', name: 'kubernetes', version },
                { layer: 'os', name: 'ubuntu', version: pick(['20.04', '22.04'], number) },
                { layer: 'cni', name: 'cni-cilium', version: pick(['1.15.3', '1.16.5'], number) },
                ...numbers(8).map((pack) => ({ layer: 'addon', name: `addon-${pack}`, version: '1.2.3' })),
              ],
        profiles: [{ name: `profile-${number % 30}`, version: '1.0.0' }],
        cores: { total: 64, used: number % 64 },
        memoryMiB: { total: 262_144, used: 131_072 },
        machines: machinesOfCluster,
      });
      const pool = item('pool', 'workers', number, { parent: cluster.id, machines: machinesOfCluster });
      const machines = numbers(machinesOfCluster).map((place) =>
        item('machine', `${cluster.name}-workers-${place}`, number * machinesOfCluster + place, {
          parent: pool.id,
          addresses: [`10.${project}.${one}.${place}`, `fd00:10::${number.toString(16)}`],
        }),
      );
      return [cluster, pool, ...machines];
    });
    return [top, ...clusters];
  });
}

const lines = [
  'state:failed,unhealthy cloud:aws env:prod',
  'is:problem -cause:DiskPressure',
  'kind:machine ip:10.2.0.0/16 -state:healthy',
  'kind:cluster k8s:>=1.30 k8s:<1.32',
  'pack:cilium<1.16 state:failed,unhealthy',
  'project-7 workers "disk pressure"',
  'cluster:project-*-cluster-3 is:favorite',
  'tag:team:team-1* machines:>5 cpu:>50%',
  'team:team-12 region:eu-*,us-* is:updatable',
  'project:project-1* os:ubuntu<22.04 profile:profile-2',
];

/** What each letter of a line costs: the answer and the suggestions. */
const query: Part = async () => {
  const items = largeFleet();
  const byId = new Map(items.map((one) => [one.id, one]));
  const count = (kind: ItemKind) => {
    const read = items.filter((one) => one.kind === kind).length;
    return { read, total: read };
  };
  const context: QueryContext = {
    itemOf: (id) => byId.get(id),
    items,
    favorites: new Set(items.filter((_, index) => index % 70 === 0).map(({ id }) => id)),
    areApprovalsKnown: true,
    coverage: { projects: count('project'), clusters: count('cluster'), machines: count('machine') },
  };
  const typed = lines.map((line) => numbers(line.length).map((end) => line.slice(0, end + 1)));
  const answer = (line: string): unknown => answerTo(line, items, context);
  const suggest = (line: string): unknown => suggestionsFor(line, line.length, items, itemTerms(context));
  const measured = async (what: string, work: (line: string) => unknown): Promise<Measurement> => {
    const letters: number[] = [];
    for (const line of typed.flat()) letters.push(await cpuOf(() => work(line)));
    return measurement(`${what}, ${items.length.toLocaleString('en')} items: CPU`, 'ms', letters, 50);
  };
  // Each line once before, as by somebody who has used the box.
  for (const line of lines) {
    answer(line);
    suggest(line);
  }
  return [
    await measured('query, each letter of ten lines: answer', answer),
    await measured('query, each letter of ten lines: suggestions', suggest),
    await measured('query, each letter of ten lines: both', (line) => [answer(line), suggest(line)]),
  ];
};

export default query;
