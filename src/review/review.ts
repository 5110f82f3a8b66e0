import { isDeepStrictEqual } from 'node:util';
import { env, l10n, Uri, window, type Disposable } from 'vscode';
import { hostOf } from '../connections/connection';
import type { FleetReader } from '../items/reads/fleetReader';
import { tabSeparatedText } from '../text/csv';
import { formatProgress } from '../text/format';
import { displayName, parts, pathText, sanitizeLine } from '../text/text';
import { leadingTo, type PartialQuestion } from '../access/whoCan';
import { StorageError } from '../connections/storedFiles';
import { copy } from '../ui/copy';
import { showErrors } from '../ui/errorMessage';
import { keyRefusal } from '../ui/inputBox';
import { Updates } from '../ui/updates';
import { changesOf } from '../webPage/listChanges';
import { grantKinds, listsOf, type Access, type Grant } from '../access/access';
import { removableRoles, type TeamRole } from '../access/resourceRoles';
import { userActivityTexts } from '../access/holderText';
import { countRead, unreadOf, unreadText, type Unread } from '../access/unread';
import { answerOf } from './answer';
import type { RecordedRemoval, Reviewed } from './context';
import { keptReview, listKey, type Decision, type Decisions } from './decisions';
import { rowMaker } from './grantRows';
import type {
  Focus,
  FromReviewPage,
  GrantRow,
  Question,
  ReviewHeader,
  ToReviewPage,
  WhoCanAnswer,
} from './messages';
import { answerTable, confirmFinish, saveAnswer, saveReport } from './report';
import { ReviewRead } from './reviewRead';

/** What a review works with. */
interface ReviewContext {
  readonly connections: { readonly consoleUrl: string | undefined };
  readonly post: (message: ToReviewPage) => void;
}

interface SentReview {
  readonly header: ReviewHeader;
  readonly rows: readonly GrantRow[];
}

/** The access review of one connection. */
export class Review implements Disposable {
  readonly updates: Updates<SentReview>;
  readonly #reading: ReviewRead;
  /** Undefined if something else is known than when the rows were made. */
  #rowOf: ReturnType<typeof rowMaker> | undefined;
  /** The grants that are shown, by ID. */
  #shown: ReadonlyMap<string, Grant> = new Map();
  /** What the journal says, by the IDs of grants; undefined if it can't be read. */
  #removals: ReadonlyMap<string, RecordedRemoval> | undefined = new Map();
  /** When this review was opened, or the one before was finished here, in milliseconds since 1970. */
  #since = Date.now();
  #latestRemovals: Promise<unknown> | undefined;
  #question: Question | undefined;
  #userUid: string | undefined;
  #ownUser: Promise<string | undefined> | undefined;
  readonly #subscriptions: readonly Disposable[];

  constructor(
    private readonly active: Reviewed,
    fleet: FleetReader,
    private readonly decisions: Decisions,
    private readonly scope: Omit<Focus, 'connection'>,
    private readonly context: ReviewContext,
  ) {
    const { session, model } = active;
    this.updates = new Updates((sent) => this.#send(sent));
    const learn = (): void => {
      // Otherwise, each response would make all rows again. They are made again when everything is read.
      if (this.#reading.progress.state !== 'reading') this.#rowOf = undefined;
      this.updates.update();
    };
    this.#reading = new ReviewRead(session, model, fleet, scope.holder, learn);
    this.#subscriptions = [
      model.access.onDidChange(learn),
      fleet.inventory.store.onDidChange(learn),
      model.onDidRecord(() => void showErrors(() => this.#readRemovals())),
    ];
  }

  /** Lists what there is to read, and takes over what was decided. @throws ServiceError, StorageError */
  async start(): Promise<void> {
    await Promise.all([this.#readStored(), this.#reading.list()]);
    this.updates.update(true);
  }

  /** Does what the page asks for. @throws ServiceError, StorageError */
  async run(message: FromReviewPage): Promise<void> {
    switch (message.type) {
      case 'read':
        await this.#reading.read();
        break;
      case 'cancel':
        this.#reading.cancel();
        break;
      case 'readUsers':
        this.#reading.includeUsers();
        break;
      case 'whoCan':
        this.#question = message.question;
        break;
      case 'decide': {
        const refusal = await keyRefusal(message.note ?? '', this.active.session.containsApiKey);
        if (refusal === undefined) await this.#decide(message);
        else void window.showErrorMessage(refusal);
        break;
      }
      case 'remove':
        await this.#remove();
        break;
      case 'finish':
        await this.#finish();
        break;
      case 'copyAnswer':
      case 'saveAnswer':
        await this.#export(message.type);
        break;
      case 'openConsole': {
        const { consoleUrl } = this.context.connections;
        if (consoleUrl !== undefined) await env.openExternal(Uri.parse(consoleUrl, true));
        break;
      }
      default:
        return;
    }
    this.updates.update(true);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#reading.cancel();
    this.updates.stop();
  }

  /** Shows all to a page that is loaded. @throws StorageError */
  async show(): Promise<void> {
    this.updates.start();
    await this.#readStored();
  }

  /** Takes over what other windows have decided and removed meanwhile. @throws StorageError */
  async #readStored(): Promise<void> {
    await Promise.all([this.decisions.read(), this.#readRemovals()]);
    this.updates.update(true);
  }

  /** Removes what is still decided to be removed. @throws ServiceError, StorageError */
  async #remove(): Promise<void> {
    await this.#readStored();
    await this.active.remove(this.#toRemove());
  }

  /** Decides, and adds who did when that is known: the service may take long to tell, or not tell. @throws StorageError */
  async #decide({ ids, choice, note }: Extract<FromReviewPage, { readonly type: 'decide' }>): Promise<void> {
    await this.decisions.decide(ids, { choice, note, by: this.#userUid });
    this.updates.update(true);
    if (this.#userUid !== undefined) return;
    this.#userUid = await (this.#ownUser ??= this.#readOwnUser());
    if (this.#userUid !== undefined) await this.decisions.decide(ids, { by: this.#userUid });
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
        this.updates.update(true);
      }
    }
  }

  async #finish(): Promise<void> {
    const { session } = this.active;
    const { access } = this.#reading;
    await this.#readStored();
    const { current: decisions } = this.decisions;
    // What is gone since the last review is no part of this one.
    const rows = this.#currentRows(access).filter(({ change }) => change !== 'gone');
    const { holders, grants } = this.#reading;
    const [shown, removals] = [this.#shown, this.#removals ?? new Map<string, RecordedRemoval>()];
    const { scope, coverage, toRemove } = this.#headerOf(access);
    const { connection } = session;
    const notRead = this.#notRead(access);
    const report = {
      ...{ scope, coverage, connection, rows, grants: shown, access, decisions, removals },
      ...{ notRead, span: this.#reading.span },
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
  }

  /** Copies or saves who can do what was asked. */
  async #export(how: 'copyAnswer' | 'saveAnswer'): Promise<void> {
    const { session } = this.active;
    const answer = this.#answerFrom(this.#reading.access);
    if (answer === undefined) return;
    const table = answerTable(answer, session, this.#reading.span);
    if (how === 'saveAnswer') await saveAnswer(table, session);
    else {
      const names = table.slice(1).map(([name = '']) => name);
      await copy(tabSeparatedText(table), names, (count) => l10n.t('Copied {0} users', count));
    }
  }

  #send(sent: SentReview | undefined): SentReview {
    // A list may lack what was removed, before the journal has said so.
    if (sent !== undefined && this.#latestRemovals !== undefined) return sent;
    const { access } = this.#reading;
    const before = new Map(sent?.rows.map((row) => [row.id, row]));
    const rows = this.#currentRows(access).map((row) => {
      const same = before.get(row.id);
      return same && isDeepStrictEqual(row, same) ? same : row;
    });
    const header = this.#headerOf(access);
    const changes = changesOf(sent?.rows, rows);
    const isSame =
      changes.changed.length + changes.removed.length === 0 && isDeepStrictEqual(header, sent?.header);
    if (!isSame) this.context.post({ type: 'review', header, ...changes });
    return { header, rows };
  }

  #answerFrom(access: Access): WhoCanAnswer | undefined {
    return this.#question && answerOf(this.#question, access, this.#namesOf(this.#question, access));
  }

  /** Also of grants that are gone since the last review, or since they were removed in this one. */
  #currentRows(access: Access): readonly GrantRow[] {
    const { current, last } = this.decisions;
    const removals = new Map(
      [...(this.#removals ?? [])].filter(
        ([id, removal]) =>
          removal.startedAt >= Math.min(this.#since, current.get(id)?.since ?? Infinity) &&
          !isThereAgain(id, removal, access),
      ),
    );
    const now = new Map(
      this.#reading.grants
        .filter(({ id }) => removals.get(id)?.isGone !== true)
        .map((grant) => [grant.id, grant]),
    );
    const before = new Map(last?.grants.map((grant) => [grant.id, grant]));
    const listsBefore = new Set(last?.read);
    const teamUids = new Set(this.active.model.teams.map(({ uid }) => uid));
    // What was not read now may still be there, unless its team is gone.
    const isKnown = (grant: Grant): boolean =>
      isRead(grant, access) ||
      (grant.holder.kind === 'team' && access.areTeamsComplete && !teamUids.has(grant.holder.uid));
    const { holder, projectUid } = this.scope;
    const leads = leadingTo(access, this.scope);
    const holderUids = new Set([holder?.uid, ...this.#reading.holders.map(({ uid }) => uid)]);
    const gone: readonly Grant[] = [
      ...[...removals].map(([id, removal]) => ({ ...grantOf(removal), id })),
      ...before.values(),
    ].filter(
      (grant) =>
        !now.has(grant.id) &&
        (holder === undefined || holderUids.has(grant.holder.uid)) &&
        (projectUid === undefined || mayBeIn(projectUid, grant)) &&
        (isKnown(grant) || removals.get(grant.id)?.isGone === true),
    );
    const there = [...now.values()].filter((grant) => leads(grant) !== 'no');
    this.#shown = new Map([...there, ...gone].map((grant) => [grant.id, grant]));
    const rowOf = (this.#rowOf ??= rowMaker(access));
    return [...this.#shown.values()].map((grant) => {
      const { id } = grant;
      const { choice = 'none', note = '', at: decidedAt } = current.get(id) ?? {};
      const isThere = now.has(id);
      const isAdded = !before.has(id) && listsBefore.has(listKey(grant));
      return {
        ...rowOf(grant, !isThere),
        choice,
        note,
        decidedAt,
        outcome: removals.get(id)?.text,
        isGone: !isThere,
        change: isThere ? (isAdded ? 'added' : undefined) : removals.has(id) ? 'removed' : 'gone',
      };
    });
  }

  #headerOf(access: Access): ReviewHeader {
    const { connection } = this.active.session;
    const { grants, includesUsers, span, progress } = this.#reading;
    const permissions = [...access.roles.values()].flatMap((role) => role.permissions ?? []);
    return {
      connection: { name: sanitizeLine(connection.name), host: hostOf(connection) },
      scope: this.#scopeOf(access),
      progress,
      coverage: this.#coverage(access),
      readAt: span?.first,
      canReadUsers: !includesUsers && this.scope.holder?.kind !== 'user',
      hasConsole: this.context.connections.consoleUrl !== undefined,
      toRemove: connection.readOnly === true ? undefined : this.#toRemove().length,
      permissions: [...new Set(permissions)].sort(),
      projects: this.#places(access, grants),
      answer: this.#answerFrom(access),
    };
  }

  /** All that was not read of what decides about the grants of this review. */
  #notRead(access: Access): readonly Unread[] {
    const { holders, grants } = this.#reading;
    const { holder: about, projectUid } = this.scope;
    const hasUsers = holders.some(({ kind }) => kind === 'user');
    return unreadOf(access, {
      holders,
      teams: holders.filter(({ kind }) => kind === 'team'),
      grants,
      projectUids: projectUid === undefined ? undefined : [projectUid],
      also: [
        'signIns',
        ...(about?.kind === 'team' ? [] : (['teams'] as const)),
        ...(hasUsers ? [] : (['ownRoles'] as const)),
        ...(hasUsers && about === undefined ? (['users'] as const) : []),
        ...(this.#removals === undefined ? (['removals'] as const) : []),
      ],
    });
  }

  /** `40 of 40 teams · not read: users' own roles; sign-ins`: what was not read does not count as "no access". */
  #coverage(access: Access): string {
    const [teams, users] = (['team', 'user'] as const).map((kind) => {
      const holders = this.#reading.holders.filter((holder) => holder.kind === kind);
      return holders.length > 0 && formatProgress(countRead(access, holders), holders.length);
    });
    // How many of them were not requested, the numbers say.
    const unread = this.#notRead(access).filter(({ part, reason }) => part !== 'grants' || reason);
    return parts(
      teams ? l10n.t('{0} teams', teams) : '',
      users ? l10n.t('own roles of {0} users', users) : '',
      unread.length === 0 ? '' : l10n.t('not read: {0}', unread.map((one) => unreadText(one)).join('; ')),
    );
  }

  #scopeOf(access: Access): string {
    const { holder: about, projectUid } = this.scope;
    if (projectUid !== undefined)
      return l10n.t('access to {0}', pathText(...this.#namesOf(this.scope, access)));
    if (about === undefined) return l10n.t('all teams');
    const name = displayName(this.#reading.holders[0]?.name, about.uid, '?');
    if (about.kind === 'team') return l10n.t('team {0}', name);
    return parts(l10n.t('user {0}', name), ...userActivityTexts(access.users.get(about.uid) ?? about));
  }

  /** The names of a project and a cluster, as far as there are any. */
  #namesOf({ projectUid, clusterUid }: PartialQuestion, access: Access): readonly string[] {
    const project = this.#places(access, this.#reading.grants).find(({ id }) => id === projectUid);
    const cluster = project?.clusters.find(({ id }) => id === clusterUid);
    return [project, cluster].flatMap((one) => one?.name ?? []);
  }

  /** The projects that were read or that grants name, with the clusters that were read. */
  #places({ clusters }: Access, grants: readonly Grant[]): ReviewHeader['projects'] {
    const ofGrants = grants.flatMap(({ projects }) => projects);
    const names = new Map(ofGrants.map(({ uid = '', name }) => [uid, displayName(name, uid, '?')]));
    for (const [uid, { name }] of clusters)
      if (name !== undefined) names.set(uid, displayName(name, uid, '?'));
    return [...names].map(([id, name]) => ({
      id,
      name,
      clusters: (clusters.get(id)?.all ?? []).map((one) => ({
        id: one.uid,
        name: displayName(one.name, one.uid, '?'),
      })),
    }));
  }
}

function isRead({ holder, kind }: Pick<Grant, 'holder' | 'kind'>, access: Access): boolean {
  return listsOf(access, holder)[kind]?.grants !== undefined;
}

/** Whether a grant that is gone may have led to a project. */
function mayBeIn(projectUid: string, { kind, projects }: Grant): boolean {
  return kind === 'tenant' || projects.some(({ uid }) => uid === projectUid);
}

/** Whether a list that was requested after a removal has the role. */
function isThereAgain(id: string, { isGone, team, startedAt }: RecordedRemoval, access: Access): boolean {
  const { grants = [], readAt = 0 } = listsOf(access, { kind: 'team', uid: team.uid }).resource ?? {};
  return isGone && readAt > startedAt && grants.some((grant) => grant.id === id);
}

/** What was removed, without what only the service can tell. */
function grantOf({ team: { uid, name }, content = noContent }: RecordedRemoval): Omit<Grant, 'id'> {
  const { roles, projectUids: projects, filterRefs: filters } = content;
  return { holder: { kind: 'team', uid, name }, kind: 'resource', roles, projects, filters };
}

const noContent = { roles: [], projectUids: [], filterRefs: [] };
