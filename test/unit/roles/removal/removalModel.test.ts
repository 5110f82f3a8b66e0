import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ResourceRole } from '../../../../src/demo/fleet/grants';
import type { Operation } from '../../../../src/demo/server';
import { Journal, restorableEntries } from '../../../../src/roles/journal/journal';
import { folderFiles } from '../../../../src/connections/storedFiles';
import { rereadRoles } from '../../../../src/roles/removal/removeRoles';
import { isRemovable } from '../../../../src/access/resourceRoles';
import { determineOutcomes } from '../../../../src/roles/removal/lateOutcomes';
import { removeRoles } from '../../../../src/roles/removal/removeRoles';
import type { TeamRole } from '../../../../src/access/resourceRoles';
import { restoreRole, type Restoration } from '../../../../src/roles/restore/restoreRole';
import { createServiceClient, type ServiceClient } from '../../../../src/service/client';
import { unhurried } from '../../support/service';
import { longAfter, temporaryFolder } from '../support/journal';
import { isRight, small } from '../support/roles';
import { startScriptedService, type ScriptedService, type Fault } from '../../../support/demo/service';
import { runs } from '../../support/randomRuns';

/** The fault of the next request for an operation. */
type Spoil = Partial<Record<Operation, Fault>>;

/** A window, which may be killed before a change is sent, after its response, or not at all. */
type Death = 'before' | 'after' | undefined;

const timeout = { plenty: 10_000, little: 250 };

/**
 * A service, windows that share a journal, and what the service did. For removals and additions, only what the service
 * did counts, not what Poolview reports.
 */
class World {
  /** UIDs of roles that the service removed for Poolview. */
  readonly #removed: string[] = [];
  /** UIDs of roles that are gone, whoever removed them. */
  readonly #gone = new Set<string>();
  /** UIDs of roles that the service added for Poolview, and the entry that was restored. */
  readonly #added: { readonly uid: string; readonly entryId: string | undefined }[] = [];
  /** The entries that the journal has returned. */
  readonly #told = new Set<string>();
  #asks: { readonly entryId: string | undefined } | undefined;
  #pid = 1_000_000;
  #dies = 'never' as 'never' | Death;
  #died = (): void => undefined;
  #isSlow = false;
  #journal: Journal;
  readonly #client: ServiceClient;
  /** The roles that the user sees, which may be outdated. */
  #seen: readonly TeamRole[] = [];

  constructor(
    private readonly service: ScriptedService,
    private readonly folder: string,
  ) {
    this.#journal = this.#open();
    const client = createServiceClient(
      {
        baseUrl: service.baseUrl,
        apiKey: () => Promise.resolve(service.apiKey),
        timeoutMs: () => (this.#isSlow ? timeout.little : timeout.plenty),
      },
      unhurried(),
    );
    const change = async (send: () => Promise<true>): Promise<true> => {
      if (this.#dies === 'before') return this.#die();
      try {
        return await send();
      } finally {
        if (this.#dies === 'after') await this.#die();
      }
    };
    this.#client = {
      ...client,
      removeTeamResourceRole: (...asked) => change(() => client.removeTeamResourceRole(...asked)),
      addTeamResourceRole: (...asked) => change(() => client.addTeamResourceRole(...asked)),
    };
    for (const team of this.#teams) this.#watch(team.resourceRoles);
  }

  get #connection() {
    return { name: 'Work', baseUrl: this.service.baseUrl };
  }

  get #teams() {
    return this.service.fleet.directory.teams;
  }

  #watch(roles: ResourceRole[]): void {
    const gone = (removed: readonly ResourceRole[]): void => {
      for (const { uid } of removed) {
        this.#gone.add(uid);
        if (this.#asks !== undefined) this.#removed.push(uid);
      }
    };
    const added = (uids: readonly string[]): void => {
      const asks = this.#asks;
      if (asks !== undefined) this.#added.push(...uids.map((uid) => ({ uid, entryId: asks.entryId })));
    };
    Object.assign(roles, {
      splice(start: number, count: number): ResourceRole[] {
        const removed = Array.prototype.splice.call(roles, start, count) as ResourceRole[];
        gone(removed);
        return removed;
      },
      push(...more: readonly ResourceRole[]): number {
        added(more.map(({ uid }) => uid));
        return Array.prototype.push.apply(roles, [...more]);
      },
    });
  }

  #open(): Journal {
    const pid = ++this.#pid;
    // Earlier processes have ended; what is in progress in this window is so for a second window, too.
    return new Journal(folderFiles(this.folder), { pid, isAlive: (other) => other === this.#pid });
  }

  async #die(): Promise<never> {
    this.#died();
    return new Promise(() => undefined);
  }

  /** Runs an action with the fault `spoil`, until it ends or the window is killed. */
  async #poolview(
    entryId: string | undefined,
    spoil: Spoil,
    dies: Death,
    run: () => Promise<unknown>,
  ): Promise<void> {
    for (const [operation, fault] of Object.entries(spoil)) {
      this.service.faults.add({ ...fault, operation: operation as Operation });
    }
    this.#isSlow = Object.values(spoil).some(({ kind }) => kind === 'hang');
    this.#asks = { entryId };
    this.#dies = dies;
    const killed = new Promise<true>((resolve) => {
      this.#died = () => {
        resolve(true);
      };
    });
    const isKilled = await Promise.race([killed, run().then(() => false)]);
    this.#dies = 'never';
    this.#asks = undefined;
    this.#isSlow = false;
    this.service.faults.clear();
    if (isKilled) this.restart();
  }

  restart(): void {
    this.#journal = this.#open();
  }

  async refresh(): Promise<void> {
    const lists = await Promise.all(
      this.#teams.map(async (team) =>
        (await this.#client.listTeamResourceRoles(team.uid)).filter(isRemovable).map((role) => ({
          team: { uid: team.uid, name: team.name },
          role,
          isListed: true,
        })),
      ),
    );
    this.#seen = lists.flat();
  }

  /** Determines unknown outcomes, `after` the last removal. */
  async look(after: number): Promise<void> {
    await determineOutcomes(
      () => Promise.resolve(this.#client),
      this.#journal,
      this.#connection,
      () => Date.now() + after,
    );
  }

  /** The seen roles that still exist. */
  async remove(indices: readonly number[], spoil: Spoil, dies: Death): Promise<void> {
    const chosen = [...new Set(indices.flatMap((index) => this.#seen[index % this.#seen.length] ?? []))];
    const { there } = await rereadRoles(this.#client, chosen);
    await this.#poolview(undefined, spoil, dies, () =>
      removeRoles(this.#client, this.#journal, this.#connection, there),
    );
  }

  /** Restores any offered entry, several times at once. */
  async restore(index: number, times: number, spoil: Spoil, dies: Death): Promise<void> {
    const offered = restorableEntries(await this.#journal.entries());
    const entry = offered[index % offered.length];
    if (entry === undefined) return;
    await this.#poolview(entry.id, spoil, dies, async () => {
      const results = await Promise.all(
        Array.from({ length: times }, () => restoreRole(this.#client, this.#journal, entry)),
      );
      this.#checkRestored(results);
    });
  }

  #checkRestored(results: readonly Restoration[]): void {
    for (const result of results) {
      if (result.outcome !== 'restored' || result.uid === undefined) continue;
      expect(this.#added.map(({ uid }) => uid)).toContain(result.uid);
    }
  }

  addedBySomebody(team: number, like: number): void {
    const to = this.#teams[team % this.#teams.length];
    const { roles, projectUids, filterRefs } = this.#seen[like % this.#seen.length]?.role.content ?? {};
    if (to === undefined || roles === undefined) return;
    const named = (references: readonly { uid: string; name?: string | undefined }[] = []) =>
      references.map(({ uid, name = '' }) => ({ uid, name }));
    this.service.fleet.addResourceRole(to, {
      roles: named(roles),
      projectUids: named(projectUids),
      filterRefs: named(filterRefs),
    });
  }

  removedBySomebody(team: number, index: number): void {
    const roles = this.#teams[team % this.#teams.length]?.resourceRoles ?? [];
    if (roles.length > 0) roles.splice(index % roles.length, 1);
  }

  /** The invariants while nothing is in progress. */
  async check(): Promise<void> {
    for (const entry of await this.#journal.entries()) {
      // A role that was not removed may have been removed later, with another entry.
      const told = `${entry.id} ${entry.outcome}`;
      const wasThen = this.#told.has(told) && entry.outcome === 'notRemoved';
      this.#told.add(told);
      if (wasThen) continue;
      expect(isRight(entry, this.#isThere(entry.roleUid)), `${entry.outcome} of ${entry.roleUid}`).toBe(true);
    }
    expect(this.#added.map(({ entryId }) => entryId)).not.toContain(undefined);
    // A role that was removed after its restoration may be restored again.
    const there = this.#added.filter(({ uid }) => !this.#gone.has(uid)).map(({ entryId }) => entryId);
    expect(new Set(there).size, 'no entry is restored twice').toBe(there.length);
  }

  /** What the journal contains once the service works and VS Code has restarted. */
  async checkInTheEnd(): Promise<void> {
    this.restart();
    await this.look(longAfter);
    await this.check();
    const entries = await this.#journal.entries();
    for (const uid of this.#removed) {
      const of = entries.filter(({ roleUid, content }) => roleUid === uid && content !== undefined);
      const saying = of.filter(({ outcome }) => outcome === 'removed').length;
      // A role that was restored before its outcome was determined must have been gone.
      const isSaid = saying === 0 && of.some(({ restored }) => restored !== undefined);
      expect(isSaid ? 1 : saying, `entries that say that ${uid} was removed`).toBe(1);
    }
    for (const { roleUid, outcome, restored } of entries) {
      if (restored === undefined) expect(outcome, 'what is found out').not.toBe(undefined);
      if (outcome === 'removed' || restored !== undefined) expect([...this.#gone]).toContain(roleUid);
    }
    const restoredAs = entries.flatMap(({ restored }) => restored?.uid ?? []);
    expect(restoredAs.length, 'each restored entry knows as what').toBe(
      entries.filter(({ restored }) => restored !== undefined).length,
    );
  }

  #isThere(uid: string): boolean {
    return this.#teams.some(({ resourceRoles }) => resourceRoles.some((role) => role.uid === uid));
  }
}

const anyFault = fc.constantFrom<Fault>(
  { kind: 'resetAfterActing' },
  { kind: 'reset' },
  { kind: 'cutHeaders' },
  { kind: 'hang' },
  { kind: 'status', status: 500 },
  { kind: 'html', status: 502 },
  { kind: 'html', status: 504 },
  { kind: 'status', status: 401 },
  { kind: 'status', status: 403 },
  { kind: 'status', status: 404 },
  { kind: 'status', status: 429, headers: { 'retry-after': '0' } },
  { kind: 'redirect', location: '/login' },
  { kind: 'badGzip' },
);
// Most requests succeed: otherwise few roles would be removed and restored.
const fault = fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: anyFault });
const index = fc.nat({ max: 11 });
/** What a step may be about. It uses some of this. */
const given = fc.record({
  index,
  other: index,
  indices: fc.array(index, { minLength: 1, maxLength: 3 }),
  times: fc.constantFrom(1, 1, 2, 3),
  change: fault,
  list: fault,
  names: fault,
  dies: fc.constantFrom<Death>(undefined, undefined, undefined, 'before', 'after'),
  after: fc.constantFrom(0, longAfter),
});
type Given = typeof given extends fc.Arbitrary<infer Value> ? Value : never;

function spoil(operation: Operation, { change, list, names }: Given): Spoil {
  return {
    ...(change && { [operation]: change }),
    ...(list && { listTeamResourceRoles: list }),
    ...(names && { listProjectNames: names }),
  };
}

const steps: Readonly<Record<string, (world: World, what: Given) => unknown>> = {
  remove: (world, what) => world.remove(what.indices, spoil('removeTeamResourceRole', what), what.dies),
  restore: (world, what) =>
    world.restore(what.index, what.times, spoil('addTeamResourceRole', what), what.dies),
  refresh: (world) => world.refresh(),
  look: (world, { after }) => world.look(after),
  addedBySomebody: (world, what) => {
    world.addedBySomebody(what.index, what.other);
  },
  removedBySomebody: (world, what) => {
    world.removedBySomebody(what.index, what.other);
  },
  restart: (world) => {
    world.restart();
  },
};

it('whatever happens, the journal matches what the service did', async () => {
  const names = [...Object.keys(steps), ...Array<string[]>(3).fill(['remove', 'restore']).flat()];
  const step = fc.tuple(fc.constantFrom(...names), given);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12, size: 'max' }), async (taken) => {
      const service = await startScriptedService(small);
      try {
        const world = new World(service, await temporaryFolder());
        await world.refresh();
        for (const [name, what] of taken) {
          await steps[name]?.(world, what);
          await world.check();
        }
        await world.checkInTheEnd();
      } finally {
        await service.close();
      }
    }),
    { numRuns: runs(25) },
  );
});
