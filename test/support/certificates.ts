import { generate, type CertificateExtension } from 'selfsigned';

/** A certificate and its private key, both as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** How a certificate differs from an ordinary server's. */
export interface CertificateOptions {
  /** The host names that it is valid for. */
  readonly hosts?: readonly string[];
  /** Its validity, in hours from now. */
  readonly hours?: readonly [from: number, to: number];
  /** Only for clients. */
  readonly forClients?: boolean;
  /** Only for issuing certificates. */
  readonly forIssuing?: boolean;
  /** The issuer; self-signed by default. */
  readonly issuer?: Certificate;
}

const hour = 3_600_000;

/** Creates a certificate in about ten milliseconds. */
export async function createCertificate(
  name: string,
  {
    hosts = [name],
    // Valid since yesterday, because clocks differ.
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

/** A new authority, which nothing trusts. */
export function createAuthority(name: string): Promise<Certificate> {
  return createCertificate(name, { forIssuing: true });
}
