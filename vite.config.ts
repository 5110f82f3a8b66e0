import { defineConfig } from 'vite';
import { licensesFile, licensesWithoutFile } from './scripts/licenses';

/**
 * Bundles the extension into dist. VS Code loads extension.cjs at startup; the target of each `import()` becomes a file of
 * its own, loaded when it is needed. The format is CommonJS because VS Code loads ES modules through another thread, which
 * takes about twice as long.
 *
 * Vite, and not esbuild alone, because esbuild splits only ES modules: as CommonJS, startup needed 37 files, or one of 141 KB,
 * where Rollup needed one of 117 KB. esbuild still transpiles and minifies.
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
        // The names by which the files import from each other, which are otherwise 2 KB of what is loaded at startup.
        minifyInternalExports: true,
        entryFileNames: '[name].cjs',
        chunkFileNames: ({ facadeModuleId, moduleIds }) =>
          `${nameOf(facadeModuleId ?? moduleIds.at(-1))}.cjs`,
        // Otherwise, these are in files that are named after whatever else the same targets share.
        manualChunks: { axios: ['axios'], yaml: ['yaml'], zod: ['zod'] },
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
