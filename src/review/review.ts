import { isDeepStrictEqual } from 'node:util';
import { env, l10n, Uri, window, type Disposable } from 'vscode';
import { hostOf } from '../connections/connection';
import type { FleetReader } from '../items/reads/fleetReader';
import { shownName } from '../items/kinds';
import { projectUidOf } from '../items/kinds/project';
import { tabSeparatedText } from '../text/csv';
import { displayName, parts, pathText, sanitizeLine } from '../text/text';
import { remembering } from '../access/answer';
import { isFor } from '../access/reach';
import { leadingTo, type PartialQuestion } from '../access/whoCan';
import { copy } from '../ui/copy';
import { showErrors } from '../ui/errorMessage';
import { keyRefusal } from '../ui/inputBox';
import { Updates } from '../ui/updates';
import { changesOf } from '../webPage/listChanges';
import { grantKinds, listsOf, type Access, type Answer, type Grant, type Holder } from '../access/access';
import { removableRoles, type TeamRole } from '../access/resourceRoles';
import { withCancellableProgress } from '../ui/progress';
import { userActivityTexts } from '../access/holderText';
import { resourceRoleUid } from '../access/readGrants';
import { answerOf } from './answer';
import { findAuditEntries } from './auditEntries';
import type { RecordedRemoval, Reviewed } from './context';
import { coverageText } from './coverage';
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
import { confirmFinish, saveAnswer, saveReport, usersTable, type Report } from './report';
import { ReviewRead } from './reviewRead';

/** What a review works with. */
interface ReviewContext {
  readonly connections: { readonly consoleUrl: string | undefined };
  readonly post: (message: ToReviewPage) => void;
}

/** What was read, and what follows from it. */
interface Learned {
  readonly access: Access;
  readonly grants: readonly Grant[];
  readonly holders: readonly Holder[];
  /** Whether a grant leads to what is reviewed. */
  readonly leads: (grant: Grant) => Answer;
  readonly answerTo: (question: Question) => WhoCanAnswer;
  readonly header: Pick<ReviewHeader, 'scope' | 'coverage' | 'readAt' | 'permissions' | 'projects'>;
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
  #learned: Learned | undefined;
  /** The grants that are shown, by ID. */
  #shown: ReadonlyMap<string, Grant> = new Map();
  /** What the journal says, by the IDs of grants. */
  #removals: ReadonlyMap<string, RecordedRemoval> = new Map();
  /** When this review was opened, or the one before was finished here, in milliseconds since 1970. */
  #since = Date.now();
  #latestRemovals: Promise<unknown> | undefined;
  #question: Question | undefined;
  #userUid: string | undefined;
  readonly #subscriptions: readonly Disposable[];

  constructor(
    private readonly active: Reviewed,
    private readonly fleet: FleetReader,
    private readonly decisions: Decisions,
    private readonly scope: Omit<Focus, 'connection'>,
    private readonly context: ReviewContext,
  ) {
    const { session, model } = active;
    this.updates = new Updates((sent) => this.#send(sent));
    const learn = (): void => {
      // Otherwise, each response would make all rows again. They are made again when everything is read.
      if (this.#reading.progress.state !== 'reading') this.#rowOf = undefined;
      this.#learned = undefined;
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
    await Promise.all([this.decisions.read(), this.#readRemovals(), this.#reading.list()]);
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
        if (refusal === undefined)
          await this.decisions.decide(message.ids, { ...message, by: await this.#ownUser() });
        else void window.showErrorMessage(refusal);
        break;
      }
      case 'remove':
        await this.active.remove(this.#toRemove());
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

  /** The roles to remove. They are read again before anything is asked. */
  #toRemove(): readonly TeamRole[] {
    return [...this.#shown.values()].flatMap(({ id, holder, resourceRole: role }) => {
      const isChosen = this.decisions.current.get(id)?.choice === 'remove';
      return isChosen && holder.kind === 'team' && role ? removableRoles(holder, [role]) : [];
    });
  }

  /** @throws StorageError */
  async #readRemovals(): Promise<void> {
    const removals = this.active.removals();
    this.#latestRemovals = removals;
    const read = await removals;
    if (this.#latestRemovals !== removals) return;
    this.#removals = read;
    this.updates.update(true);
  }

  /** The UID of the user whom the API key belongs to; undefined if the service does not tell. */
  async #ownUser(): Promise<string | undefined> {
    const client = await this.active.session.client();
    this.#userUid ??= (await client.readOwnUser().catch(() => undefined))?.userUid;
    return this.#userUid;
  }

  /** The audit entries of what was removed in this review. @throws ServiceError if it is canceled */
  async #auditEntries(rows: readonly GrantRow[]): Promise<Report['auditEntries']> {
    const removed = rows.flatMap(({ id, who, outcome }) => {
      const [removal, roleUid] = [this.#removals.get(id), resourceRoleUid(id)];
      const isRemoved = outcome !== undefined && removal?.outcome === 'removed';
      return isRemoved && roleUid !== undefined
        ? [{ id, teamUid: who.id, roleUid, at: removal.startedAt }]
        : [];
    });
    if (removed.length === 0) return new Map();
    return withCancellableProgress(l10n.t('Finding audit entries…'), (signal) =>
      findAuditEntries(removed, this.active.session, signal),
    );
  }

  async #finish(): Promise<void> {
    const { session } = this.active;
    const { access, holders, grants } = this.#read;
    // Other windows may have decided or removed something.
    await Promise.all([this.decisions.read(), this.#readRemovals()]);
    const { current: decisions } = this.decisions;
    // What is gone since the last review is no part of this one.
    const rows = this.#currentRows().filter(({ change }) => change !== 'gone');
    const [shown, removals] = [this.#shown, this.#removals];
    const { scope, coverage, toRemove } = this.#headerOf();
    const { connection } = session;
    const report = { scope, coverage, connection, rows, grants: shown, access, holders, decisions, removals };
    const chosen = await confirmFinish(report, toRemove);
    if (chosen === 'remove') await this.active.remove(this.#toRemove());
    if (chosen !== 'save') return;
    const auditEntries = await this.#auditEntries(rows);
    if (!(await saveReport({ ...report, auditEntries }, session))) return;
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
    const answer = this.#question && this.#read.answerTo(this.#question);
    if (answer === undefined) return;
    if (how === 'saveAnswer') await saveAnswer(answer, this.active.session);
    else {
      const [titles = [], ...lines] = usersTable(answer);
      const names = lines.map(([name = '']) => name);
      await copy(tabSeparatedText([titles, ...lines]), names, (count) => l10n.t('Copied {0} users', count));
    }
  }

  #send(sent: SentReview | undefined): SentReview {
    const before = new Map(sent?.rows.map((row) => [row.id, row]));
    const rows = this.#currentRows().map((row) => {
      const same = before.get(row.id);
      return same && same !== row && isDeepStrictEqual(row, same) ? same : row;
    });
    const header = this.#headerOf();
    const changes = changesOf(sent?.rows, rows);
    const isSame =
      changes.changed.length + changes.removed.length === 0 && isDeepStrictEqual(header, sent?.header);
    if (!isSame) this.context.post({ type: 'review', header, ...changes });
    return { header, rows };
  }

  /** Found out again only after something was read: a decision changes nothing of it. */
  get #read(): Learned {
    return (this.#learned ??= this.#learn());
  }

  #learn(): Learned {
    const { access, holders, grants, readAt } = this.#reading;
    const permissions = [...access.roles.values()].flatMap((role) => role.permissions ?? []);
    const projects = this.#places(access, grants);
    return {
      access,
      grants,
      holders,
      leads: remembering(leadingTo(access, this.scope)),
      answerTo: remembering((question: Question) => answerOf(question, access, namesOf(question, projects))),
      header: {
        scope: this.#scopeOf(access, projects),
        coverage: coverageText(access, holders, grants),
        readAt,
        permissions: [...new Set(permissions)].sort(),
        projects,
      },
    };
  }

  /** Also of grants that are gone since the last review, or since they were removed in this one. */
  #currentRows(): readonly GrantRow[] {
    const { access, grants, holders, leads } = this.#read;
    const { current, last } = this.decisions;
    const removals = new Map(
      [...this.#removals].filter(
        ([id, { startedAt }]) => startedAt >= Math.min(this.#since, current.get(id)?.since ?? Infinity),
      ),
    );
    const now = new Map(
      grants.filter(({ id }) => !isGone(removals.get(id))).map((grant) => [grant.id, grant]),
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
      ...[...removals].map(([id, removal]) => ({ ...grantOf(removal), id })),
      ...before.values(),
    ].filter(
      (grant) =>
        !now.has(grant.id) &&
        (holder === undefined || holderUids.has(grant.holder.uid)) &&
        (projectUid === undefined || mayBeIn(projectUid, grant)) &&
        (isKnown(grant) || isGone(removals.get(grant.id))),
    );
    const there = [...now.values()].filter((grant) => leads(grant) !== 'no' || this.#mayLeadLater(grant));
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
        outcome: outcomeText(removals.get(id)),
        isGone: !isThere,
        change: isThere ? (isAdded ? 'added' : undefined) : removals.has(id) ? 'removed' : 'gone',
        notNow: isThere && leads(grant) === 'no' ? notNowText(this.scope) : undefined,
      });
    });
  }

  /** Whether a grant is for what is reviewed, but its filter does not match it now. */
  #mayLeadLater(grant: Grant): boolean {
    const { projectUid } = this.scope;
    return projectUid !== undefined && grant.kind === 'resource' && isFor(grant, projectUid) !== 'no';
  }

  #headerOf(): ReviewHeader {
    const { connection } = this.active.session;
    const { includesUsers, progress } = this.#reading;
    const { answerTo, header } = this.#read;
    return {
      ...header,
      connection: { name: sanitizeLine(connection.name), host: hostOf(connection) },
      progress,
      canReadUsers: !includesUsers && this.scope.holder?.kind !== 'user',
      hasConsole: this.context.connections.consoleUrl !== undefined,
      toRemove: connection.readOnly === true ? undefined : this.#toRemove().length,
      answer: this.#question && answerTo(this.#question),
    };
  }

  #scopeOf(access: Access, projects: ReviewHeader['projects']): string {
    const { holder: about, projectUid } = this.scope;
    if (projectUid !== undefined) return l10n.t('access to {0}', pathText(...namesOf(this.scope, projects)));
    if (about === undefined) return l10n.t('all teams');
    const name = displayName(this.#reading.holders[0]?.name, about.uid, '?');
    if (about.kind === 'team') return l10n.t('team {0}', name);
    return parts(l10n.t('user {0}', name), ...userActivityTexts(access.users.get(about.uid) ?? about));
  }

  /** The projects that were listed or that grants name, with the clusters that were read. */
  #places({ clusters }: Access, grants: readonly Grant[]): ReviewHeader['projects'] {
    const ofGrants = grants.flatMap(({ projects }) => projects);
    const names = new Map(ofGrants.map(({ uid = '', name }) => [uid, displayName(name, uid, '?')]));
    for (const row of this.fleet.inventory.rows) {
      const uid = row.kind === 'project' ? projectUidOf(row) : undefined;
      if (uid !== undefined) names.set(uid, shownName(row));
    }
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

/** The names of a project and a cluster, as far as there are any. */
function namesOf(
  { projectUid, clusterUid }: PartialQuestion,
  projects: ReviewHeader['projects'],
): readonly string[] {
  const project = projects.find(({ id }) => id === projectUid);
  const cluster = project?.clusters.find(({ id }) => id === clusterUid);
  return [project, cluster].flatMap((one) => one?.name ?? []);
}

function isRead({ holder, kind }: Pick<Grant, 'holder' | 'kind'>, access: Access): boolean {
  return listsOf(access, holder)[kind]?.grants !== undefined;
}

/** Whether a grant that is gone may have led to a project. */
function mayBeIn(projectUid: string, { kind, projects }: Grant): boolean {
  return kind === 'tenant' || projects.some(({ uid }) => uid === projectUid);
}

function notNowText({ clusterUid }: PartialQuestion): string {
  return clusterUid === undefined
    ? l10n.t('matches no cluster now')
    : l10n.t("doesn't match this cluster now");
}

/** Whether a removal has taken its role away. */
function isGone(removal: RecordedRemoval | undefined): boolean {
  return removal?.outcome === 'removed' || removal?.outcome === 'alreadyGone';
}

/** What was removed, without what only the service can tell. */
function grantOf({ team: { uid, name }, content = noContent }: RecordedRemoval): Omit<Grant, 'id'> {
  const { roles, projectUids: projects, filterRefs: filters } = content;
  return { holder: { kind: 'team', uid, name }, kind: 'resource', roles, projects, filters };
}

const noContent = { roles: [], projectUids: [], filterRefs: [] };

/** What became of a removal. Undefined while it is under way. */
function outcomeText(removal: RecordedRemoval | undefined): string | undefined {
  if (removal === undefined) return undefined;
  if (removal.restored !== undefined) return l10n.t('restored');
  const texts = {
    removed: l10n.t('removed'),
    alreadyGone: l10n.t('was already removed'),
    unknown: l10n.t('removal not confirmed'),
    refused: l10n.t('not removed'),
    notRemoved: l10n.t('not removed'),
  };
  return removal.outcome && texts[removal.outcome];
}
