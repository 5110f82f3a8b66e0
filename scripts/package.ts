import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import manifest from '../package.json';
import { billOfMaterials } from './billOfMaterials';
import { licensesFile, packagesIn } from './licenses';
import { npm } from './processes';
import { selfContainedReadme } from './readme';
import { runScript } from './script';

const file = 'poolview.vsix';

/** vsce gives all files this time, and sorts them: the same sources make the same bytes. The first one that a zip can have. */
const reproducible = { SOURCE_DATE_EPOCH: '315532800', TZ: 'UTC' };

/** Makes poolview.vsix from what `npm run build` built, its checksum, and the list of the packages in it. */
await runScript(async () => {
  const repository = 'repository' in manifest ? [] : await withoutRepository();
  const code = await npm(
    ['exec', '--', 'vsce', 'package', '--no-dependencies', '--out', file, ...repository],
    {
      env: { ...process.env, ...reproducible },
    },
  );
  if (code !== 0) return code;
  const checksum = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  await writeFile(`${file}.sha256`, `${checksum}  ${file}\n`);
  const licenses = await Promise.all(
    ['dist', 'dist/pages'].map((folder) => readFile(`${folder}/${licensesFile}`, 'utf8')),
  );
  await writeFile('poolview.cdx.json', billOfMaterials(manifest, licenses.flatMap(packagesIn)));
  return 0;
});

/** vsce turns relative links of the README into links to the repository. Without one, nothing they name can be reached. */
async function withoutRepository(): Promise<string[]> {
  const readme = 'dist/readme.md';
  await writeFile(readme, await selfContainedReadme());
  return ['--allow-missing-repository', '--no-rewrite-relative-links', '--readme-path', readme];
}
