import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { licensesFile, licensesWithoutFile } from './scripts/licenses';

/** Bundles the page of the fleet overview, which runs in a webview, into dist/fleet. */
export default defineConfig({
  plugins: [licensesWithoutFile()],
  resolve: {
    // Text modules of the extension are used in the page, too. They take no more than this from VS Code.
    alias: { vscode: fileURLToPath(new URL('src/fleet/page/vscode.ts', import.meta.url)) },
  },
  build: {
    outDir: 'dist/fleet',
    // VS Code 1.100 has Chromium 132.
    target: 'chrome132',
    minify: 'esbuild',
    sourcemap: true,
    license: { fileName: licensesFile },
    modulePreload: false,
    rollupOptions: {
      input: 'src/fleet/page/page.ts',
      output: { format: 'es', entryFileNames: '[name].js', assetFileNames: '[name][extname]' },
    },
  },
});
