import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createAuthority } from '../support/certificates';
import { fromRoot } from '../../scripts/paths';

/**
 * Creates a certificate authority for this run in dist-test/authority, `cert.pem` and `key.pem`.
 * @returns environment variables that make VS Code trust it and use no proxy
 */
export async function networkOfThisRun(): Promise<Record<string, string>> {
  const folder = fromRoot('dist-test/authority');
  const certificate = path.join(folder, 'cert.pem');
  const { cert, key } = await createAuthority('Authority of this run');
  await mkdir(folder, { recursive: true });
  await Promise.all([writeFile(certificate, cert), writeFile(path.join(folder, 'key.pem'), key)]);
  const proxies = ['http_proxy', 'https_proxy', 'no_proxy'].flatMap((name) => [name, name.toUpperCase()]);
  return {
    NODE_EXTRA_CA_CERTS: certificate,
    ...Object.fromEntries(proxies.map((name) => [name, ''])),
  };
}
