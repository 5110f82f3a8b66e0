/** The folders of src from the bottom to the top, and which of those below each may import. None closes a loop. */
const layers = {
  service: [],
  text: ['service'],
  query: ['text', 'service'],
  ui: ['text', 'service'],
  connections: ['ui', 'text', 'service'],
  // The rooms of what is known have no view.
  items: ['connections', 'query', 'text', 'service'],
  find: ['items', 'connections', 'query', 'text', 'service'],
  reads: ['find', 'items', 'connections', 'query', 'text', 'service'],
  timeline: ['reads', 'items', 'connections', 'text', 'service'],
  access: ['reads', 'items', 'connections', 'query', 'text', 'service'],
  webPage: ['items', 'query', 'text', 'service'],
  tabs: ['webPage', 'reads', 'items', 'ui', 'text', 'service'],
  tree: ['items', 'ui', 'text', 'service'],
};
const features = ['projects', 'roles', 'review', 'fleet', 'notifications'];
const mayImport = {
  ...layers,
  // Features do not import each other.
  ...Object.fromEntries(features.map((feature) => [feature, Object.keys(layers)])),
  // It is a service, and knows nothing of the views.
  demo: ['connections', 'ui', 'service'],
  // Nothing imports them, except extension.ts.
  agents: [...features, ...Object.keys(layers)],
};

const fromBottom = Object.keys(mayImport);
for (const [folder, others] of Object.entries(mayImport)) {
  const above = others.filter((other) => fromBottom.indexOf(other) >= fromBottom.indexOf(folder));
  if (above.length > 0) throw new Error(`${folder} may not import ${above.join(', ')}, which is above it.`);
}

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
