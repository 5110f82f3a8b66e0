/** What each folder of src may import, besides itself. */
const shown = ['webPage', 'tree', 'ui', 'items', 'connections', 'presentation', 'service'];
const features = ['projects', 'roles', 'fleet', 'events'];
const mayImport = {
  service: [],
  presentation: ['service'],
  // Its prompts know no connection.
  connections: ['ui', 'presentation', 'service'],
  items: ['connections', 'presentation', 'service'],
  ui: ['items', 'presentation', 'service'],
  tree: ['ui', 'items', 'presentation', 'service'],
  webPage: ['presentation', 'service'],
  // Features do not import each other.
  ...Object.fromEntries(features.map((feature) => [feature, shown])),
  // It is a service, and knows nothing of the views.
  demo: ['connections', 'ui', 'service'],
  // Nothing imports them, except extension.ts.
  agents: [...features, ...shown],
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
