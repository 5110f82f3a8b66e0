import { Random } from '../random';
import { valuesWithSecret } from './clouds/examples';
import { kubernetesVersion } from './clouds/parts';
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

const packs = (cluster: Cluster): readonly PlannedPack[] => [
  { profile: 'infra', layer: 'os', name: 'ubuntu', type: 'oci', version: '22.04' },
  { profile: 'infra', layer: 'k8s', name: 'kubernetes', type: 'oci', version: kubernetesVersion(cluster) },
  { profile: 'infra', layer: 'cni', name: 'cni-cilium', type: 'oci', version: '1.16.5' },
  { profile: 'add-on', layer: 'addon', name: 'prometheus', type: 'helm', version: '65.5.1' },
  { profile: 'add-on', layer: 'addon', name: 'fluent-bit', type: 'helm', version: '0.47.10' },
];

export const profileName = ({ cloudType }: Cluster, profile: PlannedPack['profile']) =>
  profile === 'infra' ? `${cloudType}-base` : 'platform-services';

export const profileUid = (cluster: Cluster, profile: PlannedPack['profile']) =>
  uidWithin(cluster.projectUid, `${cluster.projectUid}/profile/${profileName(cluster, profile)}`);

/** The packs of a cluster at a time, of which an upgrade changes the version. */
export function packsAt(cluster: Cluster, upgrades: readonly Upgrade[], now: number) {
  return packs(cluster).map((pack) => {
    const upgrade = upgrades.findLast(({ fault, upgraded }) => fault.pack === pack.name && upgraded <= now);
    const isUpgraded = upgrade !== undefined && now < upgrade.repaired;
    return { ...pack, upgrade, version: isUpgraded ? upgrade.fault.to : pack.version };
  });
}

export type Pack = ReturnType<typeof packsAt>[number];

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
export function packStatus(pack: Pack, cluster: Cluster, now: number) {
  const { name, type, version, profile } = pack;
  return { name, type, version, profileUid: profileUid(cluster, profile), ...progress(pack, cluster, now) };
}

const minute = 60_000;

function progress({ upgrade, profile, version }: Pack, { state, created }: Cluster, now: number) {
  if (state === 'Provisioning' || state === 'Error') {
    const waiting = condition('WaitingForOtherLayers', 'True', created, 'WaitingForInfrastructure');
    const next = condition('ReadyForInstall', 'True', created);
    return { startTime: time(created), condition: profile === 'infra' ? next : waiting };
  }
  if (!upgrade || now >= upgrade.repaired) {
    const [start, end] = upgrade ? [upgrade.rolledBack, upgrade.repaired] : [created, created + 2 * minute];
    return { startTime: time(start), endTime: time(end), condition: condition('Ready', 'True', end) };
  }
  const { fault, machine, upgraded, failed } = upgrade;
  if (now < failed) {
    const rollout = condition('Installed', 'True', upgraded, 'RollingOut', `Rolling out version ${version}`);
    return { startTime: time(upgraded), condition: rollout };
  }
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
