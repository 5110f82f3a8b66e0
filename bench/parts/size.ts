import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { measurement, type Measurement, type Part } from '../measure';

/** How large the files are that users download and that VS Code loads. */
const size: Part = async () => [
  ...(await sizeOf('loaded at startup', ['extension.cjs'], 200)),
  ...(await sizeOf(
    'all code',
    (await readdir('dist')).filter((file) => file.endsWith('.cjs')),
    1200,
  )),
  ...(await sizeOf('scripts of the fleet page', ['pages/fleet.js', 'pages/shared.js'], 200)),
  measurement('size: poolview.vsix', 'KB', [(await stat('poolview.vsix')).size / 1000], 1000),
];

async function sizeOf(
  what: string,
  files: readonly string[],
  budget: number,
): Promise<readonly Measurement[]> {
  const contents = await Promise.all(files.map((file) => readFile(path.join('dist', file))));
  const kilobytes = (buffers: readonly Buffer[]): number =>
    buffers.reduce((sum, { length }) => sum + length, 0) / 1000;
  return [
    measurement(`size: ${what}`, 'KB', [kilobytes(contents)], budget),
    measurement(`size: ${what}, gzipped`, 'KB', [kilobytes(contents.map((content) => gzipSync(content)))]),
  ];
}

export default size;
