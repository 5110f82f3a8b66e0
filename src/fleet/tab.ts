import {
  ViewColumn,
  window,
  type Disposable,
  type LogOutputChannel,
  type Uri,
  type WebviewPanel,
} from 'vscode';
import type { ChangesSource } from './changesSource';
import type { FleetSources } from './fleetSource';
import type { PageTab } from './messages';
import { FleetPanel } from './panel';

/** The fleet overview of this window, which has at most one. */
export class FleetTab implements Disposable {
  #open: { readonly panel: WebviewPanel; readonly shown: FleetPanel } | undefined;

  constructor(
    private readonly viewType: string,
    private readonly sources: FleetSources,
    private readonly changes: ChangesSource,
    private readonly extensionUri: Uri,
    private readonly log: LogOutputChannel,
  ) {}

  /** Whether the user can see the changes. */
  get isShowingChanges(): boolean {
    return this.#open?.shown.isShowingChanges === true;
  }

  /** Opens the page with one of its tabs, or moves to it. */
  show(tab: PageTab): void {
    if (this.#open === undefined) {
      this.adopt(window.createWebviewPanel(this.viewType, '', ViewColumn.Active), tab);
    } else {
      this.#open.panel.reveal();
      this.#open.shown.showTab(tab);
    }
  }

  /** Shows the page in a panel without content, which replaces the one that is open. */
  adopt(panel: WebviewPanel, tab: PageTab): void {
    this.dispose();
    const shown = new FleetPanel(panel, this.sources, this.changes, tab, this.extensionUri, this.log);
    this.#open = { panel, shown };
    panel.onDidDispose(() => {
      shown.dispose();
      if (this.#open?.panel === panel) this.#open = undefined;
    });
  }

  dispose(): void {
    this.#open?.panel.dispose();
  }
}
