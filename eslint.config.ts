import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** The views and what belongs to them. They do not import each other. Agents stand above them: nothing imports those. */
const features = ['projects', 'roles', 'fleet', 'events', 'agents'];

/** Who may not import whom: one entry per layer of the architecture, lowest first. */
const layers: { folder: string; forbidden: string[]; why: string; fromVscode?: string[] }[] = [
  {
    folder: 'service',
    forbidden: [
      'vscode',
      'connections',
      'items',
      ...features,
      'tree',
      'ui',
      'webPage',
      'presentation',
      'demo',
    ],
    why: 'src/service speaks HTTP and JSON only: no vscode, nothing above it.',
  },
  {
    folder: 'presentation',
    forbidden: ['connections', 'items', ...features, 'tree', 'ui', 'webPage', 'demo'],
    why: 'src/presentation turns service data into text: it knows the service layer only.',
  },
  {
    folder: 'ui',
    forbidden: ['connections', ...features, 'tree', 'webPage', 'demo'],
    why: 'src/ui has the prompts and commands that all features share.',
  },
  {
    folder: 'connections',
    forbidden: [...features, 'items', 'tree', 'webPage', 'demo'],
    why: 'src/connections sits below the views.',
  },
  {
    folder: 'items',
    forbidden: [...features, 'tree', 'ui', 'webPage', 'demo'],
    why: 'src/items is what all features know: it knows no feature, and shows nothing.',
    fromVscode: ['Disposable', 'env', 'Event', 'EventEmitter', 'l10n'],
  },
  {
    folder: 'tree',
    forbidden: ['connections', ...features, 'webPage', 'demo'],
    why: 'src/tree is what the views share: it knows neither of them, nor which service it is.',
  },
  {
    folder: 'webPage',
    forbidden: ['connections', 'items', ...features, 'tree', 'ui', 'demo'],
    why: 'src/webPage is what the pages of editor tabs share: it knows neither of them.',
  },
  {
    folder: 'agents',
    forbidden: ['demo'],
    why: 'Agents read what the features know, not the demo service.',
  },
  ...features.slice(0, -1).map((folder) => ({
    folder,
    forbidden: [...features.filter((other) => other !== folder), 'demo'],
    why: 'Features do not import each other.',
  })),
  {
    folder: 'demo',
    forbidden: [...features, 'items', 'tree', 'webPage', 'presentation'],
    why: 'The demo service is a service: it knows nothing of the views.',
  },
];

/** Matches a folder of src and all in it, as other folders of src import it, and a package. */
const modules = (forbidden: readonly string[]): string => String.raw`^(\.\./)*(${forbidden.join('|')})(/|$)`;

/** What needs types, and is checked everywhere: promises, values of any type, and switches. */
const typed = Object.fromEntries(
  [
    'await-thenable',
    'no-floating-promises',
    'no-misused-promises',
    'no-unsafe-argument',
    'no-unsafe-assignment',
    'no-unsafe-call',
    'no-unsafe-member-access',
    'no-unsafe-return',
    'prefer-promise-reject-errors',
  ].map((name) => [`@typescript-eslint/${name}`, 'error'] as const),
);

/** Files whose mistakes show when they run, and that nobody installs. */
const tools = ['scripts/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts', '*.config.ts'];

export default defineConfig(
  { ignores: ['dist', 'dist-test', '.vscode-test', 'test-results', 'coverage', 'reports', '.stryker-tmp'] },
  js.configs.recommended,
  tseslint.configs.strict,
  tseslint.configs.stylistic,
  {
    files: ['src/**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
  },
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.mjs'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      // The compiler reports them, too.
      '@typescript-eslint/no-unused-vars': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      ...typed,
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // They take a quarter of the time, and have found nothing: the code has no enums, and its classes differ.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      // A function has one subject if it fits on a screen. A file may be long.
      'max-lines-per-function': ['error', { max: 60, IIFEs: true }],
    },
  },
  ...layers.map(({ folder, forbidden, why, fromVscode }) => ({
    files: [`src/${folder}/**/*.ts`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [{ regex: modules(forbidden), message: why }],
          paths: fromVscode ? [{ name: 'vscode', allowImportNames: fromVscode, message: why }] : [],
        },
      ] satisfies ['error', object],
      // The rule above does not look at `import()`.
      'no-restricted-syntax': [
        'error',
        {
          selector: `ImportExpression[source.value=/${modules(forbidden).replaceAll('/', String.raw`\/`)}/]`,
          message: why,
        },
      ] satisfies ['error', object],
    },
  })),
  { files: tools, rules: { 'no-console': 'off' } },
  prettier,
);
