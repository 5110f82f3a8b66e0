import { config } from '@vscode/l10n';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { l10n } from 'vscode';
import { decode } from './messages';
import { button, iconButton } from './controls';
import { foot } from './foot';
import { moreIcon, refreshIcon } from './icons';
import { handlePageKey, keyHelp } from './keys';
import { menu } from './menu';
import './page.css';
import type { PageContext, PageBody, PageSpec } from './pageSpec';
import './queryBox';
import { host, posts } from './host';
import './table';
import { tabBar, tabPanel } from './tabs';

const translations = document.getElementById('l10n')?.textContent.trim() ?? '';
if (translations !== '') config({ contents: translations });

/** When nobody looks any more, in milliseconds after the pointer has moved. */
const idleMs = 30_000;

/** How long a page waits before it keeps its view, in milliseconds: a user types and drags in bursts. */
const restMs = 300;

/** The messages that all pages get. Both are built together, so that a page relies on the types of its own. */
type Received =
  | { readonly type: 'keepView'; readonly view: unknown }
  | { readonly type: 'disconnected'; readonly about?: string };

/** Takes the messages of the extension, and keeps what the user chose to see. */
class PageShell<Model extends object, View, Message extends { readonly type: string }> extends LitElement {
  /** Undefined before the first message, and while nothing is connected. */
  @state() private accessor model: Model | undefined;
  @state() private accessor view: View;
  @state() private accessor now = Date.now();
  @state() private accessor width = window.innerWidth;
  @state() private accessor hold: number | undefined;
  #holds = 0;
  #idle: ReturnType<typeof setTimeout> | undefined;
  /** Undefined while something is connected. */
  @state() private accessor disconnected: string | undefined;
  #rest: ReturnType<typeof setTimeout> | undefined;
  /** Whether anything but its view was received. */
  #hasContent = false;
  /** What had the focus last. */
  #focused: HTMLElement | undefined;
  /** What the extension was asked for, by name. */
  #asked = new Map<string, string>();
  readonly #resizes = new ResizeObserver(([entry]) => {
    if (entry) this.width = entry.contentRect.width;
  });

  constructor(private readonly spec: PageSpec<Model, View, Message>) {
    super();
    this.view = spec.readView(host().getState());
  }

  protected override createRenderRoot(): this {
    return this;
  }

  readonly #changeView = (change: Partial<View>): void => {
    this.view = { ...this.view, ...change };
    clearTimeout(this.#rest);
    this.#rest = setTimeout(this.#keepView, restMs);
  };

  /** The view stays when VS Code unloads the page, unless it has an API key. */
  readonly #keepView = (): void => {
    clearTimeout(this.#rest);
    if (this.#rest !== undefined) host().postMessage({ type: 'keepView', view: this.view });
    this.#rest = undefined;
  };

  override connectedCallback(): void {
    super.connectedCallback();
    // The page lives as long as its document, so that nothing is ever removed.
    window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data instanceof ArrayBuffer) this.#receive(decode(data) as unknown as Received | Message);
    });
    window.addEventListener('keydown', handlePageKey);
    window.addEventListener('focusin', ({ target }) => {
      // What follows, such as Enter in a table, may cover the page with another editor.
      this.#keepView();
      if (target instanceof HTMLElement) this.#focused = target;
    });
    window.addEventListener('pointermove', this.#look);
    for (const event of ['keydown', 'click'])
      window.addEventListener(event, () => {
        this.hold = undefined;
        this.#look();
      });
    // VS Code gives the focus back to the page after a quick pick, but not to what had it.
    window.addEventListener('focus', this.#restoreFocus);
    // VS Code may unload the page that the user leaves.
    window.addEventListener('blur', this.#keepView);
    setInterval(() => (this.now = Date.now()), 60_000);
    host().postMessage({ type: 'ready' });
  }

  /** While the pointer moves, somebody looks. */
  readonly #look = (): void => {
    this.hold ??= ++this.#holds;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      this.hold = undefined;
    }, idleMs);
  };

  #receive(message: Received | Message): void {
    if (isKept(message)) {
      host().setState(message.view);
      if (!this.#hasContent) this.view = this.spec.readView(message.view);
      return;
    }
    this.#hasContent = true;
    this.now = Date.now();
    if (isDisconnected(message)) {
      this.model = undefined;
      this.#asked.clear();
      this.disconnected = this.spec.disconnected(message.about);
      return;
    }
    const { model = this.model, view } = this.spec.take(this.model, message, this.view);
    if (model) this.disconnected = undefined;
    this.model = model;
    if (view && view !== this.view) this.#changeView(view);
  }

  /** Focuses what had the focus last, or the selected tab if that is gone: otherwise, keyboard users start at the top again. */
  readonly #restoreFocus = (): void => {
    if (document.activeElement !== document.body) return;
    const tab = this.querySelector<HTMLElement>('[role=tab][aria-selected=true]');
    const target = this.#focused?.isConnected === false ? tab : this.#focused;
    target?.focus({ preventScroll: true });
  };

  protected override willUpdate(): void {
    if (this.model === undefined) return;
    for (const [name, ask] of Object.entries(this.spec.asks(this.model, this.view))) {
      if (ask && this.#asked.get(name) !== ask.key) host().postMessage(ask.message());
      if (ask) this.#asked.set(name, ask.key);
      else this.#asked.delete(name);
    }
  }

  protected override updated(): void {
    if (this.#focused?.isConnected === false && document.hasFocus()) this.#restoreFocus();
    const panel = this.querySelector('.tab-panel');
    if (panel) this.#resizes.observe(panel);
  }

  protected override render(): TemplateResult {
    const { model, view, now, width, hold } = this;
    if (this.disconnected !== undefined) return disconnectedPage(this.disconnected);
    const context: PageContext<View> = { view, changeView: this.#changeView, now, width, hold };
    const parts = model && this.spec.parts(model, context);
    return parts ? shownPage(parts) : html`<main class="message" role="status">${l10n.t('Loading…')}</main>`;
  }
}

/** Shows a page. */
export function definePage<Model extends object, View, Message extends { readonly type: string }>(
  spec: PageSpec<Model, View, Message>,
): void {
  class Page extends PageShell<Model, View, Message> {
    constructor() {
      super(spec);
    }
  }
  customElements.define(`${spec.name}-page`, Page);
}

function isKept(message: { readonly type: string }): message is Extract<Received, { type: 'keepView' }> {
  return message.type === 'keepView';
}

function isDisconnected(message: {
  readonly type: string;
}): message is Extract<Received, { type: 'disconnected' }> {
  return message.type === 'disconnected';
}

function shownPage(parts: PageBody): TemplateResult {
  const { label, tab, query, about, age, refresh, line, content, below, keys } = parts;
  return html`<main>
    <h1 class="spoken">${label}</h1>
    <button class="tool skip" @click=${() => document.querySelector<HTMLElement>('.grid')?.focus()}>
      ${l10n.t('Skip to Table')}
    </button>
    <header class="top">
      ${tabBar(parts)} ${about} ${query ? html`<query-box .page=${query}></query-box>` : nothing}
      <span class="age" title=${age?.tip ?? nothing}>${age?.text}</span>
      ${refresh ? iconButton(refreshIcon(), refresh) : nothing} ${menu(moreIcon(), parts)}
    </header>
    ${tabPanel(parts, keyed(tab, html`${line} ${content} ${below}`))} ${foot(parts.foot)} ${keyHelp(keys)}
  </main>`;
}

/** What a page shows while nothing is connected. */
function disconnectedPage(text: string): TemplateResult {
  return html`<main class="message">
    <p>${text}</p>
    ${button(l10n.t('Connect to a Service…'), posts({ type: 'connect' }), { isMain: true })}
  </main>`;
}
