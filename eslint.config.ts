import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

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
  {
    // Who may import whom is in .dependency-cruiser.mjs.
    files: ['src/items/**/*.ts', 'src/access/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'vscode',
              allowImportNames: ['Disposable', 'env', 'Event', 'EventEmitter', 'l10n'],
              message: 'What all features know shows nothing.',
            },
          ],
        },
      ],
    },
  },
  { files: tools, rules: { 'no-console': 'off' } },
  prettier,
);
