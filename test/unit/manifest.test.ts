import { existsSync } from 'node:fs';
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
  const changing = ['poolview.removeTeamResourceRole', 'poolview.removeRole', 'poolview.restoreRemovedRole'];
  const offers = [...Object.values(menus).flat(), ...keybindings].filter((item) =>
    changing.some((name) => JSON.stringify(item).includes(`"${name}"`)),
  );
  const steps = manifest.contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
  const texts: Readonly<Record<string, string>> = strings;
  const linking = steps.filter(({ description }) =>
    changing.some((name) => texts[description.slice(1, -1)]?.includes(`command:${name})`)),
  );
  expect([offers.length > 0, linking.length > 0]).toEqual([true, true]);
  const when = [...offers, ...linking].map((item) => ('when' in item ? item.when : ''));
  // Without ||, each part has to hold.
  const isHidden = (clause = ''): boolean =>
    clause === 'false' || (clause.endsWith('!poolview.readOnly') && !clause.includes('||'));
  expect(when.filter((clause) => !isHidden(clause))).toEqual([]);
});

it('every submenu has items and is in a menu', () => {
  const used = Object.values(menus)
    .flat()
    .flatMap((item) => ('submenu' in item ? item.submenu : []));
  const ids = submenus.map(({ id }) => id);
  expect([...new Set(used)].sort()).toEqual(ids.sort());
  expect(ids.filter((id) => !Object.hasOwn(menus, id))).toEqual([]);
});

it('every step of the walkthrough has its pictures, a link to a command, and something that checks it off', () => {
  const texts: Readonly<Record<string, string>> = strings;
  const steps = manifest.contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
  expect(steps.length).toBeGreaterThan(0);
  for (const { id, description, media, completionEvents } of steps) {
    const linked = [...(texts[description.slice(1, -1)] ?? '').matchAll(/\]\(command:(poolview\.[\w.]+)/g)];
    const names = linked.map(([, name = '']) => name).filter((name) => !name.endsWith('.focus'));
    expect(
      names.filter((name) => !known.has(name)),
      id,
    ).toEqual([]);
    expect(linked.length + (id === 'refresh' ? 1 : 0), id).toBeGreaterThan(0);
    const pictures = Object.values(media.image);
    expect(
      pictures.filter((file) => !existsSync(fromRoot(file))),
      id,
    ).toEqual([]);
    expect(completionEvents.length, id).toBeGreaterThan(0);
  }
});
