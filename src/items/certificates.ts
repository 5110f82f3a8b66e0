import { l10n } from 'vscode';
import { perObject } from '../service/remember';
import type { ClusterCertificates } from '../service/resources/clusterFacts';
import { factOf, stateOf, type ClusterData } from './cluster';
import { expiryText } from './fields';
import type { Item } from './item';
import { describeError } from '../text/errors';
import { displayName } from '../text/text';
import { dayMs } from '../text/format';

/**
 * The certificates of a control plane, and those of authorities, that tell when they expire: the first to expire at the start.
 * Their names are safe to show on one line.
 */
export const certificatesOf = perObject((read: ClusterCertificates) =>
  (read.machineCertificates ?? [])
    .flatMap(({ certificateAuthorities = [] }) => certificateAuthorities)
    .flatMap((authority) => [authority, ...(authority.certificates ?? [])])
    .flatMap(({ name, expiry }) =>
      expiry === undefined
        ? []
        : [{ name: displayName(name, undefined, '?').slice(0, maxAuthorityName), expiry }],
    )
    .sort((one, other) => one.expiry - other.expiry),
);

const maxAuthorityName = 40;

/** The control plane's own certificates, as kubeadm names them. The service renews no others, such as those of authorities. */
const renewedNames = /^(?:kube-)?(?:apiserver|etcd(?!-ca)|front-proxy-client)/;

/**
 * The certificate of a cluster that needs attention first, and from when on by the clock of this computer: a week before it
 * expires or, where the service should have renewed it, which it does 30 days before, from then on. The service does so only
 * in the distribution whose pack is `kubernetes`: not in imported and airgapped clusters, and in others depending on its version.
 */
function firstAlarm(cluster: ClusterData) {
  const { certificates, overview } = cluster.readings;
  if (certificates === undefined || stateOf(cluster)?.startsWith('Delet') === true) return undefined;
  const isManaged = overview?.value.status?.packs?.some(({ name }) => name === 'kubernetes') === true;
  const alarms = certificatesOf(certificates.value).map((first) => {
    const days = isManaged && renewedNames.test(first.name) ? 30 : 7;
    return { first, at: first.expiry - days * dayMs - (certificates.aheadMs ?? 0) };
  });
  return alarms.toSorted((one, other) => one.at - other.at)[0];
}

/** Which certificate of a cluster needs attention, and its name, unless it is being deleted. */
export function expiryFailure(cluster: ClusterData, at = Date.now()) {
  const { first, at: from = Infinity } = firstAlarm(cluster) ?? {};
  if (first === undefined || at <= from) return undefined;
  const now = at + (cluster.readings.certificates?.aheadMs ?? 0);
  const cause = l10n.t('Certificate {0}', expiryText(first, now));
  return { name: first.name, cause, message: undefined, began: from };
}

/** From when on a certificate of a cluster will need attention, in milliseconds since 1970. */
export function nextExpiryAt(cluster: ClusterData): number {
  return (firstAlarm(cluster)?.at ?? Infinity) + 1;
}

/** The certificate of a cluster that expires first, or why none is known instead of its name. */
export function firstExpiry(cluster: ClusterData): Item['certificate'] {
  const { value, error } = factOf(cluster, 'certificates') ?? {};
  if (value !== undefined) return certificatesOf(value)[0] ?? { name: l10n.t('No certificates') };
  return error && { name: describeError(error).why };
}
