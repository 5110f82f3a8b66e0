import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Bundles the extension into dist. VS Code loads extension.cjs when it starts Poolview, and pays for all that is in it;
 * what is imported by `import()` has files of its own, which are loaded when they are needed.
 *
 * That takes two steps: esbuild splits modules only, and the extension host of VS Code 1.100 takes CommonJS only. Besides,
 * esbuild puts what several files need into yet other files; those that the start needs become a part of it.
 */
const common = {
  absWorkingDir: import.meta.dirname,
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  // VS Code 1.100 runs extensions on Node 20.
  target: 'node20',
  minify: true,
  external: ['vscode'],
  logLevel: 'warning',
} satisfies BuildOptions;

const { outputFiles, metafile } = await build({
  ...common,
  entryPoints: ['src/extension.ts'],
  // Modules before CommonJS, of which what is not used can be left out.
  mainFields: ['module', 'main'],
  format: 'esm',
  splitting: true,
  chunkNames: '[name]-[hash]',
  sourcemap: 'inline',
  legalComments: 'none',
  write: false,
  metafile: true,
});

/** What the first step made, by the name of the file. */
const parts = new Map(outputFiles.map((file) => [path.basename(file.path), file.text]));

/** Those that are loaded with the first one, itself among them. */
const start = new Set<string>();
addWithImports('extension.js');

/** A part of the start as it is known to the files that are loaded later. */
const memberFor = (part: string): string => path.parse(part).name.replace('-', '_');

/** Which file of dist a part becomes: `roles-actions.cjs`, or `chunk-ABC.cjs` for what several files need. */
function fileFor(part: string): string {
  const { entryPoint } = outputOf(part);
  if (start.has(part)) return 'extension.cjs';
  const name = entryPoint === undefined ? part : path.relative('src', entryPoint).replaceAll(path.sep, '-');
  return `${path.parse(name).name}.cjs`;
}

const toCommonJs: Plugin = {
  name: 'to-common-js',
  setup(context) {
    context.onResolve({ filter: /^\.\/.*\.js$/ }, ({ path: request, kind, importer, namespace }) => {
      const part = request.slice('./'.length);
      const isBundled = kind === 'entry-point' || (kind === 'import-statement' && start.has(part));
      if (!isBundled || namespace === 'later') return { path: `./${fileFor(part)}`, external: true };
      const isPartOfStart = kind === 'entry-point' || namespace === 'start' || start.has(importer);
      return { path: part, namespace: isPartOfStart ? 'part' : 'later' };
    });
    context.onLoad({ filter: /./, namespace: 'part' }, ({ path: part }) => ({
      contents: parts.get(part) ?? '',
    }));
    context.onResolve({ filter: /^start$/ }, () => ({ path: 'start', namespace: 'start' }));
    context.onLoad({ filter: /./, namespace: 'start' }, () => ({
      contents: [...start]
        .map((part) => `export * ${part === 'extension.js' ? '' : `as ${memberFor(part)}`} from './${part}';`)
        .join('\n'),
    }));
    // What is loaded later finds the start loaded.
    context.onLoad({ filter: /./, namespace: 'later' }, ({ path: part }) => ({
      contents: `import { ${memberFor(part)} } from './extension.js'; export const { ${outputOf(part).exports.join(', ')} } = ${memberFor(part)};`,
    }));
  },
};

await rm(path.join(import.meta.dirname, 'dist'), { recursive: true, force: true });
await build({
  ...common,
  entryPoints: [
    { in: 'start', out: 'extension' },
    ...[...parts.keys()]
      .filter((part) => !start.has(part))
      .map((part) => ({ in: `./${part}`, out: path.parse(fileFor(part)).name })),
  ],
  plugins: [toCommonJs],
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  supported: { 'dynamic-import': false },
  // There is one for each file of src, and VS Code looks up each time which extension it is asked by.
  banner: {
    js: `{const load=require,vscode=load("vscode");require=name=>name==="vscode"?vscode:load(name)}`,
  },
  sourcemap: 'linked',
});
await writeFile(path.join(import.meta.dirname, 'dist/licenses.txt'), await licenses(metafile));
// What the bench tells sizes by.
await mkdir(path.join(import.meta.dirname, 'dist-test'), { recursive: true });
await writeFile(path.join(import.meta.dirname, 'dist-test/metafile.json'), JSON.stringify(metafile));

function outputOf(part: string): Metafile['outputs'][string] {
  const output = metafile.outputs[`dist/${part}`];
  if (output === undefined) throw new Error(`There is no ${part}.`);
  return output;
}

function addWithImports(part: string): void {
  if (start.has(part)) return;
  start.add(part);
  for (const { path: file, kind, external } of outputOf(part).imports) {
    if (kind === 'import-statement' && external !== true) addWithImports(path.basename(file));
  }
}

/** The licences of all packages that are in the bundle. */
async function licenses({ inputs }: Metafile): Promise<string> {
  const folders = Object.keys(inputs).flatMap(
    (input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? [],
  );
  const texts = [...new Set(folders)].sort().map(async (folder) => {
    const { name, version, license } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8')) as Record<
      string,
      string
    >;
    const file = (await readdir(folder)).find((found) => /^licen[cs]e/i.test(found));
    const text =
      file === undefined ? `License: ${license ?? 'unknown'}` : await readFile(`${folder}/${file}`, 'utf8');
    return `${name ?? folder} ${version ?? ''}\n\n${text.trim()}\n`;
  });
  return (await Promise.all(texts)).join('\n---\n\n');
}
