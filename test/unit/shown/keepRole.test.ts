import { describe, expect, it } from 'vitest';
import type { LogOutputChannel } from 'vscode';
import type { Session } from '../../../src/connections/session';
import { roleCommands } from '../../../src/roles/commands';
import { Journals } from '../../../src/roles/journal/journal';
import { RemoveFlow } from '../../../src/roles/removal/removeFlow';
import type { ViewRow } from '../../../src/roles/rows';
import { temporaryFolder } from '../roles/support/journal';
import { opened, teamRoles } from '../roles/support/teamRoles';
import { dialogs } from '../support/dialogs';
import { viewOf } from '../support/treeView';

/** What VS Code passes for the Delete key. */
const ofKey = 'poolview.roles';
const startedByOthers = 'Started by another extension or an agent.';

/** The Team Roles view of a demo service, with the roles of an expanded team. */
async function view() {
  const { model, client, service } = await teamRoles();
  const { row, roles } = await opened(model);
  const [first, second] = roles;
  if (first === undefined || second === undefined) throw new Error('Expected two roles');
  const { view, select } = viewOf<ViewRow>();
  const { shown, buttons } = dialogs();
  const session = {
    refusals: client.refusals,
    connection: { name: 'Test', baseUrl: service.baseUrl },
    client: () => Promise.resolve(client),
  } as unknown as Session;
  const active = { session, model };
  const removals = new RemoveFlow({
    active: () => active,
    journals: new Journals(await temporaryFolder(), () => undefined),
    log: { info: () => undefined, warn: () => undefined } as unknown as LogOutputChannel,
  });
  const context = {
    ...active,
    view,
    isActive: () => true,
    removals,
    restore: () => Promise.resolve(),
  };
  /** Runs the command that removes roles. @returns what the dialog says, and its first button, which Enter presses */
  const asked = async (...given: readonly unknown[]) => {
    await roleCommands['removeTeamResourceRole']?.(context, ...given);
    return { text: shown.at(-1), enter: buttons.at(-1)?.[0] };
  };
  return { team: row, first, second, select, asked, removals, active };
}

describe('Enter in the dialog that removes a role', () => {
  it('removes the selected row, by the key of the view or by its menu', async () => {
    const { first, second, select, asked } = await view();
    select(first);
    for (const given of [[ofKey], [first], [first, [first]]]) {
      const { text, enter } = await asked(...given);
      expect(text).not.toContain(startedByOthers);
      expect(enter).toBe('Remove Role');
    }
    select(first, second);
    expect(await asked(first, [first, second])).toMatchObject({ enter: 'Remove 2 Roles' });
  });

  it('keeps the role if anybody passes a text', async () => {
    const { first, select, asked } = await view();
    select(first);
    for (const text of ['x', '', 'poolview.projects', first.id]) {
      const { text: said, enter } = await asked(text);
      expect(said).toContain(startedByOthers);
      expect(enter).toBe('Keep Role');
    }
  });

  it('keeps the role of a row that is not selected, whoever passes it', async () => {
    const { first, second, select, asked } = await view();
    select(second);
    // The trash icon of a row selects nothing. Other extensions can have VS Code pass any row.
    const { text, enter } = await asked(first);
    expect(text).not.toContain(startedByOthers);
    expect(enter).toBe('Keep Role');
    expect(await asked(second, [second, first])).toMatchObject({ enter: 'Keep Roles' });
    const copied = await asked({ ...second });
    expect(copied.text).toContain(startedByOthers);
    expect(copied.enter).toBe('Keep Role');
  });

  it('keeps the roles that a review decided about', async () => {
    const { team, first, removals, active } = await view();
    const { buttons } = dialogs();
    await removals.remove(active, [
      { team: team.team, role: { ...first.role, uid: first.role.uid ?? '' }, isListed: true },
    ]);
    expect(buttons.at(-1)?.[0]).toBe('Keep Role');
  });
});
