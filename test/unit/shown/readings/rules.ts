import {
  ClusterStatements,
  isIll,
  severities,
  stateIn,
  worst,
  type Claim,
  type Fate,
  type Statements,
} from './claims';
import { clusterIn, latestOf, latestOfAll, partsOf, Presences, type Latest } from './known';
import { allClusters, type Answer, type HistoryService } from './service';
import type { Poolview, Shown } from './shownNow';
import { countOf, machinesOf, roomOf } from './world';

// What must hold of what is shown, at any time.

/** Like `expect`, which takes most of the time here. */
export function must(holds: boolean | undefined, what: () => string): void {
  if (holds !== true) throw new Error(what());
}

const clock = (time: number | undefined): string =>
  time === undefined ? 'never' : new Date(time).toTimeString().slice(0, 5);

/** An item in a message. */
function said({ uid, state, readAt, isStale, isContradicted }: Shown): string {
  return [uid, state, clock(readAt), isStale && 'outdated', isContradicted && 'contradicted']
    .filter(Boolean)
    .join(' ');
}

const say = (claims: readonly Claim[]): string =>
  claims
    .map(({ by, severity, readAt, uid, fate }) => [by, uid, severity, clock(readAt), fate].join(' '))
    .join(', ');

/** What is shown now, by what contains it. */
class Tree {
  readonly #below = new Map<string, Shown[]>();

  constructor(readonly items: readonly Shown[]) {
    for (const item of items) {
      const siblings = this.#below.get(item.parent ?? '') ?? [];
      siblings.push(item);
      this.#below.set(item.parent ?? '', siblings);
    }
  }

  below(id: string): readonly Shown[] {
    return this.#below.get(id) ?? [];
  }

  machinesOf(cluster: Shown): readonly Shown[] {
    return this.below(cluster.id).flatMap((pool) => this.below(pool.id));
  }
}

/** Checks everything that is shown of each item. */
export class Rules {
  readonly #presences: Presences;
  /** What was checked last, and what had arrived by then. */
  #checked: readonly Shown[] | undefined;
  #arrivals = 0;

  constructor(
    private readonly service: HistoryService,
    private readonly view: Poolview,
  ) {
    this.#presences = new Presences(service);
  }

  check(): void {
    const items = this.view.items();
    if (items === this.#checked && this.service.arrivals === this.#arrivals) return;
    this.#checked = items;
    this.#arrivals = this.service.arrivals;
    const tree = new Tree(items);
    this.#checkPresence(tree);
    for (const item of tree.items) {
      if (item.kind === 'machine') this.#checkMachine(item);
      if (item.kind === 'pool') this.#checkPool(item, tree);
      if (item.kind === 'cluster') this.#checkCluster(item, tree);
      if (item.kind === 'project') this.#checkProject(item, tree);
    }
    this.#checkBadge(tree);
  }

  /** Nothing that is gone is shown, all that is there is, and nothing is twice. */
  #checkPresence({ items }: Tree): void {
    const names = items.map(({ kind, uid, parent }) => (kind === 'pool' ? `${parent}/${uid}` : uid));
    must(new Set(names).size === names.length, () => `nothing is there twice: ${names.join()}`);
    const byId = new Map(items.map((item) => [item.id, item]));
    for (const { kind, uid, parent } of items) {
      const above = byId.get(parent ?? '');
      must(kind === 'project' || above !== undefined, () => `what contains ${uid} is there`);
      const presence =
        kind === 'pool' ? this.#presences.pool(above?.uid ?? '', uid) : this.#presences[kind](uid);
      must(presence !== 'gone', () => `${kind} ${uid} is gone`);
      if (kind === 'cluster') {
        const project = this.#presences.projectOf(uid);
        must(project === undefined || project === above?.uid, () => `${uid} is in ${project}`);
      }
    }
    const shown = new Set(items.map(({ uid }) => uid));
    for (const uid of this.service.told('word')) {
      // A page that lacks it between two others tells that it is gone.
      if (!(uid in this.service.world.clusters)) continue;
      must(shown.has(uid) || this.#presences.cluster(uid) !== 'there', () => `cluster ${uid} is there`);
    }
    for (const uid of this.service.told('machine')) {
      must(shown.has(uid) || this.#presences.machine(uid) !== 'there', () => `machine ${uid} is there`);
    }
  }

  /** A machine is as the latest list said. */
  #checkMachine(item: Shown): void {
    const { uid, state, readAt } = item;
    const { answer, isUnsure } = latestOf(this.service.answers('machine', uid));
    if (isUnsure || this.#presences.wasAway(partsOf(uid).cluster)) return;
    must(state === stateIn(answer, uid), () => `${said(item)}: it was ${stateIn(answer, uid)}`);
    must(
      readAt === answer?.readAt || readAt === answer?.since,
      () => `${said(item)}: it was read at ${clock(answer?.readAt)}`,
    );
  }

  /** A pool is the worst of its machines, with their age. */
  #checkPool(item: Shown, tree: Tree): void {
    const machines = tree.below(item.id);
    const { cluster = '' } = { cluster: this.#uidOf(item.parent, tree) };
    const lists = this.service.wholes(`machines/${cluster}/${item.uid}`);
    if (machines.length === 0) {
      must(lists.length > 0 || item.state === 'notRead', () => `${said(item)}: its machines were not read`);
      return;
    }
    const standing = worst(machines.filter((one) => !one.isContradicted).map(({ state }) => state));
    const all = worst(machines.map(({ state }) => state)) ?? 'unknown';
    const allowed: readonly (string | undefined)[] =
      isIll(all) || lists.length > 0 ? [all, standing] : [all, standing, 'unknown', 'notRead'];
    must(allowed.includes(item.state), () => `${said(item)}: its machines are ${all}`);
    const times = machines.filter(({ state }) => state === item.state).map(({ readAt = 0 }) => readAt);
    if (!isIll(item.state)) times.push(...lists.map(({ readAt }) => readAt));
    const isRight = isIll(item.state)
      ? item.readAt === Math.max(...times)
      : item.readAt === undefined || times.includes(item.readAt);
    must(isRight, () => `${said(item)}: its machines were read at ${times.map(clock).join()}`);
    const { answer, isUnsure } = latestOf(this.service.answers('config', cluster));
    const size = answer && Object.keys(clusterIn(answer, cluster)?.pools[item.uid] ?? {}).length;
    if (!isUnsure && this.service.profile.sizes)
      must(item.machines === size, () => `${said(item)} has ${item.machines} machines, not ${size}`);
  }

  #uidOf(id: string | undefined, { items }: Tree): string {
    return items.find((item) => item.id === id)?.uid ?? '';
  }

  /** A cluster is the worst of what the service says of it and of what stands in it. */
  #checkCluster(item: Shown, tree: Tree): void {
    const machines = tree.machinesOf(item);
    const statements = new ClusterStatements(this.service, item.uid, this.#presences).all(
      machines.map(({ uid }) => uid),
    );
    this.#checkValues(item, statements);
    if (statements === undefined) return;
    this.#checkState(item, statements, machines.length);
    this.#checkAge(item, statements);
    this.#checkMarks(item, statements, machines);
    this.#checkNumbers(item, statements);
  }

  /** The state of a cluster is one that the rules allow. */
  #checkState(item: Shown, { word, count, claims, healthyAt }: Statements, machines: number): void {
    const counted = claims.filter(({ fate }) => fate !== 'answered');
    const isDecided = ({ number }: Claim): boolean => number < (word?.number ?? 0);
    const parts = counted.filter(({ by }) => by !== 'word');
    const isFinal = word?.severity === 'failed' || word?.severity === 'inTransition';
    const words: string[] =
      word?.isOwn === true && !isFinal ? [...severities] : [word?.severity ?? 'unknown'];
    const allowed = new Set<string>();
    const maybe = parts.filter(({ fate }) => fate === 'mayBeAnswered');
    const sure = parts.filter(({ fate }) => fate !== 'mayBeAnswered');
    const isCounted = count?.isOfRunning === true && roomOf(count) === 0 && count.size > 0;
    const combine = (own: string, of: readonly Claim[], out: readonly Fate[] = ['contradicted']): string => {
      // What is contradicted decides only where nothing else is ill.
      const standing = of.filter(({ fate }) => !out.includes(fate));
      const deciding = standing.length > 0 || isIll(own) ? standing : of;
      const below = worst(deciding.map(({ severity }) => severity));
      if (below !== undefined) return (own === 'unknown' ? below : worst([own, below])) ?? own;
      if (own !== 'unknown') return own;
      return healthyAt !== undefined || isCounted ? 'healthy' : word === undefined ? 'notRead' : own;
    };
    // A count that is older than the word may not tell its health.
    if (isCounted && word?.severity === 'unknown' && parts.length === 0) allowed.add('unknown');
    for (const own of words) {
      if (isFinal) {
        allowed.add(own);
        const others = parts.filter((one) => one.by === 'certificate' || !isDecided(one));
        for (const one of others) allowed.add(combine(own, [one]));
        continue;
      }
      for (const of of [sure, ...maybe.map((one) => [...sure, one])]) {
        const open: readonly Fate[] = ['contradicted', 'mayBeContradicted'];
        allowed.add(combine(own, of)).add(combine(own, of, open));
        // A word does not look at maintenance or heartbeats: one part may stand beside another that is contradicted.
        for (const one of of) {
          const stands = of.map((each): Claim => (each === one ? { ...each, fate: 'stands' } : each));
          if (one.fate === 'mayBeContradicted') allowed.add(combine(own, stands, open));
        }
      }
    }
    // Machines may say how a cluster is of which only the name is known.
    if (word === undefined && machines > 0) allowed.add('unknown').add('healthy');
    must(allowed.has(item.state), () => `${said(item)} is ${[...allowed].join(' or ')}: ${say(claims)}`);
  }

  /** It has the age of what says so. */
  #checkAge(item: Shown, { word, count, claims, healthyAt, poolsAt }: Statements): void {
    if (item.state === 'notRead') return;
    if (!isIll(item.state)) {
      const times = [word?.readAt, count?.readAt, ...poolsAt];
      // A cluster that is read alone tells no health: what was told before may stay.
      if (word?.isOwn === true)
        times.push(...this.service.answers('word', item.uid).map(({ readAt }) => readAt));
      else if (word === undefined || word.severity === 'unknown') {
        // If only machines say so, all of them are needed.
        if (item.state === 'healthy' && healthyAt !== undefined && count === undefined)
          must(item.readAt === Math.min(...healthyAt), () => `${said(item)} is as old as its oldest pool`);
      }
      must(times.includes(item.readAt), () => `${said(item)} is of ${times.map(clock).join()}`);
      return;
    }
    const same = claims.filter(({ severity, fate }) => severity === item.state && fate !== 'answered');
    if (same.length === 0) return;
    const standing = same.filter(({ fate }) => fate === 'stands');
    const sure = standing.length > 0 ? standing : same.filter(({ fate }) => fate === 'contradicted');
    const from = Math.max(0, ...sure.map(({ number }) => number));
    const times = same.filter(({ number }) => number >= from).map(({ readAt }) => readAt);
    // A cluster that is read alone tells no health: what was told before may stay, and also say so.
    if (word?.isOwn === true)
      times.push(...this.service.answers('word', item.uid).map(({ readAt }) => readAt));
    must(times.includes(item.readAt ?? 0), () => `${said(item)}: ${say(same)}`);
  }

  /** What is contradicted or outdated is marked so, and nothing else. */
  #checkMarks(item: Shown, { word, count, claims }: Statements, machines: readonly Shown[]): void {
    for (const machine of machines) {
      const { fate = 'stands', severity } = claims.find(({ uid }) => uid === machine.uid) ?? {};
      const isOpen = fate.startsWith('mayBe') || (severity === 'maintenance' && fate !== 'stands');
      const isSettled = fate === 'answered' || fate === 'contradicted';
      if (!isOpen) must(machine.isContradicted === isSettled, () => `${said(machine)}: it is ${fate}`);
      if (isSettled && !isOpen) must(machine.isStale, () => `${said(machine)} is ${fate}, so it is outdated`);
      if (!isSettled && !isOpen && !this.service.hasFailed)
        must(!machine.isStale, () => `${said(machine)} is not outdated`);
    }
    const counting = claims.filter(({ fate }) => fate !== 'answered');
    const isFinal = word?.severity === 'failed' || word?.severity === 'inTransition';
    if (isFinal || word?.isOwn === true || counting.some(({ fate }) => fate.startsWith('mayBe'))) return;
    const standing = worst(counting.filter(({ fate }) => fate === 'stands').map(({ severity }) => severity));
    const isMixed = standing !== undefined && standing !== item.state;
    const isContradicted = isIll(item.state) && standing === undefined;
    if (!isMixed) must(item.isContradicted === isContradicted, () => `${said(item)}: ${say(counting)}`);
    const room = count === undefined ? Infinity : roomOf(count);
    const earlier = counting.filter(
      ({ by, severity, number, fate }) =>
        by === 'machine' &&
        fate === 'stands' &&
        severity !== 'lateHeartbeat' &&
        severity !== 'maintenance' &&
        number < (count?.number ?? 0),
    );
    const hasTooMany = room > 0 && earlier.length > room;
    if (isContradicted || (hasTooMany && isIll(item.state)))
      must(item.isStale, () => `${said(item)} is outdated: ${say(counting)}`);
    else if (
      !isMixed &&
      !hasTooMany &&
      !this.service.hasFailed &&
      // Where it is refused, what was found otherwise may be called outdated.
      this.service.profile.search !== 'none'
    )
      must(!item.isStale, () => `${said(item)} is not outdated: ${say(counting)}`);
  }

  /** Numbers of machines in a cause are those that are known or counted. */
  #checkNumbers(item: Shown, { count, claims }: Statements): void {
    const [, ill, size] = /(\d+) of (\d+) machines unhealthy/.exec(item.cause) ?? [];
    if (ill !== undefined) {
      must(
        count !== undefined && roomOf(count) === Number(ill) && count.size === Number(size),
        () =>
          `${said(item)}: ${item.cause}, but ${JSON.stringify(count && { size: count.size, room: roomOf(count) })}`,
      );
      return;
    }
    const [, number] = /(\d+) (?:failed |unhealthy )?machines?\b/.exec(item.cause) ?? [];
    if (number === undefined || Number(number) === count?.inMaintenance) return;
    const same = claims.filter(({ by, severity }) => by === 'machine' && severity === item.state);
    const standing = same.filter(({ fate }) => fate === 'stands').length;
    // What is contradicted decides only where nothing else is ill.
    const sure = standing || same.filter(({ fate }) => fate === 'contradicted').length;
    const possible = same.filter(({ fate }) => fate !== 'answered').length;
    const isRight = Number(number) <= possible && (Number(number) >= sure || sure < possible);
    must(isRight, () => `${said(item)}: ${item.cause}, but ${say(same)}`);
    const since = item.ages.machines ?? item.readAt ?? 0;
    const oldest = Math.min(...same.filter(({ fate }) => fate === 'stands').map(({ readAt }) => readAt));
    if (standing === possible && !item.isContradicted)
      must(oldest >= since, () => `${said(item)}: ${item.cause} is of ${clock(oldest)}, not ${clock(since)}`);
  }

  /** Each value is that of the latest source that has it, and is not older than is said. */
  #checkValues(item: Shown, statements: Statements | undefined): void {
    const { service } = this;
    const { profile } = service;
    const { uid, ages } = item;
    const from = (source: 'search' | 'config' | 'overview' | 'certificates' | 'repave'): Latest => {
      const answers = service.answers(source, uid);
      const latest = latestOf(answers);
      const since = latest.answer?.since;
      // A page is as old as the first one of its list, so that another answer in between may be taken for later.
      const isOpen =
        since !== undefined && answers.some((one) => one !== latest.answer && one.readAt >= since);
      return { ...latest, isUnsure: latest.isUnsure || isOpen };
    };
    const search = from('search');
    const wasAway = this.#presences.wasAway(uid);
    const check = <Value>(
      name: string,
      latest: Latest,
      shown: Value,
      age: number | undefined,
      valueOf: (answer: Answer) => Value,
    ): void => {
      const { answer, isUnsure } = latest;
      if (isUnsure || wasAway) return;
      if (answer === undefined) {
        must(shown === undefined, () => `${said(item)}: nothing says its ${name} (${String(shown)})`);
        return;
      }
      const value = valueOf(answer);
      must(value === shown, () => `${said(item)}: its ${name} was ${String(value)}, not ${String(shown)}`);
      const since = age ?? item.readAt ?? 0;
      must(
        answer.readAt >= since &&
          (age === undefined || age === answer.readAt || age === answer.since || name === 'size'),
        () => `${said(item)}: its ${name} is of ${clock(answer.readAt)}, not of ${clock(since)}`,
      );
    };
    const none: Latest = { answer: undefined, isUnsure: false };
    const cluster = (answer: Answer) => clusterIn(answer, uid);
    const usage = profile.usage ? search : none;
    check('cores', usage, item.cores?.total, ages.usage, (one) => cluster(one)?.cores.total);
    check('usage', usage, item.cores?.used, ages.usage, (one) => cluster(one)?.cores.used);
    const versions = profile.versions ? search : none;
    if (versions.answer !== undefined || item.kubernetes !== undefined) {
      const latest = latestOfAll(versions, from('overview'));
      check('version', latest, item.kubernetes, ages.versions, (one) => cluster(one)?.kubernetes);
    }
    const hasSizes = profile.search === 'counts' || profile.search === 'sizes';
    const sizes = latestOfAll(hasSizes ? search : none, profile.sizes ? from('config') : none);
    const sizeIn = (answer: Answer): number => {
      const told = cluster(answer);
      if (told === undefined) return 0;
      return answer.source === 'search' ? countOf(told).size : Object.keys(machinesOf(told)).length;
    };
    check('size', sizes, item.machines, ages.machines, sizeIn);
    check('certificate', from('certificates'), item.expiry, ages.certificate, (one) => cluster(one)?.expiry);
    if (wasAway) return;
    if (!search.isUnsure && search.answer !== undefined)
      must(item.region === 'eu-1', () => `${said(item)}: its region is known`);
    this.#checkApproval(
      item,
      latestOfAll(search, from('repave'), latestOf(service.answers('approvals', uid))),
    );
    this.#checkMessage(item, statements);
  }

  /** A cluster waits if the latest source that can say so does. One that could say it and is silent says no. */
  #checkApproval(item: Shown, { answer, isUnsure }: Latest): void {
    const { uid } = item;
    // Nobody knows what a cluster that is read alone says by being silent, and a list of those that wait may have been read before.
    const own = this.service.answers('own', uid);
    const [first] = this.service.answers('word', uid);
    if (isUnsure || own.length > 0 || (answer !== undefined && answer.number < (first?.number ?? 0))) return;
    const expected = answer !== undefined && clusterIn(answer, uid)?.isWaiting === true;
    must(item.isWaiting === expected, () => `${said(item)} waits for approval: ${item.isWaiting}`);
  }

  /** A message does not outlive its state. */
  #checkMessage(item: Shown, statements: Statements | undefined): void {
    const { uid, message = '' } = item;
    if (!message.startsWith('finding') || statements?.word === undefined) return;
    const words = this.service.answers('word', uid).filter(({ isOptional }) => !isOptional);
    const told = words.findLastIndex(
      (one) => one.source === 'search' && clusterIn(one, uid)?.word.message === message,
    );
    const stateOf = (answer: Answer | undefined): string => {
      const { state, health } = (answer && clusterIn(answer, uid)?.word) ?? {};
      return `${state} ${health}`;
    };
    const since = words.slice(told);
    must(
      told >= 0 &&
        since.every((one) => one.source === 'own' || stateOf(one) === stateOf(since[0])) &&
        since.slice(1).every(({ source }) => source !== 'search'),
      () => `${said(item)}: "${message}" is not what the service says now`,
    );
  }

  /** A project is what its summary says of its clusters while that decides, or the worst of them. */
  #checkProject(item: Shown, tree: Tree): void {
    const { service } = this;
    const { uid } = item;
    const clusters = tree.below(item.id).filter(({ kind }) => kind === 'cluster');
    const summaries = service.answers('project', uid).filter(({ source }) => source === 'projects');
    const { answer, isUnsure } = latestOf(summaries);
    const lists = [`clusters/${uid}`, `clusters/${allClusters}`].flatMap((list) => service.wholes(list));
    const later = lists.filter(({ number }) => number > (answer?.number ?? Infinity));
    if (isUnsure || later.some((list) => list.isOptional)) return;
    const counted = Object.entries(answer?.world.clusters ?? {}).filter(([, { project }]) => project === uid);
    // A cluster that is read alone tells no health.
    const told = counted.map(([name]) =>
      latestOf(service.answers('word', name).filter(({ source }) => source !== 'own')),
    );
    // Of several pages, only the first is as old as the list.
    if (told.some(({ answer: word, isUnsure: mayBe }) => mayBe || word?.since !== undefined)) return;
    const isEach = told.every((word) => (word.answer?.number ?? 0) > (answer?.number ?? 0));
    const isDecided = service.profile.counted && answer !== undefined && later.length === 0 && !isEach;
    const words = isDecided ? counted.map(([, { word }]) => word) : [];
    const summed = worst(
      words.map(({ state, health }) =>
        state === 'Failed'
          ? 'failed'
          : state !== 'Running'
            ? 'unknown'
            : health === 'Healthy'
              ? 'healthy'
              : 'unhealthy',
      ),
    );
    const standing = clusters
      .filter((one) => !one.isContradicted && isIll(one.state))
      .map(({ state }) => state);
    const open = clusters.filter((one) => one.isContradicted).map(({ state }) => state);
    const ill = [...standing, ...(summed === 'failed' || summed === 'unhealthy' ? [summed] : [])];
    const allowed = [worst(ill), ...open.map((one) => worst([...ill, one]))];
    const isAllowed = isIll(item.state) ? allowed.includes(item.state as never) : ill.length === 0;
    must(
      isAllowed,
      () => `${said(item)} is ${allowed.join(' or ')}: ${clusters.map(said).join()}, summary ${summed}`,
    );
    const isAnyHealthy =
      summed === 'healthy' || (clusters.length > 0 && clusters.every(({ state }) => state === 'healthy'));
    if (
      ill.length === 0 &&
      open.length === 0 &&
      isAnyHealthy &&
      !words.some(({ state }) => state !== 'Running')
    )
      must(!['unknown', 'notRead'].includes(item.state), () => `${said(item)}: it was read`);
    if (!isIll(item.state)) return;
    const times = clusters.filter(({ state }) => state === item.state).map(({ readAt }) => readAt);
    // Of several pages, each is at most as old as the first.
    if (summed === item.state) times.push(answer?.readAt, answer?.since);
    must(times.includes(item.readAt), () => `${said(item)}: ${times.map(clock).join()}`);
  }

  /** The badge counts each cluster that needs attention once, and those that only summaries tell of. */
  #checkBadge(tree: Tree): void {
    let [least, most] = [0, 0];
    for (const project of tree.items) {
      if (project.kind !== 'project') continue;
      const clusters = tree.below(project.id).filter(({ kind }) => kind === 'cluster');
      const needing = clusters.filter(
        ({ state, known, isContradicted }) => isIll(state) && known === undefined && !isContradicted,
      );
      const summed = this.#summedIn(project, clusters);
      least += Math.max(needing.length, summed.least);
      // One whose word may have changed since may be one of these.
      const others = needing.filter(({ uid, state }) => state === 'maintenance' || !summed.mayBe(uid));
      most += Math.max(needing.length, others.length + summed.most);
    }
    const badge = this.view.badge();
    must(
      badge >= least && badge <= most,
      () => `badge ${badge} of ${least} to ${most}: ${tree.items.map(said).join()}`,
    );
  }

  /** How many ill clusters a summary tells of, and whether a cluster may be one of them. */
  #summedIn({ id, uid }: Shown, clusters: readonly Shown[]) {
    const { service } = this;
    const { counted, health } = service.profile;
    const summary = service
      .answers('project', uid)
      .filter(({ source }) => source === 'projects')
      .at(-1);
    const none = { least: 0, most: 0, mayBe: () => false };
    if (!counted || summary === undefined) return none;
    const { number, world, isOptional } = summary;
    const lists = [`clusters/${uid}`, `clusters/${allClusters}`].flatMap((list) => service.wholes(list));
    // A list that tells no health need not answer what a summary counted.
    if (health && lists.some((list) => !list.isOptional && list.number > number)) return none;
    const ill = Object.values(world.clusters).filter(
      ({ project, word }) =>
        project === uid &&
        (word.state === 'Failed' || (word.state === 'Running' && word.health === 'Unhealthy')),
    ).length;
    const isBefore = (one: Pick<Answer, 'number'>): boolean => one.number < number;
    const wordsOf = (cluster: string): readonly Answer[] => service.answers('word', cluster);
    // One whose own problem is known may have others in it that are not.
    const isMarked = this.view.marked.some((one) => `${one}/`.startsWith(`${id}/`));
    const isLast =
      !isOptional && lists.every(isBefore) && clusters.every((one) => wordsOf(one.uid).every(isBefore));
    return {
      least: isLast && !isMarked ? ill : 0,
      most: ill,
      mayBe: (cluster: string): boolean => !isOptional && (!health || wordsOf(cluster).every(isBefore)),
    };
  }

  /** Everywhere, the same is counted. @param choice which query is asked */
  async checkCounts(choice: number): Promise<void> {
    const items = this.view.items();
    const state = severities[choice % severities.length] ?? 'failed';
    const ofState = (kind: string, wanted: string): number =>
      items.filter((item) => item.kind === kind && item.state === wanted).length;
    const { tiles, selected } = this.view.overview(`state:${state}`);
    for (const tile of tiles) {
      if (tile.state === 'notRead') continue;
      must(
        tile.clusters === ofState('cluster', tile.state) && tile.machines === ofState('machine', tile.state),
        () => `the tile ${JSON.stringify(tile)} counts ${ofState('cluster', tile.state)} clusters`,
      );
    }
    const wanted = items.filter((item) => item.state === state).map(({ id }) => id);
    const same = (ids: ReadonlySet<string>): boolean =>
      ids.size === wanted.length && wanted.every((id) => ids.has(id));
    must(same(selected), () => `the overview selects ${selected.size} of ${wanted.length} ${state}`);
    const found = await this.view.agentsFind(`state:${state}`);
    must(
      same(new Set(found.map(({ id }) => id))),
      () => `agents get ${found.length} of ${wanted.length} ${state}`,
    );
    const health = await this.view.agentsHealth();
    for (const kind of ['cluster', 'machine'] as const) {
      const counts = kind === 'cluster' ? health.clusters : health.machines;
      must(
        (counts[state] ?? 0) === ofState(kind, state),
        () => `agents count ${counts[state]} ${state} ${kind}s`,
      );
    }
    const problems = this.view.verdicts('is:problem');
    const outdated = this.view.verdicts('is:outdated');
    for (const item of items) {
      const isProblem = isIll(item.state) && item.known === undefined && !item.isContradicted;
      const asked = problems.get(item.id);
      if (item.kind === 'cluster' || item.kind === 'machine')
        must(
          item.state === 'notRead' || asked === isProblem,
          () => `is:problem says ${asked} of ${said(item)}`,
        );
      must(outdated.get(item.id) === item.isStale, () => `is:outdated is wrong about ${said(item)}`);
    }
  }

  /** No query says no of what no reading says, and none says that it is not known if one does. @param choice of the query */
  checkQuery(choice: number): void {
    const { service } = this;
    const clusters = this.view.items().filter(({ kind }) => kind === 'cluster');
    const number = choice % 90;
    const answers: Readonly<Record<string, (item: Shown) => boolean | undefined>> = {
      [`cpu:>${number}%`]: ({ cores }) =>
        cores?.used === undefined ? undefined : (cores.used / cores.total) * 100 > number,
      [`machines:>${number % 6}`]: ({ machines }) =>
        machines === undefined ? undefined : machines > number % 6,
      [`k8s:<1.${30 + (number % 5)}`]: ({ kubernetes }) =>
        kubernetes === undefined ? undefined : Number(kubernetes.split('.')[1]) < 30 + (number % 5),
      'state:failed': ({ state }) => (state === 'notRead' ? undefined : state === 'failed'),
      'is:waiting': ({ uid, isWaiting }) => {
        const told = [
          service.answers('search', uid),
          service.answers('repave', uid),
          service.answers('approvals', uid),
        ];
        if (told.every((each) => each.length === 0)) return isWaiting ? true : undefined;
        return isWaiting || told[0]?.some(({ isOptional }) => !isOptional) === true
          ? isWaiting
          : ('any' as never);
      },
    };
    const queries = Object.keys(answers);
    const query = queries[choice % queries.length] ?? '';
    const verdicts = this.view.verdicts(query);
    for (const item of clusters) {
      const expected = answers[query]?.(item);
      if ((expected as unknown) === 'any') continue;
      const verdict = verdicts.get(item.id);
      must(
        verdict === expected,
        () => `${query} says ${String(verdict)} of ${said(item)}, not ${String(expected)}`,
      );
    }
  }

  /** What the tree, the hover and agents say of an item. @param choice of the item */
  async checkTexts(choice: number): Promise<void> {
    const items = this.view.items();
    const item = items[choice % Math.max(1, items.length)];
    if (item === undefined) return;
    const { id, state, cause, readAt, isStale, known, ages } = item;
    const { description, decoration } = this.view.row(id);
    if (isIll(state) && known === undefined) {
      const names: Readonly<Record<string, string>> = {
        failed: 'Failed',
        unhealthy: 'Unhealthy',
        lateHeartbeat: 'No heartbeat',
        maintenance: 'aintenance',
      };
      must(decoration.includes(names[state] ?? ''), () => `${said(item)}: its letter says ${decoration}`);
    } else if (state === 'healthy')
      must(decoration === '', () => `${said(item)}: its letter says ${decoration}`);
    const [words = ''] = cause.split(' · ');
    must(
      description.includes(words.slice(0, 20)),
      () => `${said(item)}: its row says ${description}, not ${cause}`,
    );
    const hover = this.view.hover(id);
    if (readAt !== undefined) {
      const text = `${isStale ? 'Not updated since' : 'Updated'} ${clock(readAt)}`;
      must(hover.includes(text), () => `${said(item)}: "${text}" is missing in ${hover}`);
    }
    if (isStale && readAt !== undefined)
      must(description.includes(clock(readAt)), () => `${said(item)}: no time in ${description}`);
    for (const [name, age] of Object.entries<number | undefined>({ ...ages })) {
      if (age !== undefined)
        must(hover.includes(clock(age)), () => `${said(item)}: the age of ${name} is missing in ${hover}`);
    }
    const told = await this.view.agentsGet(id);
    must(told.state === state, () => `${said(item)}: agents are told ${told.state}`);
    must(told.name === item.uid, () => `${said(item)}: agents are told ${told.name}`);
  }

  /** Nobody is told that something has recovered before its parts say so, or two statements do. */
  checkNews(): void {
    const tree = new Tree(this.view.items());
    for (const { is, uid, id } of this.view.news()) {
      const item = tree.items.find((one) => one.id === id);
      if (is !== 'well' || item === undefined) continue;
      if (item.kind === 'machine') {
        const { answer, isUnsure } = latestOf(this.service.answers('machine', uid));
        must(isUnsure || stateIn(answer, uid) === 'healthy', () => `${said(item)} is called healthy`);
      }
      if (item.kind !== 'cluster') continue;
      const machines = tree.machinesOf(item).map((machine) => machine.uid);
      const statements = new ClusterStatements(this.service, uid, this.#presences).all(machines);
      for (const claim of statements?.claims ?? []) {
        if (claim.by !== 'machine' || claim.fate === 'mayBeAnswered') continue;
        const counts = this.service.answers('search', uid).filter((one) => {
          const cluster = clusterIn(one, uid);
          return one.number > claim.number && cluster && roomOf(countOf(cluster)) === 0;
        });
        must(counts.length > 1, () => `${uid} is called healthy, but ${say([claim])}`);
      }
    }
  }
}
