import type { Metafile } from 'esbuild';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { measurement, type Measurement, type Part } from '../measure';

/** How many of the largest inputs are named. */
const mostInputs = 8;

/** How large the files are that people download and load, and what makes them so. */
const size: Part = async () => {
  const files = (await readdir('dist')).filter((file) => file.endsWith('.cjs'));
  const isDemo = (file: string): boolean => file.startsWith('demo-');
  return [
    ...(await sizeOf('loaded at the start', ['extension.cjs'])),
    ...(await sizeOf(
      'all but the demo service',
      files.filter((file) => !isDemo(file)),
    )),
    ...(await sizeOf('the demo service', files.filter(isDemo))),
    measurement('size: poolview.vsix', 'KB', [(await stat('poolview.vsix')).size / 1000]),
    ...largestInputs(JSON.parse(await readFile('dist-test/metafile.json', 'utf8')) as Metafile),
  ];
};

async function sizeOf(what: string, files: readonly string[]): Promise<readonly Measurement[]> {
  const contents = await Promise.all(files.map((file) => readFile(path.join('dist', file))));
  const kilobytes = (buffers: readonly Buffer[]): number =>
    buffers.reduce((sum, { length }) => sum + length, 0) / 1000;
  return [
    measurement(`size: ${what}`, 'KB', [kilobytes(contents)]),
    measurement(`size: ${what}, gzipped`, 'KB', [kilobytes(contents.map((content) => gzipSync(content)))]),
  ];
}

/** The folders of src and the packages that most of what is not the demo service comes from. */
function largestInputs({ outputs }: Metafile): readonly Measurement[] {
  const bytes = new Map<string, number>();
  for (const [output, { inputs, entryPoint }] of Object.entries(outputs)) {
    if (output.endsWith('.map') || entryPoint?.startsWith('src/demo/') === true) continue;
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      const from = /^(?:src|node_modules)\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? input;
      bytes.set(from, (bytes.get(from) ?? 0) + bytesInOutput);
    }
  }
  return [...bytes]
    .sort(([, one], [, other]) => other - one)
    .slice(0, mostInputs)
    .map(([from, count]) => measurement(`size: of it ${from}`, 'KB', [count / 1000]));
}

export default size;
