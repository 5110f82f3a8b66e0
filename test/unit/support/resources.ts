import fc, { type Arbitrary } from 'fast-check';
import type { Cluster, MachinePool } from '../../../src/service/resources/cluster';
import type { Machine } from '../../../src/service/resources/machine';
import type { Metadata } from '../../../src/service/resources/metadata';
import type { ClusterUsage, Project } from '../../../src/service/resources/project';

const number = fc.oneof(fc.integer(), fc.double({ noDefaultInfinity: true, noNaN: true }));
const time = fc.date({ noInvalidDate: true }).map((date) => date.getTime());
/** What Poolview judges, among what it does not. */
const known = fc.constantFrom('Ready', 'DiskPressure', 'True', 'False', 'Running', 'Failed', 'unhealthy');

/** What a service may say of its resources, every text of it one of `text` and every field of it there or not. */
export function resourcesOf(text: Arbitrary<string>) {
  const some = <Model>(model: { [Key in keyof Model]: Arbitrary<Model[Key]> }) =>
    fc.record(model, { requiredKeys: [] });
  const texts = fc.array(text, { maxLength: 3 });
  const pairs = fc.array(fc.tuple(text, text), { maxLength: 3 }).map((entries) => new Map(entries));
  const references = fc.array(some({ name: text, uid: text }), { maxLength: 3 });
  const judged = fc.oneof(known, text);
  const instanceType = some({ name: text, numCPUs: number, memoryMiB: number, diskGiB: number });

  const metadata: Arbitrary<Metadata> = some({
    name: text,
    uid: text,
    annotations: fc.oneof(
      pairs,
      text.map((description) => new Map([['description', description]])),
    ),
    labels: pairs,
    creationTimestamp: time,
    deletionTimestamp: time,
    lastModifiedTimestamp: time,
  });
  const usage: Arbitrary<ClusterUsage> = some({
    cpuCores: number,
    isAlloy: fc.boolean(),
    name: text,
    uid: text,
  });
  const project: Arbitrary<Project> = some({
    metadata,
    specSummary: some({ logoUrl: text, teams: references, users: references }),
    status: some({
      clustersHealth: some({ errored: number, healthy: number, running: number, unhealthy: number }),
      status: some({
        isDisabled: fc.boolean(),
        cleanUpStatus: some({ cleanedResources: texts, msg: text, state: text }),
      }),
      usage: some({ alloyCpuCores: number, pureCpuCores: number, clusters: fc.array(usage) }),
    }),
  });
  const cluster: Arbitrary<Cluster> = some({
    metadata,
    spec: some({ cloudType: text, cloudConfigRef: some({ name: text, uid: text }) }),
    status: some({ state: judged }),
  });
  const pool: Arbitrary<MachinePool> = some({
    name: text,
    size: number,
    minSize: number,
    maxSize: number,
    isControlPlane: fc.boolean(),
    useControlPlaneAsWorker: fc.boolean(),
    labels: texts,
    azs: texts,
    image: text,
    flavorConfig: instanceType,
    taints: fc.array(some({ key: text, value: text, effect: text }), { maxLength: 3 }),
  });
  const machine: Arbitrary<Machine> = some({
    kind: text,
    metadata,
    spec: some({
      az: text,
      image: text,
      instanceType,
      nics: fc.array(some({ index: number, networkName: text, privateIPs: texts }), { maxLength: 3 }),
      projectId: text,
      securityGroups: texts,
      sshKeyName: text,
    }),
    status: some({
      health: some({
        conditions: fc.array(some({ type: judged, status: judged, reason: text, message: text }), {
          maxLength: 3,
        }),
        lastHeartBeatTimestamp: time,
        state: judged,
      }),
      instanceState: judged,
      maintenanceStatus: some({ action: text, message: text, state: text }),
    }),
  });
  return { project, usage, cluster, pool, machine };
}
