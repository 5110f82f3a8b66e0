import { describe, expect, it } from 'vitest';
import type { LogOutputChannel } from 'vscode';
import { roleCommands } from '../../../src/roles/commands';
import { Journals } from '../../../src/roles/journal/journal';
import { RemoveFlow } from '../../../src/roles/removal/removeFlow';
import { temporaryFolder } from '../roles/support/journal';
import { opened, teamRoles } from '../roles/support/teamRoles';
import { dialogs } from '../support/dialogs';
import { viewOf } from '../support/treeView';

/** What VS Code passes for the Delete key. */
const ofKey = 'poolview.roles';
const noRole = 'No role that can be removed is selected. Select the resource roles to remove first.';

/** The Team Roles view of a demo service, with the roles of an expanded team. */
async function view() {
  const { model } = await teamRoles();
  const { row, roles } = await opened(model);
  const [first, second] = roles;
  if (first === undefined || second === undefined) throw new Error('Expected two roles');
  const { view, select } = viewOf();
  const { shown, buttons } = dialogs();
  const removals = new RemoveFlow({
    active: () => model,
    journals: new Journals(await temporaryFolder(), () => undefined),
    log: { info: () => undefined, warn: () => undefined } as unknown as LogOutputChannel,
  });
  const context = {
    model,
    view,
    removals,
    restore: () => Promise.resolve(),
  };
  /** Runs the command that removes roles. @returns what the dialog says, and its first button, which Enter presses */
  const asked = async (...given: readonly unknown[]) => {
    await roleCommands['removeTeamResourceRole']?.(context, ...given);
    return { text: shown.at(-1), enter: buttons.at(-1)?.[0] };
  };
  return { team: row, first, second, select, asked, removals, model };
}

describe('Enter in the dialog that removes a role', () => {
  it('removes the selected row, by the key of the view or by its menu', async () => {
    const { first, second, select, asked } = await view();
    select(first.id);
    for (const given of [[ofKey], [first.id], [first.id, [first.id]]]) {
      expect(await asked(...given)).toMatchObject({ enter: 'Remove Role' });
    }
    select(first.id, second.id);
    expect(await asked(first.id, [first.id, second.id])).toMatchObject({ enter: 'Remove 2 Roles' });
  });

  it('is never opened for anything else that is passed [guarantee: agents-change-nothing]', async () => {
    const { team, first, select, asked } = await view();
    select(first.id);
    // Nobody but VS Code knows the whole ID.
    const [uid, roleUid] = [team.team.uid, first.role.uid];
    const guesses = ['Test', 'Test:'].map((root) => `${root}/team:${uid}/role:${roleUid}`);
    for (const given of ['x', '', 'poolview.projects', null, { ...first }, ...guesses]) {
      expect(await asked(given)).toEqual({ text: noRole, enter: undefined });
    }
  });

  it('keeps the role of a row that is not selected, whoever passes it [guarantee: agents-change-nothing]', async () => {
    const { first, second, select, asked } = await view();
    select(second.id);
    // The trash icon of a row selects nothing. Other extensions can have VS Code pass any row.
    expect(await asked(first.id)).toMatchObject({ enter: 'Keep Role' });
    expect(await asked(second.id, [second.id, first.id])).toMatchObject({ enter: 'Keep Roles' });
  });

  it('keeps the roles that a review decided about', async () => {
    const { team, first, removals, model } = await view();
    const { buttons } = dialogs();
    await removals.remove(model, [
      { team: team.team, role: { ...first.role, uid: first.role.uid ?? '' }, isListed: true },
    ]);
    expect(buttons.at(-1)?.[0]).toBe('Keep Role');
  });
});
