import { Random } from '../random';
import type { Cluster } from './cluster';
import { eventResource, reporter, type Event } from './events';
import { identity, type Times } from './machines';
import { condition, time } from './packs';

const day = 86_400_000;
const year = 365 * day;

/** The service renews a certificate as early. */
const renewed = 30 * day;

const authorities = [
  {
    name: 'ca',
    certificates: ['apiserver', 'apiserver-kubelet-client', 'controller-manager.conf', 'scheduler.conf'],
  },
  {
    name: 'etcd-ca',
    certificates: ['etcd-server', 'etcd-peer', 'etcd-healthcheck-client', 'apiserver-etcd-client'],
  },
  { name: 'front-proxy-ca', certificates: ['front-proxy-client'] },
] as const;

/** The certificates of the control plane of a cluster. */
export function clusterCertificates(cluster: Cluster, { started, now }: Times) {
  const { pools, created, isRenewalFailing } = cluster;
  const machines = pools
    .filter(({ isControlPlane }) => isControlPlane)
    .flatMap((pool) => Array.from({ length: pool.size }, (_, place) => identity(cluster, pool, place)));
  return {
    machineCertificates: machines.map(({ name, key }) => {
      const issued = created + new Random(`${key}/certificates`).integer(0, 600) * 1_000;
      return {
        name,
        certificateAuthorities: authorities.map((authority) => ({
          name: authority.name,
          expiry: time(issued + 10 * year),
          certificates: authority.certificates.map((certificate) => ({
            name: certificate,
            expiry: time(
              isRenewalFailing && authority.name === 'etcd-ca'
                ? failingExpiry(started)
                : nextExpiry(issued, now),
            ),
          })),
        })),
      };
    }),
  };
}

/** Certificates are valid for a year from the latest renewal. */
function nextExpiry(issued: number, now: number): number {
  const period = year - renewed;
  return issued + Math.max(0, Math.floor((now - issued) / period)) * period + year;
}

/** When the certificates expire that could not be renewed. */
const failingExpiry = (started: number) => started + 6.4 * day;

const failure = reporter('cluster-agent')(
  'CertificateRenewalFailed',
  'Could not renew the certificates of etcd: /etc/kubernetes/pki/etcd/ca.key is missing',
  'Error',
);

/** Only a failure is reported. */
export function certificateConditions({ isRenewalFailing }: Cluster, started: number) {
  const since = failingExpiry(started) - renewed;
  return isRenewalFailing
    ? [condition('CertificatesRenewed', 'False', since, failure.reason, failure.message)]
    : [];
}

/** The renewal is tried once a day. As in all histories, those of the day before the service started are known. */
export function certificateEvents(cluster: Cluster, started: number): readonly Event[] {
  if (!cluster.isRenewalFailing) return [];
  const sinceFirst = started - (failingExpiry(started) - renewed);
  return [eventResource(cluster, undefined, failure, started - (sinceFirst % day))];
}
