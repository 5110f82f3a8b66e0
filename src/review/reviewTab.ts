import { isDeepStrictEqual } from 'node:util';
import { l10n } from 'vscode';
import { connectionTitle } from '../connections/connection';
import { connectionFiles } from '../connections/storage';
import { parseLine } from '../connections/storedFiles';
import { isResourceRow, kindOf } from '../items/kinds';
import { text, type JsonObject } from '../service/readers';
import { givenRow } from '../tree/givenRows';
import { showErrors } from '../ui/errorMessage';
import { PageHost } from '../tabs/pageHost';
import { chooseScope, type Scope } from './chooseScope';
import type { Reviewed, ReviewParts } from './context';
import { Decisions } from './decisions';
import {
  readFocus,
  readFromReviewPage,
  type Focus,
  type FromReviewPage,
  type ToReviewPage,
} from './messages';
import { Review } from './review';

/** The access review. It shows the active connection, unless it was opened for a part of another one. */
export class ReviewTab extends PageHost<FromReviewPage, ToReviewPage, Review> {
  /** What the review is opened for. */
  #focus: Focus = {};

  constructor(private readonly given: ReviewParts) {
    super(
      { name: 'review', read: readFromReviewPage, title: reviewTitle },
      given,
      given.connections.onDidChange,
    );
  }

  /**
   * Opens the review of a project, a cluster or a team.
   * @param argument of the command: the ID of it; for anything else, the user chooses
   * @throws ServiceError if the user wants to choose a user, and users cannot be listed
   */
  async open(argument: unknown): Promise<void> {
    const active = this.given.active();
    const rows = this.given.inventories.active?.rows ?? [];
    const scope = this.#scopeOf(argument, active) ?? (active && (await chooseScope(active, rows)));
    if (scope !== undefined) this.show(scope);
  }

  readonly show = (scope: Scope): void => {
    const focus = focusOn(scope, this.given.active());
    const isSame = isDeepStrictEqual(focus, this.#focus);
    this.#focus = focus;
    if (isSame) this.post({ type: 'focus', ...focus });
    else this.follow();
    this.reveal();
  };

  protected override get about(): string | undefined {
    const active = this.given.active();
    const { connection } = this.#focus;
    return active === undefined || connection === connectionTitle(active.session.connection)
      ? undefined
      : connection;
  }

  protected override serve(): Review | undefined {
    const { context, connections, inventories } = this.given;
    const active = this.given.active();
    const { fleet } = inventories;
    const isConnected = active !== undefined && fleet?.inventory.session === active.session;
    if (!isConnected || this.about !== undefined) return undefined;
    const decisions = new Decisions(connectionFiles(context, 'reviews', active.session.connection));
    const { post, show: open } = this;
    const review = new Review(active, fleet, decisions, this.#focus, { connections, post, open });
    void showErrors(() => review.start());
    return review;
  }

  protected override readState(state: JsonObject): void {
    this.#focus = readFocus(parseLine(text(state['focus']) ?? '')) ?? {};
  }

  #scopeOf(argument: unknown, active: Reviewed | undefined): Scope | undefined {
    const teamUid = active?.teamUidOf(argument);
    if (teamUid !== undefined) return { holder: { kind: 'team', uid: teamUid } };
    const inventory = this.given.inventories.active;
    const row = inventory && givenRow(inventory.store, argument);
    const cluster = row?.kind === 'cluster' ? row : undefined;
    const project = cluster?.parent ?? row;
    const projectUid = isResourceRow(project) ? kindOf(project).uid(project) : undefined;
    return projectUid === undefined
      ? undefined
      : { projectUid, clusterUid: cluster && kindOf(cluster).uid(cluster) };
  }
}

/** What a review of a part of the active connection is about. That of all teams is about any connection. */
function focusOn(scope: Scope, active: Reviewed | undefined): Focus {
  if (active === undefined || (scope.holder ?? scope.projectUid) === undefined) return {};
  return { ...scope, connection: connectionTitle(active.session.connection) };
}

function reviewTitle(connection?: string): string {
  return connection === undefined ? l10n.t('Access Review') : l10n.t('Access: {0}', connection);
}
