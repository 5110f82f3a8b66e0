/** What each folder of src may import, besides itself. */
const shared = ['webPage', 'tree', 'ui', 'access', 'items', 'query', 'connections', 'text', 'service'];
const features = ['projects', 'roles', 'review', 'fleet', 'notifications'];
const mayImport = {
  service: [],
  text: ['service'],
  query: ['text', 'service'],
  // Its prompts know no connection.
  connections: ['ui', 'text', 'service'],
  items: ['query', 'connections', 'text', 'service'],
  access: ['items', 'query', 'connections', 'text', 'service'],
  webPage: ['items', 'query', 'text', 'service'],
  // Only what the messages to pages have in common.
  ui: ['webPage', 'items', 'text', 'service'],
  tree: ['ui', 'items', 'text', 'service'],
  // Features do not import each other.
  ...Object.fromEntries(features.map((feature) => [feature, shared])),
  // It is a service, and knows nothing of the views.
  demo: ['connections', 'ui', 'service'],
  // Nothing imports them, except extension.ts.
  agents: [...features, ...shared],
};

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-vscode-in-service',
      severity: 'error',
      from: { path: '^src/service/' },
      to: { path: 'vscode' },
    },
    ...Object.entries(mayImport).map(([folder, others]) => ({
      name: `imports-of-${folder}`,
      severity: 'error',
      from: { path: `^src/${folder}/` },
      to: { path: '^src/', pathNot: `^src/(${[folder, ...others].join('|')})/` },
    })),
  ],
  options: {
    // Imports of types count, too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
  },
};
