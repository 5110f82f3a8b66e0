import { Random } from '../random';
import { valuesWithSecret } from './clouds/examples';
import { kubernetesVersion, networkOf, osVersion, storageOf } from './clouds/parts';
import type { Cluster } from './cluster';
import type { Upgrade } from './upgrades';
import { uidWithin } from './metadata';

interface PlannedPack {
  readonly profile: 'infra' | 'add-on';
  readonly layer: string;
  readonly name: string;
  readonly type: 'oci' | 'helm';
  readonly version: string;
}

function packs(cluster: Cluster): readonly PlannedPack[] {
  const network = networkOf(cluster);
  const [storage, storageVersion] = storageOf(cluster);
  const infra = { profile: 'infra', type: 'oci' } as const;
  const addOn = { profile: 'add-on', layer: 'addon', type: 'helm' } as const;
  return [
    { ...infra, layer: 'os', name: 'ubuntu', version: osVersion(cluster) },
    { ...infra, layer: 'k8s', name: 'kubernetes', version: kubernetesVersion(cluster) },
    { ...infra, layer: 'cni', name: network.pack, version: network.version },
    { ...infra, layer: 'csi', name: storage, version: storageVersion },
    { ...addOn, name: 'cert-manager', version: '1.17.1' },
    { ...addOn, name: 'prometheus', version: '65.5.1' },
    { ...addOn, name: 'fluent-bit', version: '0.47.10' },
  ];
}

export const profileName = ({ cloudType }: Cluster, profile: PlannedPack['profile']) =>
  profile === 'infra' ? `${cloudType}-base` : 'platform-services';

export const profileUid = (cluster: Cluster, profile: PlannedPack['profile']) =>
  uidWithin(cluster.projectUid, `${cluster.projectUid}/profile/${profileName(cluster, profile)}`);

/** The packs of a cluster, of which an upgrade changes the version. */
export function packsOf(cluster: Cluster, upgrades: readonly Upgrade[]) {
  return packs(cluster).map((pack) => {
    const upgrade = upgrades.find(({ fault }) => fault.pack === pack.name);
    return { ...pack, upgrade, version: upgrade?.fault.to ?? pack.version };
  });
}

export type Pack = ReturnType<typeof packsOf>[number];

/** A pack as a cluster profile lists it. */
const packReference = ({ layer, name, type, version }: Pack) => ({
  layer,
  name,
  tag: version,
  type,
  version,
  values: valuesWithSecret,
  manifests: [{ kind: 'Manifest', name, uid: valuesWithSecret }],
  presets: [{ displayName: name, name, add: valuesWithSecret }],
  params: { login: valuesWithSecret },
  schema: [{ name: 'login', regex: valuesWithSecret }],
});

/** A cluster profile as a cluster lists it. */
export function profile(cluster: Cluster, type: 'infra' | 'add-on', packs: readonly Pack[]) {
  return {
    name: profileName(cluster, type),
    uid: profileUid(cluster, type),
    cloudType: type === 'infra' ? cluster.cloudType : 'all',
    packs: packs.filter((pack) => pack.profile === type).map(packReference),
    type,
    version: new Random(cluster.uid).integer(1, 4),
  };
}

/** A pack as the overview of a cluster lists it. */
export function packStatus(pack: Pack, cluster: Cluster) {
  const { name, type, version, profile } = pack;
  return { name, type, version, profileUid: profileUid(cluster, profile), ...progress(pack, cluster) };
}

const minute = 60_000;

function progress({ upgrade, profile }: Pack, { state, created }: Cluster) {
  if (state === 'Provisioning' || state === 'Error') {
    const waiting = condition('WaitingForOtherLayers', 'True', created, 'WaitingForInfrastructure');
    const next = condition('ReadyForInstall', 'True', created);
    return { startTime: time(created), condition: profile === 'infra' ? next : waiting };
  }
  if (!upgrade) {
    const end = created + 2 * minute;
    return { startTime: time(created), endTime: time(end), condition: condition('Ready', 'True', end) };
  }
  const { fault, machine, upgraded, failed } = upgrade;
  const error = condition('Error', 'True', failed, fault.reason, fault.message(machine.name));
  return { startTime: time(upgraded), condition: error };
}

export const time = (milliseconds: number) => new Date(milliseconds).toISOString();

export const condition = (type: string, status: string, since: number, reason = '', message = '') => ({
  type,
  status,
  reason,
  message,
  lastTransitionTime: time(since),
});
