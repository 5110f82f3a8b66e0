import { expect, it, onTestFinished } from 'vitest';
import { commands } from 'vscode';
import packageJson from '../../../package.json';
import { newCommands } from '../../../src/projects/commands';
import { roleCommands } from '../../../src/roles/commands';
import { contributedCommands, registerCommands, viewCommands } from '../../../src/ui/commands';

/** Registers commands of two views. @returns what runs a command, and what the commands did */
function registered(active: () => string | undefined = () => 'Acme') {
  const done: string[] = [];
  const run = new Map<string, (...given: readonly unknown[]) => Promise<void>>();
  const before = { ...commands };
  Object.assign(commands, {
    registerCommand: (name: string, command: () => Promise<void>) => run.set(name, command),
    executeCommand: (name: string) => Promise.resolve(done.push(name)),
  });
  onTestFinished(() => void Object.assign(commands, before));
  const viewOf = (viewId: string, ...names: readonly string[]) =>
    viewCommands({ viewId, hasRow: (row) => row === `row of ${viewId}` }, () =>
      Promise.resolve({
        active,
        table: Object.fromEntries(
          names.map((name) => [
            name,
            (connection, row) => done.push(`${viewId} ${name} ${connection} ${String(row)}`),
          ]),
        ),
      }),
    );
  const contributed = ['copy', 'retry', 'remove', 'showLog'].map((name) => ({ command: `poolview.${name}` }));
  registerCommands({ contributes: { commands: contributed } }, [
    { disposables: [], viewCommands: viewOf('items', 'copy', 'retry', 'click') },
    { disposables: [], viewCommands: viewOf('teams', 'copy', 'remove', 'click') },
    { disposables: [], commands: { showLog: () => done.push('log'), internal: () => done.push('internal') } },
  ]);
  return { done, run: (name: string, ...given: readonly unknown[]) => run.get(name)?.(...given) };
}

it('a command that several views have works on the row, or on the view of the key that was pressed', async () => {
  const { run, done } = registered();
  await run('poolview.copy', 'row of teams');
  await run('poolview.copy', 'teams');
  await run('poolview.copy', 'row of items');
  await run('poolview.copy');
  await run('poolview.copy', { id: 'of a page' });
  await run('poolview.remove', 'row of items');
  expect(done.map((text) => text.split(' ', 2).join(' '))).toEqual([
    ...['teams copy', 'teams copy', 'items copy', 'items copy', 'items copy', 'teams remove'],
  ]);
});

it('a click runs the command of its view, which gets no row', async () => {
  const { run, done } = registered();
  await run('teams.click');
  await run('items.click');
  expect(done).toEqual(['teams click Acme undefined', 'items click Acme undefined']);
});

it('what no view has is run where it is registered, also if no menu shows it', async () => {
  const { run, done } = registered();
  await run('poolview.showLog');
  await run('poolview.internal');
  expect(done).toEqual(['log', 'internal']);
});

it('without a connection, the commands of views connect', async () => {
  const { run, done } = registered(() => undefined);
  await run('poolview.retry');
  expect(done).toEqual(['poolview.connect']);
});

it('the tables of the views have commands that package.json declares, and what a click runs', () => {
  const { table } = newCommands({} as never);
  const names = [table, roleCommands].flatMap((each) => Object.keys(each));
  const contributed = new Set(contributedCommands(packageJson));
  expect([...new Set(names.filter((name) => !contributed.has(name)))].toSorted()).toEqual(['click']);
});

it('the commands stay few enough to find one', () => {
  const { commandPalette } = packageJson.contributes.menus;
  expect(contributedCommands(packageJson).length).toBeLessThanOrEqual(51);
  // Of each of these pairs, one is offered at a time.
  const pairs = 2;
  const hidden = commandPalette.filter(({ when }) => when === 'false');
  expect(contributedCommands(packageJson).length - hidden.length - pairs).toBeLessThanOrEqual(44);
});
