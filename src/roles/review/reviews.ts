import type { Disposable, WebviewPanel } from 'vscode';
import { reviewFolder } from '../../connections/reviewFolder';
import type { Connection } from '../../connections/connection';
import { isResourceRow, kindOf } from '../../items/kinds';
import { projectUidOf } from '../../items/kinds/project';
import { EditorTab } from '../../ui/editorTab';
import type { FlowContext } from '../flowContext';
import type { RolesParts } from '../index';
import { folderFiles, memoryFiles } from '../journal/journalFiles';
import type { RemoveFlow } from '../removal/removeFlow';
import { isTeamRow } from '../rows';
import { Decisions } from './decisions';
import { Review } from './review';
import { ReviewPanel, type ReviewFocus } from './reviewPanel';

interface ReviewsContext extends FlowContext, Omit<RolesParts, 'log'> {
  readonly removals: Pick<RemoveFlow, 'remove'>;
}

/** The tab with the access review of the active connection. */
export class Reviews implements Disposable {
  readonly #tab = new EditorTab<ReviewPanel>('poolview.review');
  readonly #ofDemo = new WeakMap<Connection, Decisions>();

  readonly #subscription: Disposable;

  constructor(private readonly given: ReviewsContext) {
    this.#subscription = given.connections.onDidChange(() => {
      this.#tab.page?.follow();
    });
  }

  /** @param row of a project, a cluster or a team that the review is about; anything else for all teams */
  open(row: unknown): void {
    const focus = this.#focusOn(row);
    const { page } = this.#tab;
    this.#tab.show((panel) => this.#panel(panel, focus));
    page?.show(focus);
  }

  /** Shows the review in a panel that VS Code opened again. */
  restore(panel: WebviewPanel): void {
    this.#tab.adopt(panel, () => this.#panel(panel, {}));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#tab.dispose();
  }

  #focusOn(argument: unknown): ReviewFocus {
    if (isTeamRow(argument)) return { teamUid: argument.team.uid };
    const row = isResourceRow(argument) ? this.given.inventories.active?.store.find(argument.id) : undefined;
    const project = row?.kind === 'cluster' ? row.parent : row;
    const projectUid = project?.kind === 'project' ? projectUidOf(project) : undefined;
    if (projectUid === undefined) return {};
    const clusterUid = row?.kind === 'cluster' ? kindOf(row).uid(row) : undefined;
    return clusterUid === undefined ? { projectUid } : { projectUid, clusterUid };
  }

  #panel(panel: WebviewPanel, focus: ReviewFocus): ReviewPanel {
    const { context, connections, inventories, log } = this.given;
    const consoleUrl = (): string | undefined => connections.consoleUrl;
    const newReview: ConstructorParameters<typeof ReviewPanel>[3] = (teamUid, post) => {
      const active = this.given.active();
      const inventory = inventories.active;
      if (active === undefined || inventory?.session !== active.session) return undefined;
      const decisions = this.#decisionsOf(active.session.connection);
      return new Review(active, inventory, decisions, teamUid, { ...this.given, consoleUrl, post });
    };
    return new ReviewPanel(panel, focus, context.extensionUri, newReview, log);
  }

  #decisionsOf(connection: Connection): Decisions {
    if (!connection.isDemo) return new Decisions(folderFiles(reviewFolder(this.given.context, connection)));
    const decisions = this.#ofDemo.get(connection) ?? new Decisions(memoryFiles());
    this.#ofDemo.set(connection, decisions);
    return decisions;
  }
}
