import { expect, it } from 'vitest';
import { Random } from '../../../src/demo/random';
import { grantsOf, holderKey, type Access, type Grant, type Holder } from '../../../src/access/access';
import { effectsOf, membersEffect, type Cell, type Effect } from '../../../src/access/effect';
import { findings, findingsOf } from '../../../src/access/findings';
import { isPartlyKnown } from '../../../src/access/reach';
import { unreadOf } from '../../../src/access/unread';
import type { Verdict } from '../../../src/query/verdict';
import { answersTo, leadingTo, whoCan, type Question, type Way } from '../../../src/access/whoCan';
import {
  accessOf,
  completion,
  hideable,
  ownersOf,
  randomCluster,
  randomTenant,
  toGrant,
  type Hidden,
} from './randomTenant';
import {
  gives,
  lucks,
  modelFindings,
  ownersFor,
  permissions,
  reachedIn,
  unnamed,
  type Luck,
  type ModelGrant,
  type Tenant,
} from './tenantModel';
import { runs, seed } from '../support/randomRuns';

/** A tenant, and how the service decides what is not documented. */
interface World {
  tenant: Tenant;
  luck: Luck;
}

function worldsOf(tenants: Tenant[]): World[] {
  return tenants.flatMap((tenant) => lucks(tenant).all.map((luck) => ({ tenant, luck })));
}

/** The answer that all worlds give. */
function agreed(truths: boolean[]): Verdict {
  if (truths.every((truth) => truth)) return true;
  return truths.some((truth) => truth) ? undefined : false;
}

function questionsAbout(tenant: Tenant): Question[] {
  const places = [
    { projectUid: '*' },
    ...tenant.projects.flatMap((projectUid) => [{ projectUid }, { projectUid, clusterUid: '' }]),
    ...tenant.clusters.map(({ uid, project }) => ({ projectUid: project, clusterUid: uid })),
  ];
  return [...permissions, unnamed].flatMap((permission) => places.map((place) => ({ permission, ...place })));
}

/** Only about single clusters. */
function clusterQuestions(tenant: Tenant): Question[] {
  return questionsAbout(tenant).filter(({ clusterUid = '' }) => clusterUid !== '');
}

function answers(access: Access, holder: Holder, questions: Question[]): readonly Verdict[] {
  const asked = questions.map((question) => ({ ...question, leads: leadingTo(access, question) }));
  return answersTo(access, asked)(holder);
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

/** The holders who may do something. */
function allWhoMay(world: World, question: Question): Set<string> {
  const leading = world.tenant.grants.filter((grant) => leadsThere(world, grant, question));
  const owners = new Set(leading.map(({ owner }) => owner));
  const all = ownersOf(world.tenant);
  return new Set(all.filter((key) => ownersFor(world.tenant, key).some((owner) => owners.has(owner))));
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

/** Each resource role of the first team, some of them together, and some of all teams. */
function removals(tenant: Tenant, random: Random): string[][] {
  const roles = tenant.grants.filter(({ kind, owner }) => kind === 'resource' && owner.startsWith('team/'));
  const ids = roles.filter(({ owner }) => owner === 'team/t0').map(({ id }) => id);
  const all = roles.map(({ id }) => id);
  return [
    ...ids.map((id) => [id]),
    ...[ids, all]
      .filter(({ length }) => length > 1)
      .map((some) => random.sample(some, random.integer(2, some.length))),
  ];
}

/** Those of a holder. */
function ownIds({ removed }: Effect): string[] {
  return removed.map(({ id }) => id);
}

/** The cells of single permissions and clusters. What no role names is in the cell of what allows everything. */
function singles({ permissions: allowed, clusters, ...cell }: Cell) {
  return allowed.flatMap((one) => {
    const permission = one === '*' ? unnamed : one.toLowerCase();
    return (clusters ?? [undefined]).map((cluster) => ({ ...cell, permission, cluster }));
  });
}
type Single = ReturnType<typeof singles>[number];

/** Hides some of what can be hidden. */
function hide(tenant: Tenant, random: Random): Hidden {
  const all = hideable(tenant);
  return new Set(random.sample(all, random.integer(1, random.chance(0.5) ? 3 : all.length)));
}

const tenants = Array.from({ length: runs(500) }, (_, at) => `${seed}.${at}`);

/** Tenants of which all was read, and tenants of which a part was not, with the worlds that look like that. */
function* cases() {
  for (const name of tenants) {
    for (const isAll of [true, false]) {
      const random = new Random(`hidden ${name}`);
      const tenant = randomTenant(new Random(`tenant ${name}`));
      const hidden: Hidden = isAll ? new Set() : hide(tenant, random);
      const access = accessOf(tenant, hidden);
      const others = Array.from({ length: isAll ? 0 : 2 }, () => completion(random, tenant, hidden));
      const place = `tenant ${name} without ${[...hidden].join()}`;
      yield { isAll, random, tenant, hidden, access, worlds: worldsOf([tenant, ...others]), place };
    }
  }
}

function findingAnswers(grant: Grant, access: Access): Record<string, Verdict> {
  const found = new Map(
    findingsOf(grant, access).map(({ finding, isKnown }) => [finding, isKnown || undefined] as const),
  );
  return Object.fromEntries(findings.map((finding) => [finding, found.has(finding) && found.get(finding)]));
}

/** How often each answer was given. */
class Counts {
  readonly #counts = new Map<Verdict, number>();

  add(verdict: Verdict): void {
    this.#counts.set(verdict, (this.#counts.get(verdict) ?? 0) + 1);
  }

  get least(): number {
    return Math.min(...[true, false, undefined].map((verdict) => this.#counts.get(verdict) ?? 0));
  }
}

it('who can do what, and never more than was read', () => {
  const decided = new Counts();
  for (const { isAll, tenant, access, worlds, place } of cases()) {
    for (const question of questionsAbout(tenant)) {
      const { clusterUid = '' } = question;
      const isThere = ({ tenant: { clusters } }: World): boolean =>
        clusterUid === '' || clusters.some(({ uid }) => uid === clusterUid);
      const possible = worlds.filter(isThere);
      const found = whoCan(access, question);
      const listed = new Map(
        found.holders.map(({ holder, isKnown }) => [holderKey(holder), isKnown || undefined]),
      );
      const without = unreadOf(access, {
        holders: found.asked,
        place: question,
        teams: found.teams,
        grants: [],
        also: [],
      });
      const unread = without.filter(({ part }) => part === 'grants');
      const { areTeamsComplete, areUsersComplete } = access;
      const isComplete = without.length === 0 && areTeamsComplete && areUsersComplete;
      const known = [...access.holders.values()].filter(({ holder }) =>
        unread.every(({ of }) => of.every(({ kind, uid }) => kind !== holder.kind || uid !== holder.uid)),
      );
      agree(found.read.team + found.read.user, known.length, place);
      const truths = possible.map((world) => allWhoMay(world, question));
      for (const key of ownersOf(tenant)) {
        const truth = agreed(truths.map((holders) => holders.has(key)));
        const answer = answers(access, holderOf(key), [question])[0];
        const seen = listed.has(key) && listed.get(key);
        decided.add(answer);
        const about = `${place} ${key} ${JSON.stringify(question)}`;
        if (isAll || answer !== undefined) agree(answer, truth, about);
        // Who is not listed is in what was not read.
        if (isAll || seen === true || (seen === false && isComplete)) agree(seen, truth, about);
      }
      if (!isAll) continue;
      agree(isComplete, true, place);
      for (const { holder, ways } of found.holders) {
        if (question.clusterUid === '')
          ways.forEach((way) => {
            checkPart(way, question, worlds, place);
          });
        const owners = ownersFor(tenant, holderKey(holder));
        const leading = tenant.grants
          .filter(({ owner }) => owners.includes(owner))
          .map((grant) => [grant.id, agreed(worlds.map((world) => leadsThere(world, grant, question)))])
          .filter(([, answer]) => answer !== false);
        const named = ways.map(({ grant, isKnown }) => [grant.id, isKnown || undefined]);
        agree(named.map(String).sort(), leading.map(String).sort(), place);
      }
    }
  }
  expect(decided.least).toBeGreaterThan(200);
});

/** How many clusters a grant reaches, in all worlds or in some of them. */
function checkPart({ grant, clusters }: Way, { projectUid }: Question, worlds: World[], place: string): void {
  const counts = worlds.map((world) =>
    reachedIn(world.tenant, find(world, grant.id), projectUid, world.luck),
  );
  const { matched = -1, unknown = -1 } = clusters ?? {};
  agree([Math.min(...counts) >= matched, Math.max(...counts) <= matched + unknown], [true, true], place);
  if (worlds.length === 1) agree([matched, unknown], [counts[0], 0], place);
}

it('what a removal changes if all was read', () => {
  for (const { isAll, random, tenant, access, worlds, place } of cases()) {
    for (const ids of isAll ? removals(tenant, random) : []) {
      const effects = effectsOf(access, removedFrom(tenant, ids));
      agree(effects.flatMap(ownIds).sort(), [...ids].sort(), place);
      for (const effect of effects) {
        const states = new Map(
          effect.cells
            .flatMap(singles)
            .map((cell) => [`${cell.permission} ${cell.cluster?.uid ?? ''}`, cell.state]),
        );
        const wanted = new Map<string, string>();
        const open: Question[] = [];
        for (const question of clusterQuestions(tenant)) {
          const given = worlds.map((world) => isGiven(world, ownIds(effect), question));
          const after = worlds.map((world) => may(world, holderKey(effect.holder), question, ids));
          if (!given.includes(true)) continue;
          const isKept = given.every((one, at) => !one || after[at] === true);
          const isLost = !given.includes(false) && !after.includes(true);
          const isNamed = tenant.roles.some((role) =>
            role.permissions.some((one) => one.toLowerCase() === question.permission),
          );
          wanted.set(
            `${isNamed ? question.permission : unnamed} ${question.clusterUid ?? ''}`,
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
          [[...seen], states.size, effect.isWhole],
          [[...wanted], wanted.size, !effect.removed.some(isPartlyKnown)],
          `${place} ${ids.join()}`,
        );
        checkThrough(effect, worlds, ids);
        checkCovered(effect, random, tenant, ids, place);
        checkMembers(effect, worlds, ids, open);
      }
    }
  }
});

/** Clusters that were not read are those that the filters of the cell match. */
function hasFiltersOf({ filters }: Pick<Cell, 'filters'>, grant: ModelGrant): boolean {
  const uids = filters.map(({ uid }) => uid);
  return [...grant.filters].sort().join() === uids.sort().join();
}

/** What is kept whatever the tags are is kept with other tags, too. */
function checkCovered(effect: Effect, random: Random, tenant: Tenant, ids: string[], place: string): void {
  const clusters = tenant.clusters.map(({ uid, project }) => randomCluster(random, uid, [project]));
  for (const world of worldsOf([{ ...tenant, clusters }])) {
    for (const cell of effect.cells.filter(({ isCovered }) => isCovered).flatMap(singles)) {
      const question = { ...cell, clusterUid: cell.cluster?.uid };
      const isKept = may(world, holderKey(effect.holder), question, ids);
      if (isGiven(world, ownIds(effect), question)) agree(isKept, true, place);
    }
  }
}

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
  const kept = effect.cells.filter(({ state }) => state === 'kept').flatMap(singles);
  for (const { permission, projectUid, cluster, through } of kept) {
    const question = { permission, projectUid, clusterUid: cluster?.uid };
    agree(
      through.filter(({ id }) => ids.includes(id)),
      [],
      ids.join(),
    );
    for (const world of worlds.filter((one) => isGiven(one, ownIds(effect), question))) {
      agree(
        through.some(({ id }) => leadsThere(world, find(world, id), question)),
        true,
        ids.join(),
      );
    }
  }
}

/** @param open what the team loses or may lose */
function checkMembers(effect: Effect, worlds: World[], ids: string[], open: Question[]): void {
  for (const { userUid, keeps } of membersEffect(effect) ?? []) {
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
      const worlds = all.filter(({ tenant: { grants } }) =>
        ids.every((id) => grants.some((one) => one.id === id)),
      );
      for (const effect of effectsOf(access, removedFrom(tenant, ids, hidden))) {
        const told = new Set<string>();
        const holder = holderKey(effect.holder);
        for (const cell of effect.cells.flatMap(singles)) {
          (cell.cluster === undefined ? others : states)[cell.state]++;
          for (const world of worlds) {
            for (const question of questionsOf(cell, access, world)) {
              told.add(JSON.stringify([question.permission, question.clusterUid]));
              const givers = ownIds(effect).filter(
                (id) => cell.cluster !== undefined || hasFiltersOf(cell, find(world, id)),
              );
              const given = isGiven(world, givers, question);
              const after = may(world, holder, question, ids);
              const isWrong =
                cell.state === 'kept'
                  ? given && !after
                  : cell.state === 'lost' && (after || (cell.cluster !== undefined && !given));
              if (isWrong) expect([cell, ids, world.tenant], place).toEqual([]);
            }
          }
        }
        // What they give is in a cell, or it is said that it is not known.
        if (!effect.isWhole) continue;
        for (const world of worlds) {
          for (const question of clusterQuestions(world.tenant)) {
            if (!isGiven(world, ownIds(effect), question)) continue;
            const isTold = [question.permission, unnamed].some((permission) =>
              told.has(JSON.stringify([permission, question.clusterUid])),
            );
            if (!isTold) expect([question, ids], place).toEqual([]);
          }
        }
        const open = effect.cells.filter(({ state }) => state !== 'kept').flatMap(singles);
        for (const { userUid, keeps } of membersEffect(effect) ?? []) {
          for (const world of worlds.filter(() => keeps !== 'unknown')) {
            const kept = open
              .flatMap((cell) => questionsOf(cell, access, world))
              .filter((question) => isGiven(world, ownIds(effect), question))
              .map((question) => may(world, `user/${userUid}`, question, ids));
            const isRight =
              keeps === 'everything' ? !kept.includes(false) : keeps !== 'nothing' || !kept.includes(true);
            if (!isRight) expect([userUid, keeps, world.tenant], place).toEqual([]);
          }
        }
      }
    }
  }
  expect(Math.min(...Object.values(states), ...Object.values(others))).toBeGreaterThan(3);
});

it('what a review finds, and never what was not read', () => {
  const decided = new Counts();
  for (const { isAll, access, worlds, place } of cases()) {
    for (const grant of [...access.holders.values()].flatMap(({ lists }) => grantsOf(lists))) {
      const found = worlds.map((world) => modelFindings(world.tenant, find(world, grant.id), world.luck));
      for (const [finding, answer] of Object.entries(findingAnswers(grant, access))) {
        decided.add(answer);
        // Exact, except where what was not read or is not documented decides it.
        const isOpen = answer === undefined && worlds.length > 1;
        // Nothing is said of a grant if those that may be the same were not read.
        const isUnsaid = !isAll && answer === false && finding === 'sameAsOther';
        const truth = agreed(found.map((one) => one.has(finding)));
        if (!isOpen && !isUnsaid) agree(answer, truth, `${place} ${grant.id} ${finding}`);
      }
    }
  }
  expect(decided.least).toBeGreaterThan(100);
});

it('a user may be in teams that were not read', () => {
  const tenant = { ...randomTenant(new Random('tenant')), grants: [] };
  const question = { permission: 'cluster.get', projectUid: tenant.projects[0] ?? '' };
  const answer = (access: Access) => answers(access, holderOf('user/u0'), [question]);
  expect(answer(accessOf(tenant))).toEqual([false]);
  expect(answer({ ...accessOf(tenant), areTeamsComplete: false })).toEqual([undefined]);
});

it('what does not matter may be unread', () => {
  for (const name of tenants) {
    const tenant = randomTenant(new Random(`tenant ${name}`));
    const own = tenant.grants.filter(({ owner }) => owner === 'team/t0');
    const used = new Set(['t0', ...own.flatMap(({ roles, filters }) => [...roles, ...filters])]);
    const ofTeam = own.filter(({ kind }) => kind === 'resource').map(({ id }) => id);
    const isOther = /^(list (user|team.t[^0])|role|status|filter|members|activity|signIn|users)/;
    const hidden = new Set(
      hideable(tenant).filter((name) => isOther.test(name) && !used.has(name.split(' ')[1] ?? '')),
    );
    const [all, part] = [accessOf(tenant), accessOf(tenant, hidden)];
    const statesOf = (access: Access): unknown => {
      const cells = effectsOf(access, removedFrom(tenant, ofTeam)).flatMap((effect) => effect.cells);
      const states = new Map(
        cells.flatMap(singles).map((cell) => [`${cell.permission} ${cell.cluster?.uid ?? ''}`, cell.state]),
      );
      return clusterQuestions(tenant).map(
        ({ permission, clusterUid = '' }) =>
          states.get(`${permission} ${clusterUid}`) ?? states.get(`${unnamed} ${clusterUid}`),
      );
    };
    const about = (access: Access): unknown => [
      answers(access, holderOf('team/t0'), questionsAbout(tenant)),
      statesOf(access),
      own
        .map((grant) => findingAnswers(toGrant(grant, holderOf('team/t0')), access))
        .map((found) => ({ ...found, memberInactive: '', memberNeverSignedIn: '' })),
    ];
    agree(about(part), about(all), `tenant ${name}`);
  }
});

/** What a cell is about. */
function questionsOf(cell: Single, access: Access, { tenant }: World): Question[] {
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
