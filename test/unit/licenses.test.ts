import { describe, expect, it } from 'vitest';
import { completed } from '../../scripts/licenses';

const licenses = `# Licenses

## one - 1.0.0 (MIT)

The license of one

## two - 2.0.0 (MIT)

## @scope/three - 3.0.0

## four - 4.0.0 (MIT)
`;

const files: Readonly<Record<string, string>> = {
  LICENSE: 'MIT License\n\nCopyright (c) 2026 Poolview\n\nPermission is granted\n',
  'node_modules/two/README.md':
    '# Two\n\nLicense\n-------\n\n(The MIT License)\n\nCosts $& nothing.\n\n[x]: https://x.example\n',
  'node_modules/@scope/three/README.md': '# Three\n\n## License\n\nISC\n\n## More\n\nOther\n',
  'node_modules/four/README.md': '# Four\n',
  'node_modules/four/package.json': '{"license":"MIT","author":"Four & Co"}',
};

describe('the licenses of bundled packages', () => {
  it('are complete if a package has its license in the README, or only declares it', async () => {
    expect(await completed(licenses, (path) => Promise.resolve(files[path] ?? '{}'))).toBe(`# Licenses

## one - 1.0.0 (MIT)

The license of one

## two - 2.0.0 (MIT)

(The MIT License)

Costs $& nothing.

## @scope/three - 3.0.0

ISC

## four - 4.0.0 (MIT)

MIT License

Copyright (c) Four & Co

Permission is granted
`);
  });

  it('fail the build if a package has none', async () => {
    await expect(completed(licenses, () => Promise.resolve('{}'))).rejects.toThrow('two');
  });
});
