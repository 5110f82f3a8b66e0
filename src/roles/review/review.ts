import { isDeepStrictEqual } from 'node:util';
import { commands, env, l10n, Uri, type Disposable } from 'vscode';
import { hostOf, isSameConnection } from '../../connections/connection';
import type { Inventory } from '../../items/inventory';
import { shownName } from '../../items/kinds';
import { projectUidOf } from '../../items/kinds/project';
import { displayName, sanitizeLine } from '../../presentation/text';
import { changesOf, Updates } from '../../ui/updates';
import type { Access, Grant } from '../access/access';
import type { ActiveRoles } from '../flowContext';
import { writeBestEffort } from '../journal/journalFiles';
import type { Journals } from '../journal/journals';
import type { RemoveFlow } from '../removal/removeFlow';
import { isRemovable, type TeamRole } from '../resourceRoles';
import { answerOf } from './answer';
import { coverageText } from './coverage';
import { hasChanged, kept, listKey, outcomeOf, outcomeText, type Decisions } from './decisions';
import { GrantRows } from './grantRows';
import type {
  FromReviewPage,
  GrantRow,
  Named,
  Question,
  ReviewHeader,
  ToReviewPage,
  WhoCanAnswer,
} from './messages';
import { saveReport } from './report';
import { ReviewRead } from './reviewRead';

/** What a review works with. */
export interface ReviewContext {
  readonly removals: Pick<RemoveFlow, 'remove'>;
  readonly journals: Journals;
  readonly consoleUrl: () => string | undefined;
  readonly post: (message: ToReviewPage) => void;
}

interface SentReview {
  readonly header: ReviewHeader;
  readonly rows: readonly GrantRow[];
  readonly answer: WhoCanAnswer | undefined;
}

/** The access review of one connection. */
export class Review implements Disposable {
  readonly #reading: ReviewRead;
  readonly #updates: Updates<SentReview>;
  readonly #rows = new GrantRows();
  /** The grants that are shown, by ID. */
  #shown: ReadonlyMap<string, Grant> = new Map();
  #isComparing = false;
  #question: Question | undefined;
  readonly #subscriptions: readonly Disposable[];

  /** @param teamUid the only team that is reviewed; undefined for all */
  constructor(
    readonly active: ActiveRoles,
    private readonly inventory: Inventory,
    private readonly decisions: Decisions,
    readonly teamUid: string | undefined,
    private readonly context: ReviewContext,
  ) {
    const { session, model } = active;
    const update = (): void => {
      this.#updates.update();
    };
    this.#reading = new ReviewRead(session, model, inventory, teamUid, update);
    this.#updates = new Updates((sent) => this.#send(sent));
    const learn = (): void => {
      // Otherwise, each response would make all rows again. They are made again when everything is read.
      if (this.#reading.progress.state !== 'reading') this.#rows.invalidate();
      update();
    };
    this.#subscriptions = [
      model.access.onDidChange(learn),
      inventory.onDidChange(learn),
      model.onDidEndRemoval(({ grantId, removal }) => void this.#record(grantId, outcomeOf(removal))),
    ];
  }

  /** Lists what there is to read, and takes over what was decided. */
  async start(): Promise<void> {
    await Promise.all([this.decisions.read(), this.#reading.list()]);
    this.#rows.invalidate();
    this.#updates.update(true);
  }

  /** The page is loaded and has no data. */
  startUpdates(): void {
    this.#updates.start();
  }

  stopUpdates(): void {
    this.#updates.stop();
  }

  /** Does what the page asks for. */
  async run(message: FromReviewPage): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#updates.start();
        break;
      case 'read':
        await this.#reading.read();
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
      case 'decide':
        await this.decisions.add(
          message.ids.map((id) => ({ id, choice: message.choice, note: message.note })),
        );
        break;
      case 'remove':
        await this.context.removals.remove(this.active, this.#chosen(message.ids));
        break;
      case 'finish':
        await this.#finish();
        break;
      case 'connect':
        await commands.executeCommand('poolview.connect');
        break;
      case 'openConsole': {
        const url = this.context.consoleUrl();
        if (url !== undefined) await env.openExternal(Uri.parse(url, true));
      }
    }
    if (message.type === 'read') this.#rows.invalidate();
    this.#updates.update(true);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#reading.cancel();
    this.#updates.stop();
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

  async #record(id: string, outcome: ReturnType<typeof outcomeOf>): Promise<void> {
    const grant = this.#shown.get(id);
    if (grant === undefined || outcome === undefined) return;
    await writeBestEffort(this.decisions.add([{ id, outcome, grant: kept(grant) }]));
    this.#updates.update(true);
  }

  async #finish(): Promise<void> {
    const { session, model } = this.active;
    const { access } = model.access;
    const { coverage, scope, connection } = this.#headerOf(access);
    const entries = await this.context.journals.of(session.connection).entries();
    const isSaved = await saveReport(
      {
        connection,
        scope,
        coverage,
        rows: this.#currentRows(access),
        access,
        entries: entries.filter((entry) => isSameConnection(entry.connection, session.connection)),
      },
      session,
    );
    if (!isSaved) return;
    const { grants, readLists } = this.#reading;
    await this.decisions.finish({
      at: Date.now(),
      read: [...readLists],
      grants: grants.flatMap((grant) => kept(grant) ?? []),
    });
  }

  #send(sent: SentReview | undefined): SentReview {
    const { access } = this.active.model.access;
    const rows = this.#currentRows(access);
    const current = {
      header: this.#headerOf(access),
      rows,
      answer: this.#question && answerOf(this.#question, access),
    };
    const { changed, removed } = changesOf(sent?.rows, rows);
    const { header, answer } = current;
    const isSame = changed.length + removed.length === 0 && isDeepStrictEqual(header, sent?.header);
    if (!isSame) this.context.post({ type: 'review', header, isWhole: sent === undefined, changed, removed });
    if (!isDeepStrictEqual(answer, sent?.answer)) this.context.post({ type: 'answer', answer });
    return current;
  }

  #currentRows(access: Access): readonly GrantRow[] {
    const last = this.#isComparing ? this.decisions.last : undefined;
    const before = new Map(last?.grants.map((grant) => [grant.id, grant]));
    const now = new Map(this.#reading.grants.map((grant) => [grant.id, grant]));
    const { readLists } = this.#reading;
    const lastRead = new Set(last?.read);
    const isInScope = ({ holder }: Grant): boolean => (this.teamUid ?? holder.uid) === holder.uid;
    const gone = [
      ...[...this.decisions.current.values()].flatMap(({ grant }) => grant ?? []),
      // What was not read now may still be there.
      ...[...before.values()].filter((grant) => readLists.has(listKey(grant))),
    ].filter((grant) => isInScope(grant) && !now.has(grant.id));
    this.#shown = new Map([...now.values(), ...gone].map((grant) => [grant.id, grant]));
    const changeOf = (grant: Grant): GrantRow['change'] => {
      const old = before.get(grant.id);
      if (!now.has(grant.id)) return old && 'removed';
      if (old !== undefined) return hasChanged(grant, old) ? 'changed' : undefined;
      return lastRead.has(listKey(grant)) ? 'added' : undefined;
    };
    return [...this.#shown.values()].map((grant) => {
      const { choice, note = '', outcome } = this.decisions.current.get(grant.id) ?? {};
      const decided = choice === 'none' ? undefined : choice;
      const isDecided = decided !== undefined || note !== '';
      return this.#rows.rowOf(grant, access, {
        decision: isDecided ? { choice: decided, note: note === '' ? undefined : note } : undefined,
        outcome: outcome && outcomeText(outcome),
        change: changeOf(grant),
      });
    });
  }

  #headerOf(access: Access): ReviewHeader {
    const { session, model } = this.active;
    const { holders, grants, includesUsers, readAt, progress } = this.#reading;
    const { connection } = session;
    const team = this.teamUid === undefined ? undefined : model.teams.find(({ uid }) => uid === this.teamUid);
    const permissions = [...access.roles.values()].flatMap((role) => role.permissions ?? []);
    return {
      connection: { name: sanitizeLine(connection.name), host: hostOf(connection) },
      scope:
        this.teamUid === undefined
          ? l10n.t('all teams')
          : l10n.t('team {0}', displayName(team?.name, this.teamUid, '?')),
      progress,
      coverage: coverageText(access, holders, grants),
      readAt,
      canReadUsers: !includesUsers,
      hasConsole: this.context.consoleUrl() !== undefined,
      hasLastReview: this.decisions.last !== undefined,
      isComparing: this.#isComparing,
      permissions: [...new Set(permissions)].sort().map((id) => ({ id, name: sanitizeLine(id) })),
      projects: this.#places(access, grants),
    };
  }

  /** The projects that were listed or that grants name, with the clusters that were read. */
  #places(access: Access, grants: readonly Grant[]): ReviewHeader['projects'] {
    const names = new Map<string, string | undefined>();
    for (const { uid = '', name } of grants.flatMap(({ projects }) => projects)) names.set(uid, name);
    for (const row of this.inventory.rows) {
      const uid = row.kind === 'project' ? projectUidOf(row) : undefined;
      if (uid !== undefined) names.set(uid, shownName(row));
    }
    const named = (uid: string, name: string | undefined): Named => ({
      id: uid,
      name: displayName(name, uid, '?'),
    });
    return [...names].map(([uid, name]) => ({
      ...named(uid, name),
      clusters: (access.clusters.get(uid)?.all ?? []).map((cluster) => named(cluster.uid, cluster.name)),
    }));
  }
}
