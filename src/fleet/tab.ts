import {
  ViewColumn,
  window,
  type Disposable,
  type LogOutputChannel,
  type Uri,
  type WebviewPanel,
} from 'vscode';
import type { FleetSources } from './fleetSource';
import { FleetPanel } from './panel';

/** The fleet overview of this window, which has at most one. */
export class FleetTab implements Disposable {
  #open: { readonly panel: WebviewPanel; readonly shown: FleetPanel } | undefined;

  constructor(
    private readonly viewType: string,
    private readonly sources: FleetSources,
    private readonly extensionUri: Uri,
    private readonly log: LogOutputChannel,
  ) {}

  /** Opens the tab, or moves to it. */
  show(): void {
    if (this.#open === undefined) {
      this.adopt(window.createWebviewPanel(this.viewType, '', ViewColumn.Active));
    } else {
      this.#open.panel.reveal();
    }
  }

  /** Shows the overview in a panel without content, which replaces the one that is open. */
  adopt(panel: WebviewPanel): void {
    this.dispose();
    const shown = new FleetPanel(panel, this.sources, this.extensionUri, this.log);
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
