import { expect, it } from 'vitest';
import { Random } from '../../../src/demo/random';
import {
  grantsOf,
  holderKey,
  type Access,
  type Answer,
  type Grant,
  type Holder,
} from '../../../src/access/access';
import { effectOf, membersEffect, type Cell, type Effect } from '../../../src/access/effect';
import { findings, findingsOf } from '../../../src/access/findings';
import { isPartlyKnown } from '../../../src/access/reach';
import { answersFor, whoCan, type Question } from '../../../src/access/whoCan';
import { accessOf, completion, hideable, ownersOf, randomTenant, toGrant, type Hidden } from './randomTenant';
import {
  gives,
  lucks,
  modelFindings,
  ownersFor,
  permissions,
  type Luck,
  type ModelGrant,
  type Tenant,
} from './tenantModel';

/** A tenant, and how the service decides what is not documented. */
interface World {
  tenant: Tenant;
  luck: Luck;
}

function worldsOf(tenants: Tenant[]): World[] {
  return tenants.flatMap((tenant) => lucks(tenant).all.map((luck) => ({ tenant, luck })));
}

/** The answer that all worlds give. */
function agreed(truths: boolean[]): Answer {
  if (truths.every((truth) => truth)) return 'yes';
  return truths.some((truth) => truth) ? 'unknown' : 'no';
}

function questionsAbout(tenant: Tenant): Question[] {
  const places = [
    ...tenant.projects.map((projectUid) => ({ projectUid })),
    ...tenant.clusters.map(({ uid, project }) => ({ projectUid: project, clusterUid: uid })),
  ];
  return permissions.flatMap((permission) => places.map((place) => ({ permission, ...place })));
}

function leadsThere(
  { tenant, luck }: World,
  grant: ModelGrant,
  { permission, projectUid, clusterUid }: Question,
): boolean {
  return gives(tenant, grant, permission, projectUid, clusterUid, luck);
}

/** Whether a holder may do something. `without`: grants that are removed. */
function may(world: World, holder: string, question: Question, without: string[] = []): boolean {
  const owners = ownersFor(world.tenant, holder);
  const grants = world.tenant.grants.filter(
    ({ owner, id }) => owners.includes(owner) && !without.includes(id),
  );
  return grants.some((grant) => leadsThere(world, grant, question));
}

function holderOf(key: string): Holder {
  const [kind, uid = ''] = key.split('/');
  return { kind: kind === 'team' ? 'team' : 'user', uid };
}

function removedFrom(tenant: Tenant, ids: string[], hidden?: Hidden): Grant[] {
  const grants = tenant.grants.filter(({ id }) => ids.includes(id));
  return grants.map((grant) => toGrant(grant, holderOf(grant.owner), hidden));
}

/** A million calls of `expect` would take longer than everything else. */
function agree(actual: unknown, wanted: unknown, place: string): void {
  if (JSON.stringify(actual) !== JSON.stringify(wanted)) expect(actual, place).toEqual(wanted);
}

/** Each resource role of the first team, and some of them together. */
function removals(tenant: Tenant, random: Random): string[][] {
  const ids = tenant.grants
    .filter(({ kind, owner }) => kind === 'resource' && owner === 'team/t0')
    .map(({ id }) => id);
  return [
    ...ids.map((id) => [id]),
    ...(ids.length > 1 ? [random.sample(ids, random.integer(2, ids.length))] : []),
  ];
}

/** Hides some of what can be hidden. */
function hide(tenant: Tenant, random: Random): Hidden {
  const all = hideable(tenant);
  return new Set(random.sample(all, random.integer(1, random.chance(0.5) ? 3 : all.length)));
}

/** Enough to find each of the mistakes that these tests are for. */
const seeds = Array.from({ length: 100 }, (_, at) => at);

/** Tenants of which all was read, and tenants of which a part was not, with the worlds that look like that. */
function* cases() {
  for (const seed of seeds) {
    for (const isAll of [true, false]) {
      const random = new Random(`hidden ${seed}`);
      const tenant = randomTenant(new Random(`tenant ${seed}`));
      const hidden: Hidden = isAll ? new Set() : hide(tenant, random);
      const access = accessOf(tenant, hidden);
      const others = Array.from({ length: isAll ? 0 : 2 }, () => completion(random, tenant, hidden));
      const place = `tenant ${seed} without ${[...hidden].join()}`;
      yield { isAll, random, tenant, hidden, access, worlds: worldsOf([tenant, ...others]), place };
    }
  }
}

function findingAnswers(grant: Grant, access: Access): Record<string, Answer> {
  const found = new Map(
    findingsOf(grant, access).map(({ finding, isKnown }) => [finding, isKnown ? 'yes' : 'unknown'] as const),
  );
  return Object.fromEntries(findings.map((finding) => [finding, found.get(finding) ?? 'no']));
}

it('who can do what, and never more than was read', () => {
  const decided = { yes: 0, no: 0, unknown: 0 };
  for (const { isAll, tenant, access, worlds, place } of cases()) {
    for (const question of questionsAbout(tenant)) {
      const isThere = ({ tenant: { clusters } }: World): boolean =>
        question.clusterUid === undefined || clusters.some(({ uid }) => uid === question.clusterUid);
      const possible = worlds.filter(isThere);
      const found = whoCan(access, question);
      const listed = new Map(found.holders.map(({ holder, answer }) => [holderKey(holder), answer]));
      const isComplete =
        found.unread.lists.length + found.unread.teamsWithoutMembers === 0 && found.unread.areTeamsComplete;
      for (const key of ownersOf(tenant)) {
        const truth = agreed(possible.map((world) => may(world, key, question)));
        const answer = answersFor(access, holderOf(key), [question])[0] ?? 'unknown';
        const seen = listed.get(key) ?? 'no';
        decided[answer]++;
        const about = `${place} ${key} ${JSON.stringify(question)}`;
        if (isAll || answer !== 'unknown') agree(answer, truth, about);
        // Who is not listed is in what was not read.
        if (isAll || seen === 'yes' || (seen === 'no' && isComplete)) agree(seen, truth, about);
      }
      if (!isAll) continue;
      agree(isComplete, true, place);
      for (const { holder, ways } of found.holders) {
        const owners = ownersFor(tenant, holderKey(holder));
        const leading = tenant.grants
          .filter(({ owner }) => owners.includes(owner))
          .map((grant) => [grant.id, agreed(worlds.map((world) => leadsThere(world, grant, question)))])
          .filter(([, answer]) => answer !== 'no');
        const named = ways.map(({ grant, answer }) => [grant.id, answer]);
        agree(named.map(String).sort(), leading.map(String).sort(), place);
      }
    }
  }
  expect(Math.min(...Object.values(decided))).toBeGreaterThan(200);
});

it('what a removal changes if all was read', () => {
  for (const { isAll, random, tenant, access, worlds, place } of cases()) {
    for (const ids of isAll ? removals(tenant, random) : []) {
      const effect = effectOf(access, removedFrom(tenant, ids));
      const states = new Map(
        effect.cells.map((cell) => [`${cell.permission} ${cell.cluster?.uid ?? ''}`, cell.state]),
      );
      const wanted = new Map<string, string>();
      const open: Question[] = [];
      for (const question of questionsAbout(tenant).filter(({ clusterUid }) => clusterUid !== undefined)) {
        const given = worlds.map((world) => isGiven(world, ids, question));
        const after = worlds.map((world) => may(world, 'team/t0', question, ids));
        if (!given.includes(true)) continue;
        const isKept = given.every((one, at) => !one || after[at] === true);
        const isLost = !given.includes(false) && !after.includes(true);
        wanted.set(
          `${question.permission} ${question.clusterUid ?? ''}`,
          isKept ? 'kept' : isLost ? 'lost' : 'unknown',
        );
        if (!isKept) open.push(question);
      }
      // Exact, except where what is not documented decides it.
      const seen = new Map(
        [...wanted].map(([key, state]) => [
          key,
          worlds.length > 1 && states.get(key) === 'unknown' ? state : states.get(key),
        ]),
      );
      agree(
        [[...seen], states.size, effect.unreadRoles],
        [[...wanted], wanted.size, []],
        `${place} ${ids.join()}`,
      );
      checkThrough(effect, worlds, ids);
      checkMembers(effect, access, worlds, ids, open);
    }
  }
});

function isGiven(world: World, ids: string[], question: Question): boolean {
  return world.tenant.grants.some(
    ({ id }) => ids.includes(id) && leadsThere(world, find(world, id), question),
  );
}

function find({ tenant }: World, id: string): ModelGrant {
  const grant = tenant.grants.find((one) => one.id === id);
  if (grant === undefined) throw new Error(id);
  return grant;
}

/** What is kept is kept by the grants that are named. */
function checkThrough(effect: Effect, worlds: World[], ids: string[]): void {
  for (const { permission, projectUid, cluster, through } of effect.cells.filter(
    ({ state }) => state === 'kept',
  )) {
    const question = { permission, projectUid, clusterUid: cluster?.uid };
    agree(
      through.filter(({ id }) => ids.includes(id)),
      [],
      ids.join(),
    );
    for (const world of worlds.filter((one) => isGiven(one, ids, question))) {
      agree(
        through.some(({ id }) => leadsThere(world, find(world, id), question)),
        true,
        ids.join(),
      );
    }
  }
}

/** @param open what the team loses or may lose */
function checkMembers(
  effect: Effect,
  access: Access,
  worlds: World[],
  ids: string[],
  open: Question[],
): void {
  for (const { userUid, keeps } of membersEffect(access, effect, 't0') ?? []) {
    const outcomes = worlds.map((world) => {
      const kept = open.map((question) => may(world, `user/${userUid}`, question, ids));
      return kept.every((one) => one) ? 'everything' : kept.some((one) => one) ? 'part' : 'nothing';
    });
    const truth = new Set(outcomes).size === 1 ? outcomes[0] : 'unknown';
    agree(keeps, keeps === 'unknown' && worlds.length > 1 ? keeps : truth, `${userUid} ${ids.join()}`);
  }
}

it('never says that what was not read is lost or kept', () => {
  const states = { lost: 0, kept: 0, unknown: 0 };
  const others = { ...states };
  for (const { isAll, random, tenant, hidden, access, worlds: all, place } of cases()) {
    for (const ids of isAll ? [] : removals(tenant, random)) {
      const removed = removedFrom(tenant, ids, hidden);
      const worlds = all.filter(({ tenant: { grants } }) =>
        ids.every((id) => grants.some((one) => one.id === id)),
      );
      const effect = effectOf(access, removed);
      const told = new Set<string>();
      for (const cell of effect.cells) {
        (cell.cluster === undefined ? others : states)[cell.state]++;
        for (const world of worlds) {
          for (const question of questionsOf(cell, access, world)) {
            told.add(JSON.stringify([question.permission, question.clusterUid]));
            const filters =
              cell.cluster === undefined
                ? cell.filters
                    .map(({ uid }) => uid)
                    .sort()
                    .join()
                : undefined;
            const givers = ids.filter(
              (id) => filters === undefined || [...find(world, id).filters].sort().join() === filters,
            );
            const given = isGiven(world, givers, question);
            const after = may(world, 'team/t0', question, ids);
            const isWrong =
              cell.state === 'kept'
                ? given && !after
                : cell.state === 'lost' && (after || (cell.cluster !== undefined && !given));
            if (isWrong) expect([cell, ids, world.tenant], place).toEqual([]);
          }
        }
      }
      // What they give is in a cell, or it is said that it is not known.
      if (effect.unreadRoles.length > 0 || removed.some(isPartlyKnown)) continue;
      for (const world of worlds) {
        for (const question of questionsAbout(world.tenant)) {
          if (question.clusterUid === undefined || !isGiven(world, ids, question)) continue;
          if (!told.has(JSON.stringify([question.permission, question.clusterUid])))
            expect([question, ids], place).toEqual([]);
        }
      }
      const open = effect.cells.filter(({ state }) => state !== 'kept');
      for (const { userUid, keeps } of membersEffect(access, effect, 't0') ?? []) {
        for (const world of worlds.filter(() => keeps !== 'unknown')) {
          const kept = open
            .flatMap((cell) => questionsOf(cell, access, world))
            .filter((question) => isGiven(world, ids, question))
            .map((question) => may(world, `user/${userUid}`, question, ids));
          const isRight =
            keeps === 'everything' ? !kept.includes(false) : keeps !== 'nothing' || !kept.includes(true);
          if (!isRight) expect([userUid, keeps, world.tenant], place).toEqual([]);
        }
      }
    }
  }
  expect(Math.min(...Object.values(states), ...Object.values(others))).toBeGreaterThan(3);
});

it('what a review finds, and never what was not read', () => {
  const decided = { yes: 0, no: 0, unknown: 0 };
  for (const { isAll, access, worlds, place } of cases()) {
    for (const grant of [...access.holders.values()].flatMap(({ lists }) => grantsOf(lists))) {
      const found = worlds.map((world) => modelFindings(world.tenant, find(world, grant.id), world.luck));
      for (const [finding, answer] of Object.entries(findingAnswers(grant, access))) {
        decided[answer]++;
        // Exact, except where what was not read or is not documented decides it.
        const isOpen = answer === 'unknown' && worlds.length > 1;
        // Nothing is said of a grant if those that may be the same were not read.
        const isUnsaid = !isAll && answer === 'no' && finding === 'sameAsOther';
        const truth = agreed(found.map((one) => one.has(finding)));
        if (!isOpen && !isUnsaid) agree(answer, truth, `${place} ${grant.id} ${finding}`);
      }
    }
  }
  expect(Math.min(...Object.values(decided))).toBeGreaterThan(100);
});

it('a user may be in teams that were not read', () => {
  const tenant = { ...randomTenant(new Random('tenant')), grants: [] };
  const question = { permission: 'cluster.get', projectUid: tenant.projects[0] ?? '' };
  const answer = (access: Access) => answersFor(access, holderOf('user/u0'), [question]);
  expect(answer(accessOf(tenant))).toEqual(['no']);
  expect(answer({ ...accessOf(tenant), areTeamsComplete: false })).toEqual(['unknown']);
});

it('what does not matter may be unread', () => {
  for (const seed of seeds) {
    const tenant = randomTenant(new Random(`tenant ${seed}`));
    const own = tenant.grants.filter(({ owner }) => owner === 'team/t0');
    const used = new Set(['t0', ...own.flatMap(({ roles, filters }) => [...roles, ...filters])]);
    const isOther = /^(list (user|team.t[^0])|role|filter|members|activity)/;
    const hidden = new Set(
      hideable(tenant).filter((name) => isOther.test(name) && !used.has(name.split(' ')[1] ?? '')),
    );
    const [all, part] = [accessOf(tenant), accessOf(tenant, hidden)];
    const about = (access: Access): unknown => [
      answersFor(access, holderOf('team/t0'), questionsAbout(tenant)),
      effectOf(access, removedFrom(tenant, removals(tenant, new Random('all')).flat())).cells.map(
        ({ state }) => state,
      ),
      own
        .map((grant) => findingAnswers(toGrant(grant, holderOf('team/t0')), access))
        .map((found) => ({ ...found, memberInactive: '', memberNeverSignedIn: '' })),
    ];
    agree(about(part), about(all), `tenant ${seed}`);
  }
});

/** What a cell is about. */
function questionsOf(cell: Cell, access: Access, { tenant }: World): Question[] {
  const { permission, projectUid, cluster } = cell;
  const read = access.clusters.get(projectUid)?.all.map(({ uid }) => uid) ?? [];
  const uids =
    cluster === undefined
      ? tenant.clusters
          .filter(({ project, uid }) => project === projectUid && !read.includes(uid))
          .map(({ uid }) => uid)
      : [cluster.uid];
  return uids.map((clusterUid) => ({ permission, projectUid, clusterUid }));
}
