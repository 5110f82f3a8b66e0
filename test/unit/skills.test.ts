import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import manifest from '../../package.json';
import strings from '../../package.nls.json';
import { fromRoot } from '../../scripts/paths';
import { toolNames } from '../../src/agents/toolNames';

const names = readdirSync(fromRoot('skills'));

it('every skill is contributed', () => {
  expect(manifest.contributes.chatSkills.map(({ path }) => path)).toEqual(
    names.map((name) => `./skills/${name}/SKILL.md`),
  );
});

describe.each(names)('%s', (name) => {
  const file = fromRoot('skills', name, 'SKILL.md');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';

  it('has the front matter that clients need', () => {
    const [, header = ''] = /^---\n(.*?)\n---\n/s.exec(text) ?? [];
    expect(parse(header)).toEqual({ name, description: expect.stringMatching(/^[^<]{1,1024}$/) as unknown });
  });

  it('names only tools and commands that exist, and every tool', () => {
    const used = [...text.matchAll(/`(poolview_\w+)`/g)].map(([, tool]) => tool);
    expect([...new Set(used)].sort()).toEqual([...toolNames].sort());
    const commands = [...text.matchAll(/"Poolview: ([^"]+)"/g)].map(([, title]) => title);
    expect(commands).toEqual([strings['command.agentTools']]);
  });
});
