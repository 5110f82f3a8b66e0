import { l10n } from 'vscode';
import type { Session } from '../connections/session';
import type { FleetReader } from '../reads/fleetReader';
import { concernsService } from '../tree/listRows';
import { requestCount, teamCount, userCount } from '../text/format';
import { parts } from '../text/text';
import { isServiceError } from '../service/errors';
import { requestTime } from '../service/requestTime';
import type { CallOptions } from '../service/operations';
import { grantsOf, kindsToRead, listsOf, type Access, type Grant, type Holder } from '../access/access';
import type { Span } from '../access/accessReader';
import { accessPlan, readPlan, requestsOf, type PlanStep } from '../access/plan';
import type { Team } from '../access/teams';
import type { Reviewed } from './context';
import type { ReviewProgress } from './messages';

/** After so many teams, it is known which kinds of grants the service does not offer. */
const firstTeams = 2;

/** Reads what a review shows, and says first how many requests that takes. */
export class ReviewRead {
  /** Whether users' own grants are read. */
  includesUsers = false;
  /** What was requested before this number is read again. */
  #from = requestTime().requestNumber;
  /** What was requested before this number is not shown. Until all is read again, the review shows what it did. */
  #since = this.#from;
  progress: ReviewProgress = { announcement: '', state: 'listing', done: 0, total: 0 };
  /** The UIDs of filters that grants which were not read may have. */
  #listedFilters: readonly string[] = [];
  #controller = new AbortController();

  /**
   * @param about the only team that is read, or the user who is read with all teams of the user; undefined for all teams
   * @param onChange called when the progress has changed
   */
  constructor(
    private readonly session: Session,
    private readonly model: Reviewed['model'],
    private readonly fleet: FleetReader,
    private readonly about: Holder | undefined,
    private readonly onChange: () => void,
  ) {}

  /** What is known since the review began, or since everything was read again. */
  get access(): Access {
    return this.model.access.at(this.#since);
  }

  /** Those whose grants the review shows. */
  get holders(): readonly Holder[] {
    const { members, users } = this.access;
    const { about } = this;
    const isShown = ({ uid }: Team): boolean =>
      about?.kind === 'user' ? members.get(uid)?.includes(about.uid) === true : uid === (about?.uid ?? uid);
    const teams = this.model.teams.filter(isShown);
    const ofTeams = teams.map(({ uid, name }): Holder => ({ kind: 'team', uid, name }));
    if (about?.kind === 'user') return [{ ...about, name: users.get(about.uid)?.name }, ...ofTeams];
    if (!this.includesUsers) return ofTeams;
    const uids = teams.flatMap(({ uid }) => members.get(uid) ?? []);
    const all = new Set([...uids, ...(about === undefined ? users.keys() : [])]);
    return [
      ...ofTeams,
      ...[...all].map((uid): Holder => ({ kind: 'user', uid, name: users.get(uid)?.name })),
    ];
  }

  /** When what decides was requested. */
  get span(): Span | undefined {
    return this.model.access.span(this.holders, this.#since);
  }

  /** The grants of {@link holders} that were read. */
  get grants(): readonly Grant[] {
    const { access } = this;
    return this.holders.flatMap((holder) => grantsOf(listsOf(access, holder)));
  }

  /** Lists the teams, roles and filters, so that it is known what else has to be read. @throws ServiceError */
  list(): Promise<void> {
    return this.#run('listing', async (options) => {
      const { model } = this;
      const client = await this.session.client();
      const listTeams = (areAll: boolean) =>
        model.listTeams(areAll, options.signal, this.onChange, this.#from);
      await listTeams(this.about?.kind !== 'team');
      // The team is on another page.
      if (this.holders.length === 0) await listTeams(true);
      const filters = client.listFilters(undefined, options).catch(() => undefined);
      const holders = this.holders.slice(0, firstTeams);
      await this.#read(accessPlan(model.access, { holders, lists: ['listRoles'] }, this.#from), options);
      this.#listedFilters = (await filters)?.items.flatMap(({ metadata }) => metadata?.uid ?? []) ?? [];
    });
  }

  /** From now on, what was read is announced and read again. What it said stays until then. */
  expire(): void {
    this.#from = requestTime().requestNumber;
    this.#announce();
  }

  /** Reads what was announced, or the rest of it. Then, announces to read all again. @throws ServiceError */
  async read(): Promise<void> {
    if (this.progress.state === 'done') {
      this.expire();
      return;
    }
    await this.#run('reading', (options) => this.#read(this.#plan(), options));
  }

  /** From now on, users' own grants are part of what is announced and read. */
  includeUsers(): void {
    this.includesUsers = true;
    this.#announce();
  }

  cancel(): void {
    this.#controller.abort();
  }

  async #run(
    state: 'listing' | 'reading',
    read: (options: CallOptions & { readonly signal: AbortSignal }) => Promise<void>,
  ): Promise<void> {
    const controller = (this.#controller = new AbortController());
    const signal = AbortSignal.any([controller.signal, this.fleet.inventory.closed]);
    this.progress = { ...this.progress, state, done: 0 };
    this.onChange();
    try {
      await read({ signal, priority: state === 'listing' ? 'user' : 'timer' });
      // What could not be read again is not known any more.
      if (state === 'reading') this.#since = this.#from;
    } catch (error) {
      // The first failure ends the others.
      controller.abort();
      if (!isServiceError(error, 'cancelled')) throw error;
    } finally {
      this.#announce();
    }
  }

  /** @throws ServiceError if other requests would fail, too */
  #read(plan: readonly PlanStep[], options: CallOptions): Promise<void> {
    return readPlan(plan, options, (requests, error) => {
      if (error !== undefined && concernsService(error)) throw error;
      this.progress = { ...this.progress, done: this.progress.done + requests };
      this.onChange();
    });
  }

  /** What is still to be read. */
  #plan(): readonly PlanStep[] {
    const { access } = this.model;
    const current = access.at(this.#from);
    const { holders } = this;
    const areListsOpen = holders.some((holder) => kindsToRead(listsOf(current, holder)).length > 0);
    const lists = [
      'listTeams',
      'listRoles',
      'listUserNames',
      'listUserActivity',
      'listProjectUids',
      'searchClusters',
    ] as const;
    const filters = areListsOpen ? this.#listedFilters : [];
    return accessPlan(access, { holders, lists, filters }, this.#from);
  }

  /** Says how many requests are left. */
  #announce(): void {
    const { holders } = this;
    const total = requestsOf(this.#plan());
    const users = holders.filter(({ kind }) => kind === 'user').length;
    const what = parts(teamCount(holders.length - users), users === 0 ? '' : userCount(users));
    const announcement = l10n.t('{0}: {1}', what, requestCount(total));
    this.progress = { announcement, state: total === 0 ? 'done' : 'ready', done: 0, total };
    this.onChange();
  }
}
