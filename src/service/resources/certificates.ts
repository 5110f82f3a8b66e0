import type { Endpoint } from '../endpoint';
import { ofCluster } from './cluster';
import { list, object, text, timestamp, type Read } from '../readers';

const certificate = object({ name: text, expiry: timestamp });

/** The certificates of a machine of the control plane. */
const machineCertificates = object({
  /** Of the machine. */
  name: text,
  certificateAuthorities: list(object({ name: text, expiry: timestamp, certificates: list(certificate) })),
});

const clusterCertificates = object({ machineCertificates: list(machineCertificates) });
export type ClusterCertificates = Read<typeof clusterCertificates>;

/** `GET /v1/spectroclusters/{uid}/k8certificates`. The service renews some of them 30 days before they expire. */
export function readCertificates(uid: string, projectUid: string | undefined): Endpoint<ClusterCertificates> {
  return { ...ofCluster(uid, projectUid, 'k8certificates'), read: clusterCertificates };
}
