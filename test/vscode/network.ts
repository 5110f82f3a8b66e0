import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createAuthority } from '../support/certificates';
import { fromRoot } from '../../scripts/paths';

/**
 * Creates two certificate authorities for this run in dist-test/authorities, each as `cert.pem` and `key.pem`.
 * @returns environment variables that make VS Code trust them and use no proxy. Nothing is installed on this computer.
 */
export async function networkOfThisRun(): Promise<Record<string, string>> {
  const [ofComputer, extra] = await Promise.all([
    newAuthority('computer', 'Authority of this computer'),
    newAuthority('extra', 'Extra authority'),
  ]);
  const proxies = ['http_proxy', 'https_proxy', 'no_proxy'].flatMap((name) => [name, name.toUpperCase()]);
  return {
    // Newer versions of VS Code ask Node for the authorities of the computer, which reads them from here on Linux.
    SSL_CERT_FILE: ofComputer,
    NODE_EXTRA_CA_CERTS: extra,
    ...Object.fromEntries(proxies.map((name) => [name, ''])),
  };
}

/** @returns the path of its certificate */
async function newAuthority(folderName: string, name: string): Promise<string> {
  const folder = fromRoot('dist-test/authorities', folderName);
  const certificate = path.join(folder, 'cert.pem');
  const { cert, key } = await createAuthority(name);
  await mkdir(folder, { recursive: true });
  await Promise.all([writeFile(certificate, cert), writeFile(path.join(folder, 'key.pem'), key)]);
  return certificate;
}
