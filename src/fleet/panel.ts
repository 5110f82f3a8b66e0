import { l10n, Uri, type Disposable, type LogOutputChannel, type WebviewPanel } from 'vscode';
import { sanitizeLine } from '../presentation/text';
import type { FleetSources } from './fleetSource';
import { pageFolder, pageHtml } from './html';
import { readToExtension, type ToPage } from './messages';
import { runPageRequest } from './pageActions';
import { ShownFleet } from './shownFleet';

/** The fleet overview in a panel: shows the active connection until the panel is closed. */
export class FleetPanel implements Disposable {
  #shown: ShownFleet | undefined;
  /** Whether the page is loaded. VS Code unloads it while the tab is hidden. */
  #isPageReady = false;
  readonly #subscriptions: readonly Disposable[];

  constructor(
    private readonly panel: WebviewPanel,
    private readonly sources: FleetSources,
    extensionUri: Uri,
    private readonly log: LogOutputChannel,
  ) {
    const { webview } = panel;
    const icon = (theme: string): Uri => Uri.joinPath(extensionUri, 'media', `fleet-${theme}.svg`);
    panel.iconPath = { light: icon('light'), dark: icon('dark') };
    this.#subscriptions = [
      webview.onDidReceiveMessage((message) => this.#receive(message)),
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.#unload();
      }),
      sources.onDidChangeActive(() => {
        this.#follow();
      }),
    ];
    this.#follow();
    webview.options = { enableScripts: true, localResourceRoots: [pageFolder(extensionUri)] };
    webview.html = pageHtml(webview, extensionUri);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#shown?.dispose();
    this.#shown = undefined;
  }

  /** Shows the active connection, and reads its clusters. */
  #follow(): void {
    const { active } = this.sources;
    if (active !== undefined && active === this.#shown?.source) return;
    this.#shown?.dispose();
    this.#shown = active && new ShownFleet(active, this.#post, this.#read);
    const name = active?.session.connection.name;
    this.panel.title =
      name === undefined ? l10n.t('Fleet Overview') : l10n.t('Fleet: {0}', sanitizeLine(name, 60));
    if (this.#isPageReady) this.#sendAll();
    this.#read();
  }

  #unload(): void {
    this.#isPageReady = false;
    this.#shown?.stopUpdates();
  }

  async #receive(received: unknown): Promise<void> {
    const message = readToExtension(received);
    if (message === undefined) this.log.debug('The fleet page sent an invalid message.');
    else if (message.type === 'ready') {
      this.#isPageReady = true;
      this.#sendAll();
    } else await runPageRequest(message, this.#current);
  }

  #sendAll(): void {
    if (this.#shown === undefined) this.#post({ type: 'disconnected' });
    else this.#shown.startUpdates();
  }

  readonly #read = (): void => {
    void runPageRequest({ type: 'refresh' }, this.#current);
  };

  readonly #current = (): ShownFleet | undefined => this.#shown;

  readonly #post = (message: ToPage): void => {
    void this.panel.webview.postMessage(message);
  };
}
