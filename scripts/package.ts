import { writeFile } from 'node:fs/promises';
import manifest from '../package.json';
import { npm } from './processes';
import { selfContainedReadme } from './readme';
import { runScript } from './script';

/** Makes poolview.vsix from what `npm run build` built. */
await runScript(async () => {
  const repository = 'repository' in manifest ? [] : await withoutRepository();
  return npm(['exec', '--', 'vsce', 'package', '--no-dependencies', '--out', 'poolview.vsix', ...repository]);
});

/** vsce turns relative links of the README into links to the repository. Without one, nothing they name can be reached. */
async function withoutRepository(): Promise<string[]> {
  const readme = 'dist/readme.md';
  await writeFile(readme, await selfContainedReadme());
  return ['--allow-missing-repository', '--no-rewrite-relative-links', '--readme-path', readme];
}
