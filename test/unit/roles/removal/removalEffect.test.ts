import { describe, expect, it, onTestFinished } from 'vitest';
import { window, workspace, type LogOutputChannel } from 'vscode';
import { Journals } from '../../../../src/roles/journal/journal';
import { RemoveFlow } from '../../../../src/roles/removal/removeFlow';
import { isRemovable, removableRoles, type TeamRole } from '../../../../src/access/resourceRoles';
import { grantKinds } from '../../../../src/access/access';
import type { ResourceRole } from '../../../../src/demo/fleet/grants';
import type { Operation } from '../../../../src/demo/server';
import { dialogs, type Answers } from '../../support/dialogs';
import { temporaryFolder } from '../support/journal';
import { opened, teamRoles } from '../support/teamRoles';

const kinds = ['listTeamTenantRoles', 'listTeamProjectRoles', 'listTeamWorkspaceRoles'] as const;

/** The removal flow of a demo service with the first team expanded, and a user who answers its dialogs. */
async function flow(answers: Answers = () => undefined, options: Parameters<typeof teamRoles>[0] = {}) {
  const harness = await teamRoles(options);
  const { model, service } = harness;
  const told = dialogs(answers);
  const log = { info: () => undefined, warn: () => undefined } as unknown as LogOutputChannel;
  const journals = new Journals(await temporaryFolder(), () => undefined);
  let isActive = true;
  const removals = new RemoveFlow({
    active: () => (isActive ? model : undefined),
    journals,
    log,
  });
  const itemsOf = async (place: number): Promise<readonly TeamRole[]> => {
    const { row, roles } = await opened(model, place);
    return roles.flatMap(({ role }) => (isRemovable(role) ? [{ team: row.team, role, isListed: true }] : []));
  };
  const items = await itemsOf(0);
  service.clearRequests();
  const asked = (operation: Operation): number =>
    service.requests.filter((request) => request.operation === operation).length;
  const effectIn = (text = ''): readonly string[] => (text.split('\n\n')[2] ?? '').split('\n');
  const disconnect = (): void => {
    isActive = false;
  };
  return { ...harness, ...told, removals, items, itemsOf, asked, effectIn, disconnect };
}

describe('what a removal changes', () => {
  it('is in the confirmation, for three requests and those for what else decides', async () => {
    const { removals, model, items, asked, service, shown, buttons, effectIn } = await flow();
    await removals.remove(model, items.slice(0, 1));
    expect(asked('listTeamResourceRoles')).toBe(1);
    expect(kinds.map(asked)).toEqual([1, 1, 1]);
    const definitions = asked('listRoles') + asked('readTagFilter');
    const places = asked('listTeams') + asked('listProjectNames');
    expect(places).toBe(2);
    expect(service.requests).toHaveLength(4 + definitions + places);
    const lines = effectIn(shown[0]);
    expect(lines.length).toBeLessThanOrEqual(12);
    expect(lines.join('\n')).toMatch(/^(?:The team (?:loses|keeps)|Not known whether the team keeps): /);
    expect(lines.at(-1)).toBe('Kubeconfigs that members downloaded still work.');
    expect(shown[0]).not.toContain('Members may keep access');
    expect(buttons[0]?.slice(0, 2)).toEqual(['Keep Role', 'Remove Role']);

    // What was read for another confirmation does not decide.
    service.clearRequests();
    await removals.remove(model, items.slice(0, 1));
    expect(service.requests).toHaveLength(4 + definitions + places);
  });

  it('is not checked where it cannot be read, and the removal goes on', async () => {
    const { removals, model, items, service, shown, effectIn } = await flow();
    for (const operation of [...kinds, 'listRoles', 'readRole', 'readTagFilter'] as const)
      service.faults.add({ kind: 'status', operation, status: 403, times: 9 });
    await removals.remove(model, items.slice(0, 1));
    const text = effectIn(shown[0]).join('\n');
    expect(text).toContain(
      'Not read: tenant, project roles of Platform: the API key lacks team.get; workspace roles of Platform: the API key lacks workspace.list; permissions of Resource Cluster Admin:',
    );
    expect(text).not.toMatch(/loses|The team keeps/);
  });

  it('is not checked if the user cancels, even if it was read before', async () => {
    const { removals, model, items, service, shown, cancel, effectIn } = await flow();
    await removals.remove(model, items.slice(0, 1));
    service.faults.add({ kind: 'hang', operation: 'listTeamProjectRoles' });
    const removing = removals.remove(model, items.slice(0, 1));
    await expect
      .poll(() => service.requests.map(({ operation }) => operation))
      .toEqual(expect.arrayContaining(['listTeamProjectRoles', 'listTeamWorkspaceRoles']));
    cancel();
    await removing;
    expect(effectIn(shown[1]).join('\n')).toMatch(/Not read: .*project/);
  });

  it('of many roles begins with what deletes, wherever that was chosen', async () => {
    const { removals, model, itemsOf, shown, effectIn } = await flow(undefined, { teams: 24 });
    const ofTeams: (readonly TeamRole[])[] = [];
    for (let place = 0; place < 24; place++) ofTeams.push(await itemsOf(place));
    const isAdmin = ({ role }: TeamRole): boolean =>
      role.roles?.some(({ name }) => /Admin/.test(name ?? '')) === true;
    const others = ofTeams.flatMap((items) => items.filter((item) => !isAdmin(item)).slice(0, 1));
    const admin = ofTeams.flat().findLast(isAdmin) ?? expect.fail();
    const before = others.filter(({ team }) => team.uid !== admin.team.uid);
    expect(before.length).toBeGreaterThan(11);
    await removals.remove(model, [...before, admin]);
    const [first] = effectIn(shown[0]);
    expect(first).toContain(admin.team.name);
    expect(first).toMatch(/delete/);
  });

  it('is said for each of several teams', async () => {
    const { removals, model, items, itemsOf, shown, effectIn } = await flow();
    const others = await itemsOf(1);
    await removals.remove(model, [...items.slice(0, 2), ...others.slice(0, 1)]);
    const lines = effectIn(shown[0]);
    expect(lines.length).toBeLessThanOrEqual(12);
    for (const name of ['Platform: ', 'Payments SRE: '])
      expect(lines.some((line) => line.startsWith(name))).toBe(true);
    expect(lines.filter((line) => line.startsWith('Kubeconfigs'))).toHaveLength(1);
  });

  it('has the members after a button that says how many requests that takes', async () => {
    let answered = 0;
    const answers: Answers = () => (answered++ === 0 ? told.buttons[0]?.at(-1) : undefined);
    const told = await flow(answers);
    const { removals, model, items, service, shown, buttons } = told;
    await removals.remove(model, items.slice(0, 1));
    const [, requests = ''] =
      /^Check Members… \(about (\d+) requests\)$/.exec(buttons[0]?.at(-1) ?? '') ?? [];
    const users = model.shownAccess.members.get(items[0]?.team.uid ?? '')?.length ?? 0;
    expect(Number(requests)).toBeGreaterThanOrEqual(4 * users + 1);
    const sent = service.requests.filter(({ operation }) => operation?.startsWith('listUser'));
    expect(sent).toHaveLength(4 * users + 1);
    expect(shown).toHaveLength(2);
    expect(shown[0]).toContain('other teams and own roles of members');
    expect(shown[1]).not.toContain('other teams and own roles of members');
    expect(shown[1]).toMatch(/^(?:Members who|Not known for)/m);
    expect(buttons[1]).toEqual(['Keep Role', 'Remove Role']);
  });

  it('says nothing about members by lists that were read before, as in a review', async () => {
    const { removals, model, items, service, shown, buttons } = await flow();
    const { directory } = service.fleet;
    const holders = [
      ...directory.teams.map(({ uid }) => ({ kind: 'team', uid }) as const),
      ...directory.users.map(({ uid }) => ({ kind: 'user', uid }) as const),
    ];
    await Promise.all(holders.map((holder) => model.access.readGrants(holder, grantKinds, {})));
    await removals.remove(model, items.slice(0, 1));
    expect(buttons).toEqual([['Keep Role', 'Remove Role', expect.stringMatching(/^Check Members…/)]]);
    expect(shown[0]).toContain('other teams and own roles of members');
    expect(shown[0]).not.toMatch(/^Members (?:who|of whom)/m);
  });

  it('offers no more to read what the service refuses', async () => {
    let answered = 0;
    const answers: Answers = () => (answered++ === 0 ? told.buttons[0]?.at(-1) : undefined);
    const told = await flow(answers);
    const { removals, model, items, service, buttons } = told;
    for (const operation of ['listUserTenantRoles', 'listUserWorkspaceRoles'] as const)
      service.faults.add({ kind: 'status', operation, status: 403, times: 999 });
    await removals.remove(model, items.slice(0, 1));
    expect(buttons.map((of) => of.length)).toEqual([3, 2]);
  });

  it('is about all teams of members, and announces to list those that were not', async () => {
    const pressed = new Set<string>();
    const answers: Answers = () => {
      const check = told.buttons.at(-1)?.find((button) => button.startsWith('Check Members'));
      return pressed.size === pressed.add(String(check)).size ? undefined : check;
    };
    const told = await flow(answers, { teams: 120 });
    const { removals, model, items, service, shown, buttons } = told;
    const { uid = '' } = items[0]?.team ?? {};
    const known = 4 * (model.shownAccess.members.get(uid)?.length ?? 0) + 1;
    await removals.remove(model, items.slice(0, 1));
    const [, requests = ''] = /about (\d+) requests/.exec(buttons[0]?.at(-1) ?? '') ?? [];
    expect(Number(requests)).toBeGreaterThanOrEqual(known + 2);
    // The first page is read again for the dialog.
    expect(service.requests.filter(({ operation }) => operation === 'listTeams')).toHaveLength(1 + 2);
    expect(model.shownAccess.areTeamsComplete).toBe(true);
    expect(shown.at(-1)).not.toContain('other teams and own roles of members');
    expect(buttons.at(-1)).toEqual(['Keep Role', 'Remove Role']);
  });

  it('says nothing about members if the team keeps everything', async () => {
    const { removals, model, items, service, shown } = await flow();
    const [first] = items;
    const everything = { roles: first?.role.roles };
    service.faults.add({ kind: 'wrongJson', operation: 'listTeamTenantRoles', body: everything });
    await removals.remove(model, items.slice(0, 1));
    expect(shown[0]).toMatch(/^The team keeps: .*, through tenant role Resource Cluster Admin$/m);
    expect(shown[0]).not.toMatch(/loses|Not known|of members/);
  });

  it('is not known for a role of which only the UID is known', async () => {
    const { removals, model, items, service, shown, effectIn } = await flow();
    const typed = items.slice(0, 1).map((item) => ({ ...item, isListed: false }));
    await removals.remove(model, typed);
    expect(service.requests).toEqual([]);
    expect(effectIn(shown[0])).toEqual([
      'What the roles allow was not read.',
      'Kubeconfigs that members downloaded still work.',
    ]);
  });
});

/** A team that has the same role several times, without a filter, and no other grants. */
async function withSameRoles(
  uids: readonly string[],
  answers: Answers,
  options: Parameters<typeof flow>[1] = {},
) {
  const opened = await flow(answers, options);
  const { service, model } = opened;
  for (const operation of kinds)
    service.faults.add({ kind: 'wrongJson', operation, body: {}, times: Infinity });
  const [team] = service.fleet.directory.teams;
  const [role] = team?.resourceRoles ?? [];
  if (team === undefined || role === undefined) throw new Error('The demo service has no role');
  const roles = uids.map((uid) => ({ ...role, uid, filterRefs: [] }));
  team.resourceRoles.splice(0, team.resourceRoles.length, ...roles);
  const items = removableRoles(team, await model.access.listTeamResourceRoles(team.uid));
  const uidsNow = () => team.resourceRoles.map(({ uid }) => uid);
  return { ...opened, team, role, items, uidsNow };
}

/** The role in fewer projects. */
const less = (role: ResourceRole): ResourceRole => ({ ...role, projectUids: role.projectUids.slice(1) });

describe('what changes while the dialog is open', () => {
  it('is judged together with what is removed with it', async () => {
    const the = await withSameRoles(['one', 'two'], (message) => {
      const [first] = the.team.resourceRoles;
      if (first === undefined || message !== 'Remove 2 roles from team "Platform"?') return undefined;
      the.team.resourceRoles[0] = { ...first, projectUids: first.projectUids.slice(1) };
      return 'Remove 2 Roles';
    });
    await the.removals.remove(the.model, the.items);
    expect(the.shown[1]).toContain('The role changed after you confirmed.');
    expect(the.shown[1]).toMatch(/^The team loses: .*delete clusters/m);
    expect(the.shown[1]).not.toContain('keeps');
    // The user declined that, so that the other is kept by it where both are.
    expect(the.uidsNow()).toEqual(['one']);
  });

  it.each<[string, (roles: ResourceRole[]) => unknown, boolean]>([
    ['what keeps the access is gone', (roles) => roles.splice(1, 1), true],
    ['what keeps the access keeps less', (roles) => roles.push(...roles.splice(1, 1).map(less)), true],
    ['another role keeps it, too', (roles) => roles.splice(2, 1), false],
    ['nothing changes', () => undefined, false],
  ])('is asked again if access is lost that was kept: %s', async (_, change, isAsked) => {
    const uids = ['removed', 'keeper', ...(isAsked ? [] : ['other'])];
    const the = await withSameRoles(uids, (message) => {
      if (!message.startsWith('Remove "')) return undefined;
      if (the.shown.length > 1) return 'Keep Role';
      change(the.team.resourceRoles);
      return 'Remove Role';
    });
    await the.removals.remove(the.model, the.items.slice(0, 1));
    expect(the.shown[0]).toContain('The team keeps: ');
    const dialogs = the.shown.filter((text) => text.startsWith('Remove "'));
    expect(dialogs).toHaveLength(isAsked ? 2 : 1);
    expect(the.uidsNow().includes('removed')).toBe(isAsked);
    if (isAsked) {
      expect(dialogs[1]).toContain(
        'Since you confirmed, the team would keep less without the role. Check it before removing it.',
      );
      expect(dialogs[1]).toContain('The team loses: ');
    }
  });

  it('is asked again also if a review has read that already while the dialog was open', async () => {
    const the = await withSameRoles(['removed', 'keeper'], async (message) => {
      if (!message.startsWith('Remove "') || the.shown.length > 1) return undefined;
      the.team.resourceRoles.splice(1, 1);
      await the.model.access.listTeamResourceRoles(the.team.uid);
      return 'Remove Role';
    });
    await the.removals.remove(the.model, the.items.slice(0, 1));
    expect(the.shown[1]).toContain('Since you confirmed');
    expect(the.uidsNow()).toEqual(['removed']);
  });

  it('is removed if the user confirms it again, with one request', async () => {
    const the = await withSameRoles(['removed', 'keeper'], (message) => {
      if (!message.startsWith('Remove "')) return undefined;
      if (the.shown.length === 1) the.team.resourceRoles.splice(1, 1);
      return 'Remove Role';
    });
    await the.removals.remove(the.model, the.items.slice(0, 1));
    expect(the.shown.filter((text) => text.startsWith('Remove "'))).toHaveLength(2);
    expect(the.asked('removeTeamResourceRole')).toBe(1);
    expect(the.uidsNow()).toEqual([]);
  });

  it('is not asked again for each of several roles that are confirmed to be lost together', async () => {
    const the = await withSameRoles(['one', 'two', 'three'], (message) =>
      message.startsWith('Remove ') ? the.buttons.at(-1)?.[1] : undefined,
    );
    await the.removals.remove(the.model, the.items);
    expect(the.shown).toHaveLength(2);
    expect(the.uidsNow()).toEqual([]);
  });
});

describe('Show All', () => {
  const uids = Array.from({ length: 12 }, (_, at) => `role-${at}`);

  it('opens a document and ends the removal, which can be started again: everything is then read again', async () => {
    const documents: string[] = [];
    const the = await withSameRoles(uids, (message) => {
      if (message === 'Nothing has been removed yet.') return 'Remove 12 Roles…';
      if (message.startsWith('Remove 12')) return the.shown.length === 1 ? 'Show All' : 'Remove 12 Roles';
      return undefined;
    });
    Object.assign(workspace, {
      openTextDocument: ({ content }: { content: string }) => Promise.resolve(documents.push(content)),
    });
    Object.assign(window, { showTextDocument: () => Promise.resolve() });
    onTestFinished(() => {
      Reflect.deleteProperty(workspace, 'openTextDocument');
      Reflect.deleteProperty(window, 'showTextDocument');
    });
    await the.removals.remove(the.model, the.items);
    for (const uid of uids) expect(documents.join()).toContain(`${uid}: Resource`);
    expect(documents.join()).toContain('The team loses: ');
    await expect.poll(() => the.shown.at(-1)).toMatch(/^Removed 12 of 12 roles/);
    expect(the.shown).toHaveLength(4);
    expect(the.asked('listRoles')).toBe(2 * 2);
    expect(the.uidsNow()).toEqual([]);
  });

  it('keeps no other removal from being started', async () => {
    const the = await withSameRoles(uids, (message) =>
      message.startsWith('Remove 12') ? 'Show All' : message.startsWith('Nothing') ? never : undefined,
    );
    const never = new Promise<undefined>(() => undefined);
    Object.assign(workspace, { openTextDocument: () => Promise.resolve() });
    Object.assign(window, { showTextDocument: () => Promise.resolve() });
    await the.removals.remove(the.model, the.items);
    await the.removals.remove(the.model, the.items.slice(0, 1));
    expect(the.shown.at(-1)).toMatch(/^Remove "/);
    Reflect.deleteProperty(workspace, 'openTextDocument');
    Reflect.deleteProperty(window, 'showTextDocument');
  });
});

describe('the message after a removal', () => {
  /** A user who removes roles, and then chooses the button for the audit log. */
  const answers: Answers = (message) =>
    message.startsWith('Remove ') && message.includes('?') ? 'Remove Role' : 'Show Audit Entry';

  it('shows the audit entries of the team in the timeline', async () => {
    const { removals, model, items, buttons, executed } = await flow(answers);
    await removals.remove(model, items.slice(0, 1));
    expect(buttons.at(-1)).toEqual(['Restore', 'Show Audit Entry']);
    const { uid = '', name } = items[0]?.team ?? {};
    const item = { kind: 'team', id: uid, names: [name] };
    const asked = { item, sources: ['audit'], period: 'week' };
    expect(executed).toContainEqual(['poolview.openTimeline', asked]);
  });

  it('does not show that of a team of another service', async () => {
    const { removals, model, items, executed, disconnect } = await flow((message) => {
      const answer = answers(message);
      if (answer === 'Show Audit Entry') disconnect();
      return answer;
    });
    await removals.remove(model, items.slice(0, 1));
    expect(executed.flat()).not.toContain('poolview.openTimeline');
  });

  it('does not offer it if the service refuses it, or for several teams', async () => {
    const { removals, model, items, itemsOf, buttons, client, service } = await flow((message) =>
      message.startsWith('Remove ') ? buttons.at(-1)?.[1] : undefined,
    );
    await removals.remove(model, [...items.slice(0, 1), ...(await itemsOf(1)).slice(0, 1)]);
    expect(buttons.at(-1)).toEqual(['Restore']);
    service.faults.add({ kind: 'status', operation: 'listAudits', status: 403, times: 1 });
    await client.listAudits({ resourceUid: 'x', startTime: 0, endTime: 0 }).catch(() => undefined);
    await removals.remove(model, items.slice(1, 2));
    expect(buttons.at(-1)).toEqual(['Restore']);
  });
});
