import { defineConfig } from 'vite';

/** Bundles the page of the fleet overview, which runs in a webview, into dist/fleet. */
export default defineConfig({
  resolve: {
    // Text modules of the extension are used in the page, too. They take no more than this from VS Code.
    alias: { vscode: new URL('src/fleet/page/vscode.ts', import.meta.url).pathname },
  },
  build: {
    outDir: 'dist/fleet',
    // VS Code 1.100 has Chromium 132.
    target: 'chrome132',
    minify: 'esbuild',
    sourcemap: true,
    license: { fileName: 'licenses.md' },
    modulePreload: false,
    rollupOptions: {
      input: 'src/fleet/page/page.ts',
      output: { format: 'es', entryFileNames: '[name].js', assetFileNames: '[name][extname]' },
    },
  },
});
