import { Uri, window, workspace } from 'vscode';
import { grantsIn, type Access, type Grant, type GrantKind, type Holder } from '../../src/access/access';
import { effectsOf, membersEffect } from '../../src/access/effect';
import { memoryFiles } from '../../src/connections/storedFiles';
import { FleetReader } from '../../src/reads/fleetReader';
import { whoCanAnswer } from '../../src/review/answer';
import { Decisions } from '../../src/review/decisions';
import type { GrantRow, ReviewHeader, ToReviewPage } from '../../src/review/messages';
import { Review } from '../../src/review/review';
import { TeamRolesModel } from '../../src/roles/model';
import { withoutLimits } from '../../test/support/withoutLimits';
import { cpuOf, measurement, repeated, type Measurement, type Part } from '../measure';
import { withService, type Service } from '../service';
import { View } from '../view';

const time = { readAt: 1, requestNumber: 1 };
const environments = ['prod', 'stage', 'test'];
const [projects, clustersOfProject, teams, users, members] = [200, 10, 100, 500, 50];
/** How many grants of each kind a team has. */
const shape: Readonly<Record<GrantKind, number>> = { tenant: 1, project: 20, workspace: 4, resource: 25 };

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, number) => number);
const named = (start: string, number: number) => ({ uid: `${start}${number}`, name: `${start} ${number}` });

function grantsOfTeam(holder: Holder, kind: GrantKind, team: number): readonly Grant[] {
  return numbers(shape[kind]).map((own) => {
    const number = team * 50 + own;
    const near = numbers(kind === 'resource' ? 5 : 1).map((next) =>
      named('project', (number * 3 + next) % projects),
    );
    const content = {
      roles: [named('role', number % 30)],
      projectUids: kind === 'tenant' ? [] : near,
      filterRefs: kind === 'resource' && own % 2 === 0 ? [named('filter', number % 40)] : [],
    };
    const { roles, projectUids, filterRefs: filters } = content;
    const resourceRole = kind === 'resource' ? { uid: `grant${number}`, ...content, content } : undefined;
    return {
      id: `${holder.uid}/${kind}/${own}`,
      holder,
      kind,
      roles,
      projects: projectUids,
      filters,
      resourceRole,
    };
  });
}

/** 5,000 grants of 100 teams with 500 users, and 2,000 clusters, all read. */
function largeAccess(): Access {
  const holders = numbers(teams).map((team) => {
    const holder: Holder = { kind: 'team', ...named('team', team) };
    const list = (kind: GrantKind) => ({ grants: grantsOfTeam(holder, kind, team), ...time });
    const lists = {
      tenant: list('tenant'),
      project: list('project'),
      workspace: list('workspace'),
      resource: list('resource'),
    };
    return [`team/${holder.uid}`, { holder, lists }] as const;
  });
  const verbs = ['get', 'list', 'update', 'delete'];
  const role = (number: number) => ({
    name: `Role ${number}`,
    isEnabled: true,
    permissions: numbers(40).map((one) => `object${(number + one) % 25}.${verbs[one % 4] ?? ''}`),
  });
  const filter = (number: number) => ({
    conjunction: 'and' as const,
    filters: [
      {
        key: 'env',
        operator: 'eq',
        negation: number % 2 === 0,
        values: environments.slice(number % 3, (number % 3) + 1),
      },
    ],
  });
  const clusters = (project: number) => ({
    isComplete: true,
    all: numbers(clustersOfProject).map((one) => ({
      uid: `cluster${project}-${one}`,
      projectUid: `project${project}`,
      tags: new Set([`env:${environments[(project + one) % 3] ?? ''}`]),
    })),
  });
  const membersOf = (team: number) => numbers(members).map((one) => `user${(team * 7 + one * 3) % users}`);
  return {
    holders: new Map(holders),
    roles: new Map(numbers(30).map((number) => [`role${number}`, role(number)])),
    filters: new Map(numbers(40).map((number) => [`filter${number}`, filter(number)])),
    clusters: new Map(numbers(projects).map((number) => [`project${number}`, clusters(number)])),
    members: new Map(numbers(teams).map((number) => [`team${number}`, membersOf(number)])),
    areTeamsComplete: true,
    users: new Map(numbers(users).map((number) => [`user${number}`, named('user', number)])),
    areUsersComplete: true,
    isActivityRead: true,
    teamNames: new Map(),
    problems: new Map(),
  };
}

/** What the access review and the confirmation of a removal work out: how long they keep the extension host busy. */
const access: Part = async () => {
  const known = largeAccess();
  const question = { permission: 'object3.delete', projectUid: 'project3' };
  const ofTeam = grantsIn(known).filter(({ kind, holder }) => kind === 'resource' && holder.uid === 'team1');
  const over = `${grantsIn(known).length} grants and ${projects * clustersOfProject} clusters`;
  const ofAny = await repeated(9, () =>
    cpuOf(() => whoCanAnswer({ ...question, clusterUid: '' }, known, [])),
  );
  const ofOne = await repeated(9, () =>
    cpuOf(() => whoCanAnswer({ ...question, clusterUid: 'cluster3-1' }, known, [])),
  );
  const one = await repeated(9, () => cpuOf(() => effectsOf(known, ofTeam.slice(0, 1))));
  const all = await repeated(9, () => cpuOf(() => effectsOf(known, ofTeam)));
  const effects = effectsOf(known, ofTeam);
  const checked = await repeated(9, () => cpuOf(() => effects.map(membersEffect)));
  const reviewed: Measurement[] = [];
  await withService({ clustersPerProject: { exactly: 16 }, teams: 1000 }, async (service) => {
    reviewed.push(...(await reviewTimes(service)));
  });
  return [
    ...reviewed,
    measurement(`who can do something on any cluster, ${over}: CPU`, 'ms', ofAny),
    measurement(`who can do something on one cluster, ${over}: CPU`, 'ms', ofOne),
    measurement(`what the removal of one role changes, ${over}: CPU`, 'ms', one),
    measurement(`what the removal of ${ofTeam.length} roles changes, ${over}: CPU`, 'ms', all),
    measurement(`what ${members} members keep then, ${over}: CPU`, 'ms', checked),
  ];
};

/** The review of 1,000 teams, with the message to the page as VS Code sends it. */
async function reviewTimes(service: Service): Promise<readonly Measurement[]> {
  const { inventory } = new View(service.client(withoutLimits)).model;
  const fleet = new FleetReader(inventory);
  const { session } = inventory;
  const model = new TeamRolesModel(session, () => fleet);
  const rows = new Map<string, GrantRow>();
  let header: ReviewHeader | undefined;
  let posted = (): void => undefined;
  const post = (message: ToReviewPage): void => {
    JSON.stringify(message);
    if (message.type !== 'review') return;
    ({ header } = message);
    for (const row of message.changed) rows.set(row.id, row);
    posted();
  };
  const active = {
    session,
    model,
    teamUidOf: () => undefined,
    remove: () => Promise.resolve(),
    removals: () => Promise.resolve(new Map()),
  };
  const context = { connections: { consoleUrl: undefined }, post, open: () => undefined };
  const review = new Review(active, fleet, new Decisions(memoryFiles()), {}, context);
  await review.show();
  await review.start();
  for (let reads = 0; reads < 4 && header?.progress.state !== 'done'; reads++)
    await review.handlers.read({ type: 'read' });
  const ids = [...rows.keys()];
  const decide = (some: readonly string[]): Promise<void> =>
    new Promise((resolve) => {
      posted = resolve;
      void review.handlers.decide({ type: 'decide', ids: some, choice: 'keep', note: String(some.length) });
    });
  const first = await cpuOf(() => decide(ids.slice(100)));
  let at = 0;
  const one = await repeated(9, () => cpuOf(() => decide(ids.slice(at, (at += 1)))));
  Object.assign(window, {
    showWarningMessage: () => Promise.resolve('Save Report'),
    showSaveDialog: () => Promise.resolve(Uri.from({ scheme: 'file', path: '/report.csv' })),
    showInformationMessage: () => Promise.resolve(undefined),
  });
  Object.assign(workspace, { fs: { writeFile: () => Promise.resolve() } });
  const finish = await repeated(9, async () => {
    const time = await cpuOf(async () => {
      await review.handlers.finish({ type: 'finish' });
    });
    // As the page shows the review when it is finished.
    await decide(ids.slice(0, 1));
    return time;
  });
  review.dispose();
  const over = `${ids.length} grants and ${inventory.coverage().clusters.read} clusters`;
  return [
    measurement(`a decision about all of ${over}: CPU`, 'ms', [first]),
    measurement(`one decision among ${over}: CPU`, 'ms', one, 16),
    measurement(`finishing the review of ${over}, with its CSV: CPU`, 'ms', finish, 100),
  ];
}

export default access;
