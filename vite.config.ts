import { defineConfig } from 'vite';
import { licensesFile, licensesWithoutFile } from './scripts/licenses';

/**
 * Bundles the extension into dist. VS Code loads extension.cjs at startup; the target of each `import()` becomes a file of
 * its own, loaded when it is needed. The format is CommonJS because VS Code loads ES modules through another thread, which
 * takes about twice as long.
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
      output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
    },
  },
  ssr: { noExternal: true },
});
