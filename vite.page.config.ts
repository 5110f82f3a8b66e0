import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { licensesFile, licensesWithoutFile } from './scripts/licenses';

/** Bundles the pages of editor tabs, which run in webviews, into dist/pages. What both need is one file. */
export default defineConfig({
  plugins: [licensesWithoutFile()],
  resolve: {
    // Text modules of the extension are used in the page, too. They take no more than this from VS Code.
    alias: { vscode: fileURLToPath(new URL('src/webPage/vscode.ts', import.meta.url)) },
  },
  // Otherwise, decorators stay until the end, and Rollup does not read them.
  esbuild: { target: 'chrome132' },
  build: {
    outDir: 'dist/pages',
    // VS Code 1.100 has Chromium 132.
    target: 'chrome132',
    minify: 'esbuild',
    sourcemap: true,
    license: { fileName: licensesFile },
    modulePreload: false,
    cssCodeSplit: false,
    rollupOptions: {
      input: { fleet: 'src/fleet/page/page.ts', review: 'src/review/page/page.ts' },
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        chunkFileNames: 'shared.js',
        assetFileNames: '[name][extname]',
      },
    },
  },
});
