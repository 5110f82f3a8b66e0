import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { unzipSync, zipSync } from 'fflate';
import manifest from '../package.json';
import { billOfMaterials } from './billOfMaterials';
import { licensesFile, packagesIn } from './licenses';
import { npm } from './processes';
import { pageReadme, selfContainedReadme } from './readme';
import { runScript } from './script';

const file = 'poolview.vsix';

/** That of the package. */
const readme = 'dist/readme.md';

/** Lets vsce sort the files. {@link packAgain} sets their time. */
const sorted = { SOURCE_DATE_EPOCH: '315532800' };

/**
 * Who publishes Poolview replaces it in package.json: `OWNER` is nobody's repository. vsce turns relative links of the README
 * into links to the repository, where nothing they name could be reached.
 */
const isPlaceholder = manifest.repository.url.includes('/OWNER/');

/** Makes poolview.vsix from what `npm run build` built, its checksum, and the list of the packages in it. */
await runScript(async () => {
  await writeFile(readme, await (isPlaceholder ? selfContainedReadme() : pageReadme()));
  const links = isPlaceholder ? ['--no-rewrite-relative-links'] : [];
  const code = await npm(
    [
      ...['exec', '--', 'vsce', 'package', '--no-dependencies', '--out', file],
      ...['--readme-path', readme, ...links],
    ],
    { env: { ...process.env, ...sorted } },
  );
  if (code !== 0) return code;
  const contents = packAgain(await readFile(file));
  await writeFile(file, contents);
  const checksum = createHash('sha256').update(contents).digest('hex');
  await writeFile(`${file}.sha256`, `${checksum}  ${file}\n`);
  const licenses = await Promise.all(
    ['dist', 'dist/pages'].map((folder) => readFile(`${folder}/${licensesFile}`, 'utf8')),
  );
  await writeFile('poolview.cdx.json', billOfMaterials(manifest, licenses.flatMap(packagesIn)));
  return 0;
});

/**
 * The same files as the same bytes on every operating system. vsce writes the permissions that files have on this one,
 * and compresses with the zlib of this Node.js, whose result depends on the processor.
 */
function packAgain(vsix: Uint8Array): Uint8Array {
  // The first time that a zip can have.
  return zipSync(unzipSync(vsix), { level: 9, mtime: new Date(1980, 0, 1) });
}
