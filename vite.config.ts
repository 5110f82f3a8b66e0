import { defineConfig } from 'vite';
import { licensesFile, licensesWithoutFile } from './scripts/licenses';

/**
 * Bundles the extension into dist. VS Code loads extension.cjs at startup; the target of each `import()` becomes a file of its
 * own, loaded when it is needed. esbuild transpiles and minifies; Vite is here for what Rollup makes of the files.
 *
 * CPU of loading the extension in a process that imports as VS Code 1.100 does, median of 7 runs on a busy machine (compare,
 * do not take as such): this 31 ms; esbuild alone 109 ms as one file of own code and a file for each package, 227 ms as one
 * CommonJS file, 278 ms as ES modules (135 ms as VS Code 1.139 imports them).
 */
export default defineConfig({
  plugins: [licensesWithoutFile()],
  build: {
    ssr: 'src/extension.ts',
    // VS Code 1.100 runs extensions on Node 20.
    target: 'node20',
    minify: 'esbuild',
    sourcemap: true,
    license: { fileName: licensesFile },
    rollupOptions: {
      external: ['vscode'],
      output: {
        format: 'cjs',
        entryFileNames: '[name].cjs',
        chunkFileNames: ({ facadeModuleId, moduleIds }) =>
          `${nameOf(facadeModuleId ?? moduleIds.at(-1))}.cjs`,
        // What several targets share would otherwise be many small files. Larger than this, it stays a file of its own.
        experimentalMinChunkSize: 8000,
        // Otherwise, these are in files that are named after whatever else the same targets share. All CommonJS packages need the
        // helpers: in the file of axios, they would make it load at startup.
        manualChunks: (id) =>
          /node_modules\/(axios|yaml|zod)\/|(commonjsHelpers)/.exec(id)?.slice(1).find(Boolean),
      },
    },
  },
  ssr: { noExternal: true },
});

/** What a file contains, by its last module: `fleet-tab` for src/fleet/tab.ts, the package for a module of a package. */
function nameOf(module = ''): string {
  const path = /src\/(.+)\.ts$/.exec(module)?.[1] ?? /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1];
  return path?.replaceAll('/', '-') ?? '[name]';
}
