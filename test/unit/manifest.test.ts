import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import manifest from '../../package.json';
import strings from '../../package.nls.json';
import { fromRoot } from '../../scripts/paths';

const { commands, keybindings, menus, submenus } = manifest.contributes;
const known = new Set([
  ...commands.map(({ command }) => command),
  ...submenus.map(({ id }) => id),
  // A command of VS Code, with commands as its arguments.
  'runCommands',
]);

it.each([...Object.entries(menus), ['keybindings', keybindings] as const])(
  '%s has only commands and submenus that exist',
  (_, items) => {
    const names = items.map((item) => ('command' in item ? item.command : item.submenu));
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  },
);

it('nothing offers to change something through a read-only connection', () => {
  const changing = ['poolview.removeTeamResourceRole'];
  const offers = [...Object.values(menus).flat(), ...keybindings].filter((item) =>
    changing.some((name) => JSON.stringify(item).includes(`"${name}"`)),
  );
  const steps = manifest.contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
  const texts: Readonly<Record<string, string>> = strings;
  const linking = steps.filter(({ description }) =>
    changing.some((name) => texts[description.slice(1, -1)]?.includes(`command:${name})`)),
  );
  expect(offers.length).toBeGreaterThan(0);
  const when = [...offers, ...linking].map((item) => ('when' in item ? item.when : ''));
  // Without ||, each part has to hold.
  const isHidden = (clause = ''): boolean =>
    clause === 'false' || (clause.endsWith('!poolview.readOnly') && !clause.includes('||'));
  expect(when.filter((clause) => !isHidden(clause))).toEqual([]);
});

it('the palette offers what asks for an item also if none is selected', () => {
  const selected = menus.commandPalette.filter(({ when }) => when.includes('rowSelected'));
  expect(selected).toEqual([]);
  expect(menus.commandPalette).toContainEqual({
    command: 'poolview.copyLink',
    when: 'poolview.state != disconnected',
  });
});

it.each(['copyForTicket', 'copyAsCsv'])(
  'the palette offers %s but beside the overview, whose own copies what its table shows',
  (name) => {
    expect(menus.commandPalette).toContainEqual({
      command: `poolview.${name}`,
      when: "poolview.state != disconnected && activeWebviewPanelId != 'poolview.fleet'",
    });
  },
);

it('every submenu has items and is in a menu', () => {
  const used = Object.values(menus)
    .flat()
    .flatMap((item) => ('submenu' in item ? item.submenu : []));
  const ids = submenus.map(({ id }) => id);
  expect([...new Set(used)].sort()).toEqual(ids.sort());
  expect(ids.filter((id) => !Object.hasOwn(menus, id))).toEqual([]);
});

it('every step of the walkthrough has a link to a command, and something that checks it off', () => {
  const texts: Readonly<Record<string, string>> = strings;
  const steps = manifest.contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
  expect(steps.length).toBeGreaterThan(0);
  for (const { id, description, completionEvents } of steps) {
    const linked = [...(texts[description.slice(1, -1)] ?? '').matchAll(/\]\(command:(poolview\.[\w.]+)/g)];
    expect(linked.length, id).toBeGreaterThan(0);
    expect(
      linked.map(([, name = '']) => name).filter((name) => !known.has(name)),
      id,
    ).toEqual([]);
    expect(completionEvents.length, id).toBeGreaterThan(0);
  }
});

it('every picture of the walkthrough has colors of the theme only, and no styles, which VS Code ignores', () => {
  const steps = manifest.contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
  for (const { media } of steps) {
    const picture = readFileSync(fromRoot(media.svg), 'utf8');
    const colors = [...picture.matchAll(/(?:fill|stroke|color)="([^"]*)"/g)].map(([, color = '']) => color);
    expect(colors.filter((color) => !/^(?:none|var\(--vscode-.*\))$/.test(color))).toEqual([]);
    expect(picture).not.toMatch(/<style|\sstyle=|#[\da-f]{3}/i);
  }
});

it('who has access to a project is asked with one command', () => {
  const ofProjects = menus['view/item/context'].filter(
    ({ when = '', group = '' }) => when.includes('project') && group.startsWith('2_teams'),
  );
  const names = ofProjects.map((item) => ('command' in item ? item.command : ''));
  expect(names).toContain('poolview.reviewAccess');
  expect(commands.map(({ command }) => command)).not.toContain('poolview.showTeamRoles');
});
