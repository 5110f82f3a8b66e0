import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { roleCommands } from '../../../src/roles/commands';
import type { RemoveFlow } from '../../../src/roles/removal/removeFlow';
import type { CommandArguments } from '../../../src/ui/commands';
import { dialogs } from '../support/dialogs';
import { viewOf } from '../support/treeView';
import type { ScriptedOptions } from '../../support/demo/service';
import { opened, teamRoles } from './support/teamRoles';

/** The commands of a view with two expanded teams. */
async function commandsOf(options: Partial<ScriptedOptions> = {}) {
  const { model } = await teamRoles(options, { listing: options.profile === 'interface' ? 'get' : 'post' });
  const [first, second] = [await opened(model), await opened(model, 1)];
  const { view, select } = viewOf();
  const remove = vi.fn<RemoveFlow['remove']>(() => Promise.resolve());
  const context = {
    model,
    view,
    removals: { remove },
    restore: () => Promise.resolve(),
  };
  const run = (name: string, ...given: CommandArguments): unknown => roleCommands[name]?.(context, ...given);
  const note = (await model.rows.children(second.row))[0]?.id;
  const messages = dialogs();
  /** What each removal was started for. */
  const removed = () => remove.mock.calls.map(([, chosen]) => chosen);
  const startedBy = () => remove.mock.calls.map(([, , proposal]) => proposal?.by);
  return { first, second, note, select, run, messages, removed, startedBy };
}

describe('Remove Role by UID…', () => {
  const unlisted = { profile: 'interface' } as const;

  it('is for the team of the row that was clicked, even if VS Code was just drawing it again', async () => {
    const { second, note, select, run, removed } = await commandsOf(unlisted);
    if (note === undefined) throw new Error('Expected a row');
    const running = run('click');
    // VS Code knows the selected row only now.
    await setTimeout(150);
    select(note);
    await running;
    expect(removed()).toEqual([second.row.team]);
  });

  it('never asks for another team if the clicked row is not known', async () => {
    const { run, removed, messages } = await commandsOf(unlisted);
    await run('click');
    expect(removed()).toEqual([]);
    expect(messages.shown).toEqual(["Couldn't tell which row you clicked. Click it again."]);
  });
});

describe('Remove Team Resource Role…', () => {
  it('of the Command Palette lets the user choose the team, whatever is selected', async () => {
    const { note, select, run, removed } = await commandsOf({ profile: 'interface' });
    if (note === undefined) throw new Error('Expected a row');
    select(note);
    await run('removeTeamResourceRole');
    expect(removed()).toEqual([undefined]);
  });
});

describe('Remove Role', () => {
  it('by a key removes the selected roles', async () => {
    const { first, select, run, removed, startedBy } = await commandsOf();
    select(...first.roles.map(({ id }) => id));
    await run('removeTeamResourceRole', 'poolview.roles');
    expect(removed()).toEqual([
      first.roles.map(({ role }) => ({ team: first.row.team, role, isListed: true })),
    ]);
    expect(startedBy()).toEqual(['selection']);
  });

  it('by the menu of a row is the decision of the user, and nothing else that is passed removes roles', async () => {
    const { first, select, run, removed, startedBy } = await commandsOf();
    const [role] = first.roles;
    const ids = first.roles.map(({ id }) => id);
    select(...first.roles.map(({ id }) => id));
    await run('removeTeamResourceRole', role?.id, ids);
    await run('removeTeamResourceRole', { ...role });
    await run('removeTeamResourceRole', { ...role }, first.roles);
    expect(removed()).toHaveLength(1);
    expect(startedBy()).toEqual(['selection']);
  });

  it('by a key says so if no role is selected', async () => {
    const { first, select, run, removed, messages } = await commandsOf();
    select(first.row.id);
    await run('removeTeamResourceRole', 'poolview.roles');
    expect(removed()).toEqual([]);
    expect(messages.shown).toEqual([
      'No role that can be removed is selected. Select the resource roles to remove first.',
    ]);
  });

  it('by the button of a row that VS Code is drawing again asks, and never removes the selected role', async () => {
    const { first, select, run, removed } = await commandsOf();
    select(...first.roles.map(({ id }) => id));
    await run('removeTeamResourceRole', undefined, undefined);
    expect(removed()).toEqual([undefined]);
  });
});

describe('Who Changed This?', () => {
  it('shows the audit entries of a team in the timeline, also for one of its roles', async () => {
    const { first, run, messages } = await commandsOf();
    const { uid, name } = first.row.team;
    await run('whoChangedThis', first.row.id);
    await run('whoChangedThis', first.roles[0]?.id);
    const item = { kind: 'team', id: uid, names: [name] };
    const shown = ['poolview.openTimeline', { item, sources: ['audit'], period: 'week' }];
    expect(messages.executed).toEqual([shown, shown]);
  });
});
