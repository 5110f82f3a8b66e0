import { generate, type CertificateExtension } from 'selfsigned';

/** A certificate and its private key, both as PEM: what a TLS server is given. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** What a certificate says, as far as it is not that of an ordinary server. */
export interface CertificateOptions {
  /** The names that it is good for. */
  readonly hosts?: readonly string[];
  /** From when to when it is good, in hours from now. */
  readonly hours?: readonly [from: number, to: number];
  /** Good for clients only. */
  readonly forClients?: boolean;
  /** Good for issuing certificates, which leaves nothing that a server may do with it. */
  readonly forIssuing?: boolean;
  /** Who vouches for it; nobody but itself unless told otherwise. */
  readonly issuer?: Certificate;
}

const hour = 3_600_000;

/** Makes a certificate called `name`, in some ten milliseconds. */
export async function createCertificate(
  name: string,
  {
    hosts = [name],
    // From the past: no two clocks are the same.
    hours: [from, to] = [-24, 24],
    forClients = false,
    forIssuing = false,
    issuer,
  }: CertificateOptions = {},
): Promise<Certificate> {
  const extensions: CertificateExtension[] = forIssuing
    ? [
        { name: 'basicConstraints', cA: true, critical: true },
        { name: 'keyUsage', keyCertSign: true, critical: true },
      ]
    : [
        { name: 'basicConstraints', cA: false, critical: true },
        { name: 'keyUsage', digitalSignature: true, critical: true },
        { name: 'extKeyUsage', serverAuth: !forClients, clientAuth: forClients },
        { name: 'subjectAltName', altNames: hosts.map(altName) },
      ];
  const made = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() + from * hour),
    notAfterDate: new Date(Date.now() + to * hour),
    extensions,
    ...(issuer === undefined ? {} : { ca: issuer }),
  });
  return { cert: made.cert, key: made.private };
}

function altName(host: string): { type: 2; value: string } | { type: 7; ip: string } {
  return /^[\d.]+$|:/.test(host) ? { type: 7, ip: host } : { type: 2, value: host };
}

/** An authority that nobody trusts yet. */
export function createAuthority(name: string): Promise<Certificate> {
  return createCertificate(name, { forIssuing: true });
}
