import { describe, expect, it } from 'vitest';
import { billOfMaterials } from '../../scripts/billOfMaterials';
import { completed, packagesIn } from '../../scripts/licenses';

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

describe('the list of bundled packages', () => {
  const extension = { name: 'poolview', publisher: 'poolview', version: '1.0.0', license: 'MIT' };
  const packages = packagesIn(
    '# Licenses\n\n## @scope/three - 3.0.0 (ISC)\n\nText\n\n## one - 1.0.0 (MIT)\n',
  );

  it('has their names, versions and licenses', () => {
    expect(packages).toEqual([
      { name: '@scope/three', version: '3.0.0', license: 'ISC' },
      { name: 'one', version: '1.0.0', license: 'MIT' },
    ]);
    expect(JSON.parse(billOfMaterials(extension, packages))).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { name: 'poolview', version: '1.0.0' } },
      components: [
        { group: '@scope', name: 'three', licenses: [{ license: { id: 'ISC' } }] },
        { name: 'one', purl: 'pkg:npm/one@1.0.0', licenses: [{ license: { id: 'MIT' } }] },
      ],
    });
  });

  it('has each package once, in the same order whatever the bundles contain first, and no time or random number', () => {
    const text = billOfMaterials(extension, [...packages].reverse().concat(packages));
    expect(text).toBe(billOfMaterials(extension, packages));
    expect(text).not.toMatch(/timestamp|serialNumber/);
  });
});
