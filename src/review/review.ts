import { isDeepStrictEqual } from 'node:util';
import { env, l10n, Uri, window, type Disposable } from 'vscode';
import { hostOf } from '../connections/connection';
import type { FleetReader } from '../items/fleet/fleetReader';
import { shownName } from '../items/kinds';
import { projectUidOf } from '../items/kinds/project';
import { tabSeparatedText } from '../text/csv';
import { displayName, pathText, sanitizeLine } from '../text/text';
import { copy } from '../ui/copy';
import { keyRefusal } from '../ui/inputBox';
import { changesOf, Updates } from '../ui/updates';
import { grantKinds, listsOf, type Access, type Grant } from '../access/access';
import { hasSameParts } from '../access/reach';
import { writeBestEffort } from '../connections/storedFiles';
import { isRemovable, type TeamRole } from '../access/resourceRoles';
import { withCancellableProgress } from '../ui/progress';
import { answerOf } from './answer';
import { findAuditEntries } from './auditEntries';
import type { Reviewed } from './context';
import { coverageText } from './coverage';
import { kept, listKey, outcomeText, type Decisions, type Outcome } from './decisions';
import { GrantRows } from './grantRows';
import type {
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

/** How long rows may be made before something else has its turn. */
const updateMs = 60;

interface SentReview {
  readonly header: ReviewHeader;
  readonly rows: readonly GrantRow[];
  readonly answer: WhoCanAnswer | undefined;
}

/** The access review of one connection. */
export class Review implements Disposable {
  readonly updates: Updates<SentReview>;
  readonly #reading: ReviewRead;
  readonly #rows = new GrantRows();
  /** The grants that are shown, by ID. */
  #shown: ReadonlyMap<string, Grant> = new Map();
  #isComparing = false;
  #question: Question | undefined;
  #userUid: string | undefined;
  readonly #subscriptions: readonly Disposable[];

  /** @param teamUid the only team that is reviewed; undefined for all */
  constructor(
    private readonly active: Reviewed,
    private readonly fleet: FleetReader,
    private readonly decisions: Decisions,
    private readonly teamUid: string | undefined,
    private readonly context: ReviewContext,
  ) {
    const { session, model } = active;
    this.updates = new Updates((sent) => this.#send(sent));
    const update = (): void => {
      this.updates.update();
    };
    this.#reading = new ReviewRead(session, model, fleet, teamUid, update);
    const learn = (): void => {
      // Otherwise, each response would make all rows again. They are made again when everything is read.
      if (this.#reading.progress.state !== 'reading') this.#rows.invalidate();
      update();
    };
    this.#subscriptions = [
      model.access.onDidChange(learn),
      fleet.inventory.store.onDidChange(learn),
      model.onDidEndRemoval(({ grantId, outcome }) => void this.#record(grantId, outcome)),
    ];
  }

  /** Lists what there is to read, and takes over what was decided. @throws ServiceError, StorageError */
  async start(): Promise<void> {
    await Promise.all([this.decisions.read(), this.#reading.list()]);
    this.#rows.invalidate();
    this.updates.update(true);
  }

  /** Does what the page asks for. @throws ServiceError, StorageError */
  async run(message: FromReviewPage): Promise<void> {
    switch (message.type) {
      case 'read':
        await this.#reading.read();
        this.#rows.invalidate();
        break;
      case 'cancel':
        this.#reading.cancel();
        break;
      case 'readUsers':
        this.#reading.includeUsers();
        break;
      case 'compare':
      case 'stopComparing':
        this.#isComparing = message.type === 'compare';
        break;
      case 'whoCan':
      case 'stopAsking':
        this.#question = message.type === 'whoCan' ? message.question : undefined;
        break;
      case 'decide': {
        const refusal = await keyRefusal(message.note ?? '', this.active.session.containsApiKey);
        if (refusal === undefined) {
          const made = {
            choice: message.choice,
            note: message.note,
            by: await this.#ownUser(),
            at: Date.now(),
          };
          await this.decisions.add(message.ids.map((id) => ({ id, ...made })));
        } else void window.showErrorMessage(refusal);
        break;
      }
      case 'remove':
        await this.active.remove(this.#chosen(message.ids));
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
  #chosen(ids: readonly string[]): readonly TeamRole[] {
    return ids.flatMap((id) => {
      const { holder, resourceRole: role } = this.#shown.get(id) ?? {};
      const isChosen = this.decisions.current.get(id)?.choice === 'remove';
      if (!isChosen || holder?.kind !== 'team' || role === undefined || !isRemovable(role)) return [];
      return [{ team: { uid: holder.uid, name: holder.name }, role, isListed: true }];
    });
  }

  async #record(id: string, outcome: Outcome | 'notTried'): Promise<void> {
    const grant = this.#shown.get(id);
    if (grant === undefined || outcome === 'notTried') return;
    await writeBestEffort(this.decisions.add([{ id, outcome, grant: kept(grant) }]));
    this.updates.update(true);
  }

  /** The UID of the user whom the API key belongs to; undefined if the service does not tell. */
  async #ownUser(): Promise<string | undefined> {
    const client = await this.active.session.client();
    this.#userUid ??= (await client.readOwnUser().catch(() => undefined))?.userUid;
    return this.#userUid;
  }

  /** The audit entries of what was removed in this review. @throws ServiceError if it is canceled */
  async #auditEntries(removals: Report['removals']): Promise<Report['auditEntries']> {
    const removed = [...this.#shown.values()].flatMap((grant) => {
      const at = removals.get(grant.id)?.startedAt;
      return at === undefined || this.decisions.current.get(grant.id)?.outcome !== 'removed'
        ? []
        : [{ grant, at }];
    });
    if (removed.length === 0) return new Map();
    return withCancellableProgress(l10n.t('Finding audit entries…'), (signal) =>
      findAuditEntries(removed, this.active.session, signal),
    );
  }

  async #finish(): Promise<void> {
    const { session, model } = this.active;
    const { access } = model.access;
    const removals = await this.active.removals();
    const [rows] = this.#rows.within(Infinity, () => this.#currentRows(access));
    const report = {
      ...this.#headerOf(access),
      connection: session.connection,
      rows,
      grants: this.#shown,
      access,
      holders: this.#reading.holders,
      decisions: this.decisions.current,
      removals,
      auditEntries: new Map<string, string>(),
    };
    if (!(await confirmFinish(report))) return;
    const auditEntries = await this.#auditEntries(removals);
    if (!(await saveReport({ ...report, auditEntries }, session))) return;
    const read = this.#reading.holders.flatMap((holder) => grantKinds.map((kind) => ({ holder, kind })));
    const finished = {
      at: Date.now(),
      read: read.filter((list) => isRead(list, access)).map(listKey),
      grants: this.#reading.grants.flatMap((grant) => kept(grant) ?? []),
    };
    const rest = [...this.decisions.current.values()].filter(({ id }) => !this.#shown.has(id));
    await this.decisions.finish(finished, rest);
    // The next review is about what there is then.
    this.#reading.expire();
  }

  /** Copies or saves who can do what was asked. */
  async #export(how: 'copyAnswer' | 'saveAnswer'): Promise<void> {
    const { access } = this.active.model.access;
    if (this.#question === undefined) return;
    const { projectUid, clusterUid } = this.#question;
    const answer = answerOf(this.#question, access);
    const project = this.#places(access, this.#reading.grants).find(({ id }) => id === projectUid);
    const where = pathText(project?.name, project?.clusters.find(({ id }) => id === clusterUid)?.name);
    if (how === 'saveAnswer') await saveAnswer(answer, where, this.active.session);
    else {
      const [titles = [], ...lines] = usersTable(answer, where);
      const names = lines.map(([name = '']) => name);
      await copy(tabSeparatedText([titles, ...lines]), names, (count) => l10n.t('Copied {0} users', count));
    }
  }

  #send(sent: SentReview | undefined): SentReview {
    const { access } = this.active.model.access;
    const [rows, isLate] = this.#rows.within(updateMs, () => this.#currentRows(access));
    if (isLate) this.updates.update(true);
    const header = this.#headerOf(access, isLate);
    const answer = this.#question && answerOf(this.#question, access);
    const { changed, removed } = changesOf(sent?.rows, rows);
    const isSame = changed.length + removed.length === 0 && isDeepStrictEqual(header, sent?.header);
    if (!isSame) this.context.post({ type: 'review', header, isWhole: sent === undefined, changed, removed });
    if (!isDeepStrictEqual(answer, sent?.answer)) this.context.post({ type: 'answer', answer });
    return { header, rows, answer };
  }

  #currentRows(access: Access): readonly GrantRow[] {
    const { current } = this.decisions;
    const last = this.#isComparing ? this.decisions.last : undefined;
    const lastRead = new Set(last?.read);
    const before = new Map(last?.grants.map((grant) => [grant.id, grant]));
    const now = new Map(this.#reading.grants.map((grant) => [grant.id, grant]));
    const gone: readonly Grant[] = [
      ...[...current.values()].flatMap(({ grant }) => grant ?? []),
      // What was not read now may still be there.
      ...[...before.values()].filter((grant) => isRead(grant, access)),
    ].filter(({ id, holder }) => !now.has(id) && (this.teamUid ?? holder.uid) === holder.uid);
    this.#shown = new Map([...now.values(), ...gone].map((grant) => [grant.id, grant]));
    const changeOf = (grant: Grant): GrantRow['change'] => {
      const old = before.get(grant.id);
      if (!now.has(grant.id)) return old && 'removed';
      if (old !== undefined) return hasSameParts(grant, old) ? undefined : 'changed';
      return lastRead.has(listKey(grant)) ? 'added' : undefined;
    };
    return [...this.#shown.values()].flatMap((grant) => {
      const { choice: chosen = 'none', note = '', outcome } = current.get(grant.id) ?? {};
      const choice = chosen === 'none' ? undefined : chosen;
      const row = this.#rows.rowOf(grant, access, {
        decision: choice === undefined && note === '' ? undefined : { choice, note },
        outcome: outcome && outcomeText(outcome),
        change: changeOf(grant),
      });
      return row ?? [];
    });
  }

  /** @param isLate whether rows are missing, which have to be made: it is not done before they are shown */
  #headerOf(access: Access, isLate = false): ReviewHeader {
    const { connection } = this.active.session;
    const { holders, grants, includesUsers, readAt, progress } = this.#reading;
    const [first] = holders;
    const permissions = [...access.roles.values()].flatMap((role) => role.permissions ?? []);
    return {
      connection: { name: sanitizeLine(connection.name), host: hostOf(connection) },
      scope:
        this.teamUid === undefined
          ? l10n.t('all teams')
          : l10n.t('team {0}', displayName(first?.name, this.teamUid, '?')),
      progress: isLate && progress.state === 'done' ? { ...progress, state: 'reading' } : progress,
      coverage: coverageText(access, holders, grants),
      readAt,
      canReadUsers: !includesUsers,
      hasConsole: this.context.connections.consoleUrl !== undefined,
      isReadOnly: connection.readOnly === true,
      hasLastReview: this.decisions.last !== undefined,
      isComparing: this.#isComparing,
      permissions: [...new Set(permissions)].sort().map((id) => ({ id, name: sanitizeLine(id) })),
      projects: this.#places(access, grants),
    };
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

function isRead({ holder, kind }: Pick<Grant, 'holder' | 'kind'>, access: Access): boolean {
  return listsOf(access, holder)[kind]?.grants !== undefined;
}
