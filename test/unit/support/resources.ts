import fc, { type Arbitrary } from 'fast-check';
import { cloudTypeOf, type InstanceTypePlaces, type SpecPath } from '../../../src/service/cloudTypes';
import type { Endpoint } from '../../../src/service/endpoint';
import {
  readCloudConfig,
  readCluster,
  searchClusters,
  type CloudConfig,
  type Cluster,
  type ClusterSummary,
  type MachinePool,
} from '../../../src/service/resources/cluster';
import { listMachines, type Machine } from '../../../src/service/resources/machine';
import { listProjects, type Project } from '../../../src/service/resources/project';
import { listTeamResourceRoles, type ResourceRole } from '../../../src/service/resources/team';

const where = { cloudType: 'openstack', configUid: 'config', poolName: 'pool' };

/** A project as Poolview reads it from JSON. */
export function projectFrom(json: unknown): Project {
  return only(parsed(listProjects({ method: 'post', limit: 1 }), { items: [json] }).items);
}

export function foundClusterFrom(json: unknown): ClusterSummary {
  return only(parsed(searchClusters({ projectUid: 'project' }), { items: [json] }).items);
}

export function clusterFrom(json: unknown): Cluster {
  return parsed(readCluster('cluster', undefined), json);
}

export function cloudConfigFrom(json: unknown): CloudConfig {
  return parsed(readCloudConfig(where), json);
}

export function poolFrom(json: unknown): MachinePool {
  return only(cloudConfigFrom({ spec: { machinePoolConfig: [json] } }).spec?.machinePoolConfig);
}

export function machineFrom(json: unknown, cloudType = where.cloudType): Machine {
  return only(parsed(listMachines({ ...where, cloudType }), { items: [json] }).items);
}

export function roleFrom(json: unknown): ResourceRole {
  return only(parsed(listTeamResourceRoles('team'), { resourceRoles: [json] }));
}

/** Read by the function that reads the responses of a service. */
function parsed<Result>({ read }: Endpoint<Result>, json: unknown): Result {
  const result = read(json);
  if (result === undefined) throw new Error('Invalid JSON');
  return result;
}

function only<Item>([item, ...more]: readonly Item[] = []): Item {
  if (item === undefined || more.length > 0) throw new Error('Expected one item');
  return item;
}

const number = fc.oneof(fc.integer(), fc.double({ noDefaultInfinity: true, noNaN: true }));
const time = fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
/** States and conditions that Poolview evaluates. */
const known = fc.constantFrom('Ready', 'DiskPressure', 'True', 'False', 'Running', 'Failed', 'unhealthy');

/**
 * The resources of a service as JSON: with `text` as every string, with optional fields, and with every place of the
 * cloud type.
 */
export function resourcesOf(text: Arbitrary<string>) {
  const some = (model: Record<string, Arbitrary<unknown>>): Arbitrary<object> =>
    fc.record(model, { requiredKeys: [] });
  const listOf = (value: Arbitrary<unknown>) => fc.array(value, { maxLength: 3 });
  const texts = listOf(text);
  const pairs = fc.array(fc.tuple(text, text), { maxLength: 3 }).map(Object.fromEntries);
  const reference = some({ name: text, uid: text });
  const judged = fc.oneof(known, text);

  const metadata = some({
    name: text,
    uid: text,
    annotations: fc.oneof(
      pairs,
      text.map((description) => ({ description })),
    ),
    labels: pairs,
    creationTimestamp: time,
    deletionTimestamp: time,
    lastModifiedTimestamp: time,
  });
  const usage = some({ cpuCores: number, isAlloy: fc.boolean(), name: text, uid: text });
  const project = some({
    metadata,
    specSummary: some({ logoUrl: text, teams: listOf(reference), users: listOf(reference) }),
    status: some({
      clustersHealth: some({ errored: number, healthy: number, running: number, unhealthy: number }),
      status: some({
        isDisabled: fc.boolean(),
        cleanUpStatus: some({ cleanedResources: texts, msg: text, state: text }),
      }),
      usage: some({ alloyCpuCores: number, pureCpuCores: number, clusters: fc.array(usage) }),
    }),
  });
  const location = some({ regionCode: text, regionName: text, countryCode: text, countryName: text });
  const poolMeta = some({ size: number, healthy: number, maintenanceMode: number });
  const compute = some({ total: number, usage: number, unit: text });
  const found = (cloudType = text): Arbitrary<object> =>
    some({
      metadata,
      specSummary: some({
        archTypes: texts,
        cloudAccountMeta: reference,
        cloudConfig: some({
          uid: text,
          cloudType,
          machinePools: listOf(poolMeta),
          hybridMachinePools: listOf(poolMeta),
        }),
        clusterProfileTemplate: reference,
      }),
      status: some({
        state: judged,
        health: some({
          state: judged,
          agentVersion: text,
          conditions: listOf(
            some({ type: text, message: text, relatedObject: some({ kind: text, name: text }) }),
          ),
          lastHeartBeatTimestamp: time,
        }),
        location,
        metrics: some({ cpu: compute, memory: compute }),
        repave: some({ state: text }),
      }),
    });
  const cluster = (cloudType = text): Arbitrary<object> =>
    some({
      metadata,
      spec: some({ cloudType, cloudConfigRef: reference }),
      status: some({
        state: judged,
        location,
        conditions: listOf(some({ type: judged, status: judged, reason: text, message: text })),
        apiEndpoints: listOf(some({ host: text, port: number })),
        repave: some({ state: text }),
      }),
    });
  const pool = (cloudType: string): Arbitrary<object> =>
    fc
      .tuple(
        specOf(cloudType, text),
        some({
          name: text,
          size: number,
          minSize: number,
          maxSize: number,
          isControlPlane: fc.boolean(),
          useControlPlaneAsWorker: fc.boolean(),
          labels: texts,
          azs: texts,
          taints: listOf(some({ key: text, value: text, effect: text })),
          machinePoolProperties: some({ archType: text }),
          updateStrategy: some({ type: text }),
        }),
      )
      .map(([spec, shared]) => ({ ...spec, ...shared }));
  const machine = (cloudType: string): Arbitrary<object> =>
    some({
      kind: text,
      metadata,
      spec: fc
        .tuple(
          specOf(cloudType, text),
          some({
            nics: listOf(
              some({
                index: number,
                networkName: text,
                privateIPs: texts,
                publicIp: text,
                macAddress: text,
              }),
            ),
          }),
        )
        .map(([spec, shared]) => ({ ...spec, ...shared })),
      status: some({
        addresses: listOf(some({ address: text, type: fc.oneof(fc.constant('InternalIP'), text) })),
        health: some({
          conditions: listOf(some({ type: judged, status: judged, reason: text, message: text })),
          lastHeartBeatTimestamp: time,
          state: judged,
        }),
        instanceState: judged,
        instanceStateLastUpdate: time,
        maintenanceStatus: some({ action: text, message: text, state: text }),
        ready: fc.boolean(),
      }),
    });
  const config = (cloudType: string): Arbitrary<object> =>
    some({
      metadata,
      spec: some({
        cloudAccountRef: reference,
        machinePoolConfig: listOf(pool(cloudType)),
        hybridMachinePools: listOf(some({ poolName: text, poolUid: text, poolCloudType: text })),
      }),
    });
  const team = some({ metadata, spec: some({ users: texts }) });
  const references = listOf(reference);
  const role = some({ uid: text, roles: references, projectUids: references, filterRefs: references });
  return { project, found, cluster, config, pool, machine, team, role };
}

/** Every place that a cloud type names. */
export function allPlaces(cloudType: string): readonly SpecPath[] {
  const { instanceType, atLeast, atMost, location = [], facts } = cloudTypeOf(cloudType);
  const ofType = ({ name = [], numCPUs, memoryMiB, diskGiB }: InstanceTypePlaces): readonly SpecPath[] => [
    ...name,
    ...numCPUs,
    ...memoryMiB,
    ...diskGiB,
  ];
  const types = [instanceType, atLeast, atMost].filter((type) => type !== undefined);
  const places = types.flatMap(ofType);
  return [...new Set([...places, ...location, ...Object.values(facts).flat()])];
}

/** A spec with a value of any type, or none, at each place of a cloud type. Objects on the way may be lists. */
function specOf(cloudType: string, text: Arbitrary<string>): Arbitrary<object> {
  const value = fc.oneof(
    { weight: 3, arbitrary: text },
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(text, { maxLength: 3 }),
    fc.array(fc.tuple(text, text), { maxLength: 3 }).map(Object.fromEntries),
  );
  const all = allPlaces(cloudType);
  return fc
    .tuple(fc.boolean(), ...all.map((place) => fc.option(value).map((chosen) => [place, chosen] as const)))
    .map(([several, ...chosen]) =>
      Object.entries(specWith(chosen)).reduce(
        (spec, [name, part]) => ({ ...spec, [name]: several ? [part, part] : part }),
        {},
      ),
    );
}

/** A spec with `values` at their places, unless another value is on the way. */
export function specWith(values: Iterable<readonly [SpecPath, unknown]>): Record<string, unknown> {
  const spec: Record<string, unknown> = {};
  for (const [place, value] of values) {
    const names = place.split('.');
    const last = names.pop() ?? '';
    const parent = names.reduce<unknown>((inside, name) => {
      if (typeof inside !== 'object' || inside === null || Array.isArray(inside)) return undefined;
      const members = inside as Record<string, unknown>;
      return (members[name] ??= {});
    }, spec);
    if (typeof parent === 'object' && parent !== null && !Array.isArray(parent)) {
      (parent as Record<string, unknown>)[last] = value;
    }
  }
  return spec;
}
