import { expect, it } from 'vitest';
import manifest from '../../../package.json';
import { toolContribution } from '../../../scripts/tools/contribution';

it('package.json contributes the tools as they are defined; if not, run npm run tools', () => {
  expect(manifest.contributes.languageModelTools).toEqual(JSON.parse(JSON.stringify(toolContribution())));
});
