import { l10n } from 'vscode';
import type { ClusterCertificates } from '../service/resources/certificates';
import type { Failure } from './cluster';
import { formatDuration } from './format';
import { displayName } from './text';

/** A certificate of a control plane, or that of an authority. Its name is safe to show on one line. */
export interface Certificate {
  readonly name: string;
  readonly expiry: number;
}

/** The certificates of a cluster that tell when they expire, the first to expire at the start. */
export function certificatesOf({ machineCertificates }: ClusterCertificates): readonly Certificate[] {
  return (machineCertificates ?? [])
    .flatMap(({ certificateAuthorities = [] }) => certificateAuthorities)
    .flatMap((authority) => [authority, ...(authority.certificates ?? [])])
    .flatMap(({ name, expiry }) =>
      expiry === undefined ? [] : [{ name: displayName(name, undefined, '?').slice(0, maxName), expiry }],
    )
    .sort((one, other) => one.expiry - other.expiry);
}

/** The most characters of a name. */
const maxName = 40;

/** The service renews certificates this long before they expire. */
const renewalMs = 30 * 24 * 60 * 60 * 1000;

export function isExpiring({ expiry }: Certificate, now: number): boolean {
  return expiry - now < renewalMs;
}

/** `etcd-server expires in 6 days` */
export function expiryText({ name, expiry }: Certificate, now: number): string {
  return expiry > now
    ? l10n.t('{0} expires in {1}', name, formatDuration(expiry - now))
    : l10n.t('{0} expired {1} ago', name, formatDuration(now - expiry));
}

/** That a certificate was not renewed in time. @param readAt when it was read, in milliseconds since 1970 */
export function renewalFailure(certificates: ClusterCertificates, readAt: number): Failure | undefined {
  const [first] = certificatesOf(certificates);
  if (first === undefined || !isExpiring(first, readAt)) return undefined;
  const message = l10n.t('The service renews certificates 30 days before they expire. That has failed.');
  return { cause: l10n.t('Certificate {0}', expiryText(first, readAt)), message };
}
