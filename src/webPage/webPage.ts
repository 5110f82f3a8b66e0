import { config } from '@vscode/l10n';
import { html, LitElement, type PropertyDeclarations, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { l10n } from 'vscode';
import { decode } from '../text/bytes';
import { button } from './controls';
import { handlePageKey } from './keys';
import './page.css';
import { host, posts } from './section';

const translations = document.getElementById('l10n')?.textContent.trim() ?? '';
if (translations !== '') config({ contents: translations });

/** Where less than this is left for the rows of a table, in pixels, the page scrolls: a narrow table has more above them. */
const lowestRows = 200;

/** How long a page waits before it keeps its view, in milliseconds: a user types and drags in bursts. */
const restMs = 300;

/** A page in an editor tab. It takes the messages of the extension, and gives its table room. */
export abstract class WebPage<View> extends LitElement {
  static override properties: PropertyDeclarations = { view: { state: true } };

  @state() protected accessor now = Date.now();
  /** What the user chose to see. */
  declare protected view: View;
  @state() protected accessor isDisconnected = false;
  /** How far the table is from the top of the page that scrolls with it; undefined if the table scrolls by itself. */
  @state() protected accessor tableTop: number | undefined;
  /** Where less than this is left for the table, the page scrolls. 12 rows, in pixels, with what is above and below them. */
  protected readonly lowestTable: number = 370;
  #rest: ReturnType<typeof setTimeout> | undefined;
  /** Whether anything but its view was received. */
  #hasContent = false;
  /** What had the focus last. */
  #focused: HTMLElement | undefined;
  readonly #resizes = new ResizeObserver(() => {
    this.#measure();
  });

  /** Takes a message of the extension. Both are built together, so that a page relies on the types of its own. */
  protected abstract receive(message: object): void;

  /** Called when the view that VS Code stores has changed before the page shows anything. */
  protected readStoredView?(): void;

  protected readonly changeView = (change: Partial<View>): void => {
    this.view = { ...this.view, ...change };
    clearTimeout(this.#rest);
    this.#rest = setTimeout(this.#keepView, restMs);
  };

  /** The view stays when VS Code unloads the page, unless it has an API key. */
  readonly #keepView = (): void => {
    clearTimeout(this.#rest);
    if (this.#rest !== undefined) host.postMessage({ type: 'keepView', view: this.view });
    this.#rest = undefined;
  };

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // The page lives as long as its document, so that nothing is ever removed.
    window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (!(data instanceof ArrayBuffer)) return;
      const message = decode(data);
      if ('type' in message && message.type === 'keepView' && 'view' in message) {
        host.setState(message.view);
        if (!this.#hasContent) this.readStoredView?.();
      } else {
        this.#hasContent = true;
        this.now = Date.now();
        this.receive(message);
      }
    });
    window.addEventListener('keydown', handlePageKey);
    window.addEventListener('focusin', ({ target }) => {
      // What follows, such as Enter in a table, may cover the page with another editor.
      this.#keepView();
      if (target instanceof HTMLElement) this.#focused = target;
    });
    // VS Code gives the focus back to the page after a quick pick, but not to what had it.
    window.addEventListener('focus', this.#restoreFocus);
    // VS Code may unload the page that the user leaves.
    window.addEventListener('blur', this.#keepView);
    setInterval(() => (this.now = Date.now()), 60_000);
    host.postMessage({ type: 'ready' });
  }

  /** Lets the table scroll, or the page where the table would be too low for that: never both. */
  #measure(): void {
    const main = this.querySelector('main');
    const [table, grid] = ['.table-section', '.grid'].map((part) => this.querySelector<HTMLElement>(part));
    if (!main || !table) return;
    const height = main.clientHeight - table.offsetTop;
    const rows = grid ? height - (table.offsetHeight - grid.offsetHeight) : height;
    this.tableTop = height < this.lowestTable || rows < lowestRows ? table.offsetTop : undefined;
  }

  /** Focuses what had the focus last, or the selected tab if that is gone: otherwise, keyboard users start at the top again. */
  readonly #restoreFocus = (): void => {
    if (document.activeElement !== document.body) return;
    const tab = this.querySelector<HTMLElement>('[role=tab][aria-selected=true]');
    const target = this.#focused?.isConnected === false ? tab : this.#focused;
    target?.focus({ preventScroll: true });
  };

  protected override updated(): void {
    if (this.#focused?.isConnected === false && document.hasFocus()) this.#restoreFocus();
    for (const part of this.querySelectorAll('main, .top, .table-section')) this.#resizes.observe(part);
  }
}

export function loadingPage(): TemplateResult {
  return html`<main class="message" role="status">${l10n.t('Loading…')}</main>`;
}

/** What a page shows while nothing is connected. @param text what it is for */
export function disconnectedPage(text: string): TemplateResult {
  return html`<main class="message">
    <p>${text}</p>
    ${button(l10n.t('Connect to a Service…'), posts({ type: 'connect' }), { isMain: true })}
  </main>`;
}
