import { expect, it } from 'vitest';
import manifest from '../../package.json';

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

it('every submenu has items and is in a menu', () => {
  const used = Object.values(menus)
    .flat()
    .flatMap((item) => ('submenu' in item ? item.submenu : []));
  const ids = submenus.map(({ id }) => id);
  expect([...new Set(used)].sort()).toEqual(ids.sort());
  expect(ids.filter((id) => !Object.hasOwn(menus, id))).toEqual([]);
});
