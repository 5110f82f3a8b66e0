import { describe, expect, it } from 'vitest';
import { chooseRoles } from '../../../../src/roles/removal/chooseRoles';
import { nextQuickPick } from '../../support/quickPick';
import type { ScriptedOptions } from '../../../support/demo/service';
import { teamRoles } from '../support/teamRoles';

/** *Remove Team Resource Role…* of the palette: the list of teams, once it was read. */
async function view(options: Partial<ScriptedOptions> = {}) {
  const harness = await teamRoles(options);
  const open = () => {
    const list = nextQuickPick();
    const chosen = chooseRoles(harness.model);
    const labels = async (): Promise<readonly string[]> => {
      await expect.poll(() => list.busy).toBe(false);
      return list.items.map(({ label }) => label).filter((label) => label !== '');
    };
    return { list, chosen, labels };
  };
  return { ...harness, open };
}

const typed = '$(edit) Enter Team UID…';

describe('the list of teams to remove a role from', () => {
  it('has all teams, and those that the view has read are not read again', async () => {
    const { open, model, service, operations } = await view({ teams: 120 });
    await model.rows.children();
    service.clearRequests();
    expect(await open().labels()).toEqual([typed, ...service.fleet.directory.teams.map(({ name }) => name)]);
    expect(operations()).toEqual(['listTeams', 'listTeams']);
    expect(model.teams).toHaveLength(120);
  });

  it('has those that were read before a failure, and all the next time', async () => {
    const { open, model, service } = await view({ teams: 60 });
    await model.rows.children();
    service.faults.add({ kind: 'status', operation: 'listTeams', status: 400 });
    const failed = await open().labels();
    expect(failed).toHaveLength(1 + 50 + 1);
    expect([failed[0], failed.at(-1)]).toEqual([typed, "$(error) Couldn't load teams"]);
    expect(await open().labels()).toHaveLength(1 + 60);
  });

  it('has only the way to enter a UID if no team can be read', async () => {
    const { open, service } = await view();
    service.faults.add({ kind: 'status', operation: 'listTeams', status: 400 });
    expect(await open().labels()).toEqual([typed, "$(error) Couldn't load teams"]);
    expect(await open().labels()).toContain('Platform');
  });

  it('is not shown if the key is rejected', async () => {
    const { open, service } = await view();
    service.faults.add({ kind: 'status', operation: 'listTeams', status: 401 });
    await expect(open().chosen).rejects.toMatchObject({ kind: 'unauthorized' });
  });
});
