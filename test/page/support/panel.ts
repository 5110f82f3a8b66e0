import type { Page } from '@playwright/test';
import { EventEmitter, Uri, type Webview, type WebviewPanel } from 'vscode';
import { fromRoot } from '../../../scripts/paths';
import { webviewThemes, type WebviewTheme } from '../../ui/support/webviewTheme';

const origin = 'https://page.example';
const { style, themes } = webviewThemes();

export const themeNames = Object.keys(themes);

/** What a page has sent. */
export interface Sent {
  readonly type: string;
  readonly [name: string]: unknown;
}

/** A webview whose page is in Chromium. It gets the document and the messages of the extension, which gets its own. */
class PageWebview implements Webview {
  options = {};
  readonly cspSource = origin;
  readonly sent: Sent[] = [];
  #html = '';
  readonly #messages = new EventEmitter<unknown>();
  readonly onDidReceiveMessage = this.#messages.event;
  /** What happens in Chromium, one after the other. */
  #queue: Promise<unknown>;

  constructor(
    private readonly page: Page,
    theme: string,
  ) {
    this.#queue = this.#prepare(theme);
  }

  readonly asWebviewUri = ({ path }: Uri): Uri => Uri.parse(origin + path);

  get html(): string {
    return this.#html;
  }

  set html(html) {
    // Before the policy of the document, as VS Code does.
    this.#html = html.replace('<head>', `<head><style>${style}</style>`);
    this.load();
  }

  /** Loads the page, also again. */
  load(): void {
    void this.inPage(() => this.page.goto(origin, { waitUntil: 'commit' }));
  }

  postMessage(bytes: ArrayBuffer): Promise<boolean> {
    const text = JSON.stringify(new TextDecoder().decode(bytes));
    const post = `window.postMessage(new TextEncoder().encode(${text}).buffer, '*')`;
    return this.inPage(() => this.page.evaluate(post)).then(() => true);
  }

  /** Does something after all that happens before. Nothing happens in a page that is closed. */
  inPage(run: () => Promise<unknown>): Promise<unknown> {
    this.#queue = this.#queue.then(run).catch((error: unknown) => {
      if (!this.page.isClosed()) throw error;
    });
    return this.#queue;
  }

  async #prepare(theme: string): Promise<void> {
    await Promise.all([
      this.page.route(`${origin}/**`, (route) => {
        const { pathname } = new URL(route.request().url());
        return pathname === '/'
          ? route.fulfill({ contentType: 'text/html', body: this.#html })
          : route.fulfill({ path: fromRoot(pathname.slice(1)) });
      }),
      this.page.exposeFunction('sendToExtension', (json: string) => {
        const message = JSON.parse(json) as Sent;
        this.sent.push(message);
        this.#messages.fire(message);
      }),
      this.page.addInitScript(
        `${vscodeApi}; document.addEventListener('readystatechange', () => ${wearing(theme)}, { once: true })`,
      ),
    ]);
  }
}

/** What VS Code gives to a page. The state outlives the document. */
const vscodeApi = `window.acquireVsCodeApi = () => ({
  postMessage: (message) => void window.sendToExtension(JSON.stringify(message)),
  getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
  setState: (state) => sessionStorage.setItem('state', JSON.stringify(state)),
})`;

/** A script that gives the page a theme of VS Code. */
function wearing(theme: string): string {
  const { body, variables } = themes[theme] as WebviewTheme;
  return `{
    for (const [name, value] of Object.entries(${JSON.stringify(body)})) document.body.setAttribute(name, value);
    document.documentElement.style = '';
    for (const [name, value] of Object.entries(${JSON.stringify(variables)}))
      document.documentElement.style.setProperty(name, value);
  }`;
}

const twoFrames = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

/** An editor tab. */
export class Panel implements WebviewPanel {
  readonly viewColumn = undefined;
  readonly options = {};
  readonly active = true;
  visible = true;
  title = '';
  readonly #viewState = new EventEmitter<{ readonly webviewPanel: WebviewPanel }>();
  readonly #disposed = new EventEmitter<void>();
  readonly onDidChangeViewState = this.#viewState.event;
  readonly onDidDispose = this.#disposed.event;
  readonly webview: PageWebview;

  constructor(
    readonly viewType: string,
    private readonly page: Page,
    theme = 'dark',
  ) {
    this.webview = new PageWebview(page, theme);
  }

  /**
   * What the page has sent since the last call, once all that was done is drawn: without what it sends by itself, which is its
   * view, and what to announce.
   */
  async taken(): Promise<readonly Sent[]> {
    await this.drawn();
    return this.webview.sent.splice(0).filter(({ type }) => !['keepView', 'planMachines'].includes(type));
  }

  /** Waits until the page has got all messages, and what has changed is drawn. */
  async drawn(): Promise<void> {
    await this.webview.inPage(() => this.page.evaluate(twoFrames));
  }

  /** Shows it in another theme. */
  async wear(theme: string): Promise<void> {
    await this.page.evaluate(wearing(theme));
  }

  /** Hides the tab and shows it again, so that the page is loaded again. */
  async showAgain(): Promise<void> {
    // The page keeps its view when the focus leaves it. VS Code may unload the page before it has stored that.
    await this.page.evaluate("window.dispatchEvent(new Event('blur'))");
    await this.drawn();
    await this.page.evaluate('sessionStorage.clear()');
    for (const visible of [false, true]) {
      this.visible = visible;
      this.#viewState.fire({ webviewPanel: this });
    }
    this.webview.load();
  }

  reveal(): void {
    this.visible = true;
  }

  dispose(): void {
    this.#disposed.fire();
  }
}
