import { build, type BuildOptions } from 'esbuild';

/**
 * What of axios Poolview has no use for: other ways to send than Node's http, forms, addresses that are data, progress, its
 * older way to cancel, and proxies, which VS Code sees to. Nothing calls them: the adapter is Node's, `proxy` is off, and what is sent is JSON.
 */
const unusedOfAxios =
  /[\\/]axios[\\/]lib[\\/](adapters[\\/](xhr|fetch)|cancel[\\/]CancelToken|helpers[\\/](AxiosTransformStream|toFormData|formDataToJSON|toURLEncodedForm|formDataToStream|fromDataURI|estimateDataURLDecodedBytes|readBlob|shouldBypassProxy|HttpStatusCode))\.js$/;

const options: BuildOptions = {
  bundle: true,
  platform: 'node',
  // Modules before CommonJS, of which what is not used can be left out.
  mainFields: ['module', 'main'],
  // VS Code 1.100 runs extensions on Node 20.
  target: 'node20',
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  outdir: 'dist',
  minify: true,
  sourcemap: 'linked',
  legalComments: 'eof',
  logLevel: 'info',
};

await build({
  ...options,
  entryPoints: { extension: 'src/extension.ts', demo: 'src/demo/server.ts' },
  // The demo service has a bundle of its own, so that nobody pays for it who does not ask for it.
  external: ['vscode'],
  alias: {
    'form-data': './src/service/noFormData.ts',
    'follow-redirects': './src/service/noRedirects.ts',
    'https-proxy-agent': './src/service/noRedirects.ts',
  },
  plugins: [
    {
      name: 'without-unused-parts',
      setup(context) {
        context.onLoad({ filter: unusedOfAxios }, () => ({
          contents:
            'export default null; export const getFetch = null, estimateDataURLBufferAllocation = null;',
        }));
      },
    },
    {
      name: 'demo-on-demand',
      setup(context) {
        context.onResolve({ filter: /\/server$/ }, ({ kind, importer }) =>
          kind === 'dynamic-import' && /[\\/]src[\\/]demo[\\/]/.test(importer)
            ? { path: './demo.cjs', external: true }
            : undefined,
        );
      },
    },
  ],
});
