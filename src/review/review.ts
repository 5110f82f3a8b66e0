import { isDeepStrictEqual } from 'node:util';
import { env, l10n, Uri, window, type Disposable } from 'vscode';
import { hostOf } from '../connections/connection';
import type { FleetReader } from '../reads/fleetReader';
import { tabSeparatedText } from '../text/csv';
import { sanitizeLine } from '../text/text';
import { isFor } from '../access/reach';
import type { PartialQuestion } from '../access/whoCan';
import { StorageError } from '../connections/storedFiles';
import { copy } from '../ui/copy';
import { showErrors } from '../ui/errorMessage';
import { keyRefusal } from '../ui/inputBox';
import type { PageContent, PageHandlers } from '../tabs/pageHost';
import { Updates } from '../tabs/updates';
import { grantKinds, listsOf, type Access, type Grant } from '../access/access';
import { removableRoles, type TeamRole } from '../access/resourceRoles';
import type { Unread } from '../access/unread';
import type { Scope } from './chooseScope';
import type { ReviewedRemoval, Reviewed } from './context';
import { reviewCoverageText, learnedFrom, type Learned } from './learned';
import { keptReview, listKey, type Decision, type Decisions } from './decisions';
import { rowMaker } from './grantRows';
import type {
  AskedProject,
  Focus,
  FromReviewPage,
  GrantRow,
  PageQuestion,
  ReviewHeader,
  ToReviewPage,
} from './messages';
import { answerTable, confirmFinish, saveAnswer, saveReport } from './report';
import { ReviewRead } from './reviewRead';

/** What a review works with. */
interface ReviewContext {
  readonly connections: { readonly consoleUrl: string | undefined };
  readonly post: (message: ToReviewPage) => void;
  /** Shows another review instead. */
  readonly open: (scope: Scope) => void;
}

/** The access review of one connection. */
export class Review implements PageContent<FromReviewPage> {
  readonly #updates;
  readonly #projects;
  readonly #reading: ReviewRead;
  /** Undefined if something else is known than when the rows were made. */
  #rowOf: ReturnType<typeof rowMaker> | undefined;
  /** Undefined if something else is known than when it was found out. */
  #learned: Learned | undefined;
  /** The grants that are shown, by ID. */
  #shown: ReadonlyMap<string, Grant> = new Map();
  /** What the journal says, by the IDs of grants; undefined if it can't be read. */
  #removals: ReadonlyMap<string, ReviewedRemoval> | undefined = new Map();
  /** When this review was opened, or the one before was finished here, in milliseconds since 1970. */
  #since = Date.now();
  #latestRemovals: Promise<unknown> | undefined;
  #question: PageQuestion | undefined;
  #userUid: string | undefined;
  #ownUser: Promise<string | undefined> | undefined;
  readonly #subscriptions: readonly Disposable[];

  readonly handlers: PageHandlers<FromReviewPage> = {
    read: async () => {
      await this.#reading.read();
      this.#updates.update(true);
    },
    cancel: () => {
      this.#reading.cancel();
    },
    readUsers: () => {
      this.#reading.includeUsers();
    },
    whoCan: ({ question }) => {
      this.#question = question;
      this.#updates.update(true);
    },
    reviewUser: ({ userUid }) => {
      this.context.open({ holder: { kind: 'user', uid: userUid } });
    },
    decide: (decision) => this.#decide(decision),
    remove: () => this.#remove(),
    finish: () => this.#finish(),
    copyAnswer: async () => {
      const table = this.#answerTable;
      if (table === undefined) return;
      const names = table.slice(1).map(([name = '']) => name);
      await copy(tabSeparatedText(table), names, (count) => l10n.t('Copied {0} users', count));
    },
    saveAnswer: async () => {
      const table = this.#answerTable;
      if (table) await saveAnswer(table, this.active.session);
    },
    openConsole: async () => {
      const { consoleUrl } = this.context.connections;
      if (consoleUrl !== undefined) await env.openExternal(Uri.parse(consoleUrl, true));
    },
  };

  constructor(
    private readonly active: Reviewed,
    fleet: FleetReader,
    private readonly decisions: Decisions,
    private readonly scope: Focus,
    private readonly context: ReviewContext,
  ) {
    const { session, model } = active;
    const { post } = context;
    this.#updates = new Updates({
      current: (sent: readonly GrantRow[] | undefined) => {
        // A list may lack what was removed, before the journal has said so.
        if (sent !== undefined && this.#latestRemovals !== undefined) return undefined;
        const list = withSame(sent, this.#currentRows());
        return { rest: { type: 'review', header: this.#headerOf() } as const, list };
      },
      post,
    });
    this.#projects = new Updates<{ readonly type: 'projects' }, AskedProject>({
      current: (sent) => ({ rest: { type: 'projects' }, list: withSame(sent, this.#read.projects) }),
      post,
    });
    const renew = (): void => {
      // Otherwise, each response would make all rows again. They are made again when everything is read.
      if (this.#reading.progress.state !== 'reading') this.#rowOf = undefined;
      this.#learned = undefined;
      this.#updates.update();
      this.#projects.update();
    };
    this.#reading = new ReviewRead(session, model, fleet, scope.holder, renew);
    this.#subscriptions = [
      model.access.onDidChange(renew),
      fleet.inventory.store.onDidChange(renew),
      model.onDidRecord(() => void showErrors(() => this.#readRemovals())),
    ];
  }

  /** Lists what there is to read, and takes over what was decided. @throws ServiceError, StorageError */
  async start(): Promise<void> {
    await Promise.all([this.#readStored(), this.#reading.list()]);
    this.#updates.update(true);
  }

  /** @throws StorageError */
  async show(): Promise<void> {
    this.#updates.start();
    this.#projects.start();
    this.context.post({ type: 'focus', ...this.scope });
    await this.#readStored();
  }

  hide(): void {
    this.#updates.stop();
    this.#projects.stop();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#reading.cancel();
    this.hide();
  }

  /** Takes over what other windows have decided and removed meanwhile. @throws StorageError */
  async #readStored(): Promise<void> {
    await Promise.all([this.decisions.read(), this.#readRemovals()]);
    this.#updates.update(true);
  }

  /** Removes what is still decided to be removed. @throws ServiceError, StorageError */
  async #remove(): Promise<void> {
    await this.#readStored();
    await this.active.remove(this.#toRemove());
  }

  /** Decides, and adds who did when that is known: the service may take long to tell, or not tell. @throws StorageError */
  async #decide({ ids, choice, note }: Extract<FromReviewPage, { readonly type: 'decide' }>): Promise<void> {
    const refusal = await keyRefusal(note ?? '', this.active.session.containsApiKey);
    if (refusal !== undefined) {
      void window.showErrorMessage(refusal);
      return;
    }
    await this.decisions.decide(ids, { choice, note, by: this.#userUid });
    this.#updates.update(true);
    if (this.#userUid !== undefined) return;
    this.#userUid = await (this.#ownUser ??= this.#readOwnUser());
    if (this.#userUid !== undefined) await this.decisions.decide(ids, { by: this.#userUid });
    this.#updates.update(true);
  }

  /** The UID of the user whom the API key belongs to; undefined if the service does not tell. */
  async #readOwnUser(): Promise<string | undefined> {
    const client = await this.active.session.client();
    const user = await client.readOwnUser().catch(() => undefined);
    return user?.userUid;
  }

  /** The roles to remove. They are read again before anything is asked. */
  #toRemove(): readonly TeamRole[] {
    return [...this.#shown.values()].flatMap(({ id, holder, resourceRole: role }) => {
      const isChosen = this.decisions.current.get(id)?.choice === 'remove';
      return isChosen && holder.kind === 'team' && role ? removableRoles(holder, [role]) : [];
    });
  }

  /** What can't be read is unknown: the review and its report say so. */
  async #readRemovals(): Promise<void> {
    const removals = this.active.removals().catch((error: unknown) => {
      if (!(error instanceof StorageError)) throw error;
      return undefined;
    });
    this.#latestRemovals = removals;
    try {
      const read = await removals;
      if (this.#latestRemovals === removals) this.#removals = read;
    } finally {
      if (this.#latestRemovals === removals) {
        this.#latestRemovals = undefined;
        this.#updates.update(true);
      }
    }
  }

  async #finish(): Promise<void> {
    const { session } = this.active;
    await this.#readStored();
    const { current: decisions } = this.decisions;
    // What is gone since the last review is no part of this one.
    const rows = this.#currentRows().filter(({ change }) => change !== 'gone');
    const { access, holders, grants, span } = this.#read;
    const [shown, removals] = [this.#shown, this.#removals ?? new Map<string, ReviewedRemoval>()];
    const { scope, coverage, toRemove } = this.#headerOf();
    const { connection } = session;
    const notRead = this.#notRead;
    const report = {
      ...{ scope, coverage, connection, rows, grants: shown, access, decisions, removals },
      ...{ notRead, span },
    };
    const chosen = await confirmFinish(report, toRemove);
    if (chosen === 'remove') await this.#remove();
    if (chosen !== 'save') return;
    if (!(await saveReport(report, session))) return;
    const lists = holders.flatMap((holder) => grantKinds.map((kind) => ({ holder, kind })));
    // Of a place, only the grants that lead there were looked at.
    const all = this.scope.projectUid === undefined ? lists : [];
    const read = all.filter((list) => isRead(list, access)).map(listKey);
    const reviewed = grants.filter(({ id }) => shown.has(id));
    // Also what was decided about grants that are gone.
    const isOver = ({ id }: Decision): boolean => shown.has(id) || read.some((list) => id.startsWith(list));
    await this.decisions.finish(keptReview(reviewed, read), [...decisions.values()].filter(isOver));
    // The next review is about what there is then.
    this.#since = Date.now();
    this.#reading.expire();
    this.#updates.update(true);
  }

  /** Who can do what was asked, as cells; undefined if nothing is asked. */
  get #answerTable(): ReturnType<typeof answerTable> | undefined {
    const { answerTo, span } = this.#read;
    return this.#question && answerTable(answerTo(this.#question), this.active.session, span);
  }

  /** Found out again only after something was read: a decision changes nothing of it. */
  get #read(): Learned {
    return (this.#learned ??= learnedFrom(this.#reading, this.scope));
  }

  /** Also of grants that are gone since the last review, or since they were removed in this one. */
  #currentRows(): readonly GrantRow[] {
    const { access, grants, holders, leads } = this.#read;
    const { current, last } = this.decisions;
    const removals = new Map(
      [...(this.#removals ?? [])].filter(
        ([id, removal]) =>
          removal.startedAt >= Math.min(this.#since, current.get(id)?.since ?? Infinity) &&
          !isThereAgain(id, removal, access),
      ),
    );
    const now = new Map(
      grants.filter(({ id }) => removals.get(id)?.isGone !== true).map((grant) => [grant.id, grant]),
    );
    const before = new Map(last?.grants.map((grant) => [grant.id, grant]));
    const listsBefore = new Set(last?.read);
    const teamUids = new Set(this.active.model.teams.map(({ uid }) => uid));
    // What was not read now may still be there, unless its team is gone.
    const isKnown = (grant: Grant): boolean =>
      isRead(grant, access) ||
      (grant.holder.kind === 'team' && access.areTeamsComplete && !teamUids.has(grant.holder.uid));
    const { holder, projectUid } = this.scope;
    const holderUids = new Set([holder?.uid, ...holders.map(({ uid }) => uid)]);
    const gone: readonly Grant[] = [
      ...[...removals].map(([id, removal]) => removedGrant(id, removal)),
      ...before.values(),
    ].filter(
      (grant) =>
        !now.has(grant.id) &&
        (holder === undefined || holderUids.has(grant.holder.uid)) &&
        (projectUid === undefined || mayBeIn(projectUid, grant)) &&
        (isKnown(grant) || removals.get(grant.id)?.isGone === true),
    );
    // Also what is for what is reviewed, but whose filter does not match it now.
    const mayLead = (grant: Grant): boolean =>
      projectUid !== undefined && grant.kind === 'resource' && isFor(grant, projectUid) !== false;
    const there = [...now.values()].filter((grant) => leads(grant) !== false || mayLead(grant));
    this.#shown = new Map([...there, ...gone].map((grant) => [grant.id, grant]));
    const rowOf = (this.#rowOf ??= rowMaker(access));
    return [...this.#shown.values()].map((grant) => {
      const { id } = grant;
      const { choice = 'none', note = '', at: decidedAt } = current.get(id) ?? {};
      const isThere = now.has(id);
      const isAdded = !before.has(id) && listsBefore.has(listKey(grant));
      return rowOf(grant, {
        choice,
        note,
        decidedAt,
        outcome: removals.get(id)?.text,
        isGone: !isThere,
        change: isThere ? (isAdded ? 'added' : undefined) : removals.has(id) ? 'removed' : 'gone',
        notNow: isThere && leads(grant) === false ? notNowText(this.scope) : undefined,
      });
    });
  }

  #headerOf(): ReviewHeader {
    const { connection } = this.active.session;
    const { includesUsers, progress } = this.#reading;
    const { answerTo, scope, span, permissions } = this.#read;
    return {
      ...{ scope, permissions },
      connection: { name: sanitizeLine(connection.name), host: hostOf(connection) },
      progress,
      coverage: reviewCoverageText(this.#read, this.#notRead),
      readAt: span?.first,
      canReadUsers: !includesUsers && this.scope.holder?.kind !== 'user',
      hasConsole: this.context.connections.consoleUrl !== undefined,
      toRemove: connection.readOnly === true ? undefined : this.#toRemove().length,
      answer: this.#question && answerTo(this.#question),
    };
  }

  /** Also that the journal could not be read. */
  get #notRead(): readonly Unread[] {
    const { notRead } = this.#read;
    if (this.#removals !== undefined) return notRead;
    return [...notRead, { part: 'removals', reason: undefined, of: [] }];
  }
}

/** A list in which what has not changed is the same object as before. */
function withSame<Element extends { readonly id: string }>(
  before: readonly Element[] | undefined,
  list: readonly Element[],
): readonly Element[] {
  const known = new Map(before?.map((element) => [element.id, element]));
  return list.map((element) => {
    const same = known.get(element.id);
    return same && isDeepStrictEqual(element, same) ? same : element;
  });
}

function isRead({ holder, kind }: Pick<Grant, 'holder' | 'kind'>, access: Access): boolean {
  return listsOf(access, holder)[kind]?.grants !== undefined;
}

/** Whether a grant that is gone may have led to a project. */
function mayBeIn(projectUid: string, { kind, projects }: Grant): boolean {
  return kind === 'tenant' || projects.some(({ uid }) => uid === projectUid);
}

/** Whether a list that was requested after a removal has the role. */
function isThereAgain(id: string, { isGone, team, startedAt }: ReviewedRemoval, access: Access): boolean {
  const { grants = [], readAt = 0 } = listsOf(access, { kind: 'team', uid: team.uid }).resource ?? {};
  return isGone && readAt > startedAt && grants.some((grant) => grant.id === id);
}

function notNowText({ clusterUid }: PartialQuestion): string {
  return clusterUid === undefined
    ? l10n.t('matches no cluster now')
    : l10n.t("doesn't match this cluster now");
}

/** What was removed, as the journal has it. */
function removedGrant(id: string, { team: { uid, name }, content }: ReviewedRemoval): Grant {
  const { roles = [], projectUids: projects = [], filterRefs: filters = [] } = content ?? {};
  // Without a UID: it can't be removed again.
  const resourceRole = { uid: undefined, content };
  return {
    id,
    holder: { kind: 'team', uid, name },
    kind: 'resource',
    roles,
    projects,
    filters,
    resourceRole,
  };
}
