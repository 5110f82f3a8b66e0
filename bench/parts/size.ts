import { readdir, readFile, stat } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { measurement, type Measurement, type Part } from '../measure';

/** How large the files are that people download and load. */
const size: Part = async () => {
  const measurements: Measurement[] = [];
  const bundles = (await readdir('dist')).filter((file) => file.endsWith('.cjs'));
  for (const file of bundles) {
    const content = await readFile(`dist/${file}`);
    measurements.push(
      measurement(`${file}, minified`, 'KB', [content.length / 1000]),
      measurement(`${file}, gzipped`, 'KB', [gzipSync(content).length / 1000]),
    );
  }
  measurements.push(measurement('poolview.vsix', 'KB', [(await stat('poolview.vsix')).size / 1000]));
  return measurements;
};

export default size;
