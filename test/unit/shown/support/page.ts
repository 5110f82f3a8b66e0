import { LitElement, ReactiveElement } from 'lit';
import { afterAll, vi } from 'vitest';
import { encode } from '../../../../src/text/bytes';
import type { ToPage } from '../../../../src/fleet/messages';

// Draws the elements of a page as text, without a browser: what a user reads, and what buttons and keys do.

/** An element of a page, as Lit runs it. */
interface PageElement {
  page?: unknown;
  readonly updateComplete: Promise<unknown>;
  connectedCallback(): void;
  render(): unknown;
  requestUpdate(): void;
  performUpdate(): void;
}

/** A template of Lit. */
interface Template {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
}

type Handler = (event: object) => void;

interface ElementClass {
  new (): PageElement;
  /** A browser reads it when the element is defined, which is when Lit defines its properties. */
  readonly observedAttributes: unknown;
}

const defined = new Map<string, ElementClass>();
const drawn = new Map<PageElement, unknown>();
const draws = new Map<PageElement, number>();

/** The box of the query. */
const typed = { value: '', selectionEnd: 0 };

/** Rows are drawn if they are in sight: all of them are in an element that is so high. */
const scroller = {
  offsetWidth: 1400,
  offsetHeight: 100_000,
  clientHeight: 100_000,
  scrollHeight: 100_000,
  scrollTop: 0,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  scrollTo: () => undefined,
};

function isTemplate(value: unknown): value is Template {
  return typeof value === 'object' && value !== null && 'strings' in value && 'values' in value;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function textIn(html: string): string {
  return html
    .replaceAll(/<(?:svg|title)[^]*?<\/(?:svg|title)>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim();
}

/** The page that was opened last: the code of a page has one host. */
let opened: DrawnPage | undefined;
let stored: unknown;

/** By its path, because this folder is checked without the types of a browser. */
const fleetPage = new URL('../../../../src/fleet/page/page.ts', import.meta.url).pathname;

const none = (): null => null;

/** What the elements need of a browser. */
function replaceBrowser(): void {
  vi.stubGlobal('acquireVsCodeApi', () => ({
    postMessage: (message: Sent) => opened?.sent.push(message),
    setState: (state: unknown) => opened?.stored.push(state),
    getState: () => stored,
  }));
  vi.stubGlobal('customElements', {
    define: (name: string, element: ElementClass) =>
      element.observedAttributes !== undefined && defined.set(name, element),
    get: (name: string) => defined.get(name),
  });
  vi.stubGlobal('requestAnimationFrame', none);
  vi.stubGlobal('navigator', { userAgent: '' });
  vi.stubGlobal('window', {
    innerWidth: 1400,
    addEventListener: (type: string, listener: Handler) => opened?.listeners.push([type, listener]),
  });
  vi.stubGlobal('ResizeObserver', NoObserver);
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('HTMLElement', FakeElement);
  vi.stubGlobal('document', {
    getElementById: none,
    querySelector: none,
    hasFocus: () => false,
    getSelection: none,
  });
  const prototypes = {
    lit: LitElement.prototype as unknown as { update(changed: unknown): void },
    reactive: ReactiveElement.prototype as unknown as { update(changed: unknown): void },
  };
  vi.spyOn(prototypes.lit, 'update').mockImplementation(function (this: PageElement, changed: unknown) {
    drawn.set(this, this.render());
    draws.set(this, (draws.get(this) ?? 0) + 1);
    prototypes.reactive.update.call(this, changed);
  });
}

/** What is in a row of a table. */
class FakeElement {
  readonly dataset: { readonly index: string };

  constructor(index: number) {
    this.dataset = { index: String(index) };
  }

  closest(): this {
    return this;
  }
}

class NoObserver {
  readonly observe = none;
  readonly unobserve = none;
  readonly disconnect = none;
}

interface Sent {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** The fleet page, with what it has sent and stored. */
export class DrawnPage {
  readonly sent: Sent[] = [];
  readonly stored: unknown[] = [];
  readonly #element = created('fleet-page');
  readonly #parts = new Map<string, PageElement>();
  readonly listeners: [type: string, listener: Handler][] = [];
  #handlers: Handler[] = [];

  /** Opens the page as VS Code does. @param state what it stored before */
  static async open(state?: unknown): Promise<DrawnPage> {
    stored = state;
    replaceBrowser();
    await import(fleetPage);
    opened = new DrawnPage();
    opened.#element.connectedCallback();
    return opened;
  }

  /** The page gets a message of the extension. */
  async receive(message: ToPage | { readonly type: 'keepView'; readonly view: unknown }): Promise<void> {
    const { buffer } = Uint8Array.from(new Uint8Array(encode(message)));
    this.#happens('message', { data: buffer });
    await this.#element.updateComplete;
  }

  /** The focus moves to another part of the page. */
  moveFocus(): void {
    this.#happens('focusin', {});
  }

  #happens(type: string, event: object): void {
    for (const [of, listener] of this.listeners) if (of === type) listener(event);
  }

  /** How often the page was drawn. */
  get draws(): number {
    return draws.get(this.#element) ?? 0;
  }

  /** What the page shows, as HTML. */
  get html(): string {
    this.#handlers = [];
    this.#element.performUpdate();
    return this.#draw(drawn.get(this.#element));
  }

  /** What the page shows, as text. */
  get text(): string {
    return textIn(this.html);
  }

  /** The texts of elements whose tag has `attribute`, such as `class="tile"`. */
  texts(attribute: string): readonly string[] {
    const tag = new RegExp(`<([a-z-]+)[^>]*${attribute}[^>]*>([^]*?)</\\1>`, 'g');
    return [...this.html.matchAll(tag)].map(([, , content = '']) => textIn(content));
  }

  /** What the pointer shows on elements whose tag has `attribute`. */
  titles(attribute: string): readonly string[] {
    const tags = [...this.html.matchAll(new RegExp(`<[a-z-]+[^>]*${attribute}[^>]*>`, 'g'))];
    return tags.flatMap(([tag]) => /\btitle="([^"]+)"/.exec(tag)?.[1] ?? []);
  }

  /** Presses a button with this text, or with this name. */
  async press(name: string): Promise<void> {
    const buttons = this.html.matchAll(/<((?:vscode-)?button)([^>]*)>([^]*?)<\/\1>/g);
    for (const [, , attributes = '', content = ''] of buttons) {
      const isNamed = textIn(content) === name || attributes.includes(`aria-label="${escaped(name)}"`);
      if (isNamed) return this.#fire(/@click="#(\d+)"/.exec(attributes)?.[1], {});
    }
    throw new Error(`No button is called ${name}.`);
  }

  /** What is in the box of the query. */
  get query(): string {
    return /<input[^>]*\.value="([^"]*)"/.exec(this.html)?.[1] ?? '';
  }

  /** Types a query in place of the one that is there. */
  async type(query: string): Promise<void> {
    const handler = /@input="#(\d+)"/.exec(this.html)?.[1];
    typed.value = query;
    typed.selectionEnd = query.length;
    await this.#fire(handler, {});
  }

  /** The texts of the rows of the table, also of headings of groups. */
  rows(): readonly string[] {
    return this.#rows.map(textIn);
  }

  get #rows(): readonly string[] {
    return this.html.split(/(?=<div\s+role="row"\s+class="row )/).slice(1);
  }

  /** Presses a key in the table. */
  async key(
    key: string,
    held: { readonly ctrlKey?: boolean; readonly shiftKey?: boolean } = {},
  ): Promise<void> {
    await this.#inTable('keydown', { key, ...held });
  }

  /** Presses a key in the status grid. */
  async keyInStatusGrid(key: string): Promise<void> {
    await this.#fire(/<fleet-status-grid[^]*?@keydown="#(\d+)"/.exec(this.html)?.[1], { key });
  }

  /** Clicks on the arrow of a heading. @param index that of its row */
  async clickArrow(index: number): Promise<void> {
    await this.#inTable('click', { target: new FakeElement(index) });
  }

  async #inTable(event: 'click' | 'keydown', given: object): Promise<void> {
    const handler = new RegExp(`<div[^>]*class="grid [^>]*@${event}="#(\\d+)"`).exec(this.html)?.[1];
    await this.#fire(handler, given);
  }

  async #fire(handler: string | undefined, given: object): Promise<void> {
    const target = {};
    const nothingToDo = (): void => undefined;
    const event = {
      target,
      currentTarget: target,
      preventDefault: nothingToDo,
      stopPropagation: nothingToDo,
      ...given,
    };
    this.#handlers[Number(handler)]?.(event);
    await this.#element.updateComplete;
  }

  #draw(value: unknown): string {
    if (Array.isArray(value)) return value.map((each) => this.#draw(each)).join('');
    if (typeof value === 'object' && value !== null && '_$litDirective$' in value && 'values' in value)
      return this.#draw(value.values);
    if (!isTemplate(value))
      return typeof value === 'string' || typeof value === 'number' ? escaped(String(value)) : '';
    let html = '';
    let inside = '';
    value.strings.forEach((text, index) => {
      html += inside === '' ? text : text.replace('>', () => `>${inside}`);
      inside = '';
      if (index >= value.values.length) return;
      const each = value.values[index];
      const tag = /<([a-z-]+)[^<>]*\.page=$/.exec(html)?.[1];
      if (tag !== undefined) inside = this.#part(tag, each);
      const isAttribute = /[.?@\w-]=$/.test(html);
      if (typeof each === 'function') html += `"#${this.#handlers.push(each as Handler) - 1}"`;
      else if (tag !== undefined) html += '""';
      else html += isAttribute ? `"${attributeText(each)}"` : this.#draw(each);
    });
    return html;
  }

  #part(tag: string, page: unknown): string {
    const part = this.#parts.get(tag) ?? created(tag);
    this.#parts.set(tag, part);
    part.page = page;
    part.requestUpdate();
    part.performUpdate();
    return this.#draw(drawn.get(part));
  }
}

function attributeText(value: unknown): string {
  return typeof value === 'symbol' || typeof value === 'object' ? '' : escaped(String(value));
}

function created(tag: string): PageElement {
  const Defined = defined.get(tag);
  if (Defined === undefined) throw new Error(`No element is called ${tag}.`);
  const element = new Defined();
  return Object.assign(element, {
    isConnected: true,
    clientWidth: 1400,
    querySelector: (selector: string) =>
      ({ '.grid': { ...scroller, ownerDocument: { defaultView: globalThis } }, input: typed })[selector] ??
      null,
    querySelectorAll: () => [],
    closest: () => null,
  });
}

afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
