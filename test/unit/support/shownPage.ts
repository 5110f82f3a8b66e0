import { build } from 'esbuild';
import {
  Window,
  type HTMLElement,
  type HTMLInputElement,
  type HTMLSelectElement,
  type Node,
} from 'happy-dom';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { encode } from '../../../src/webPage/messages';
import type { FakePanel } from '../../support/fakePanel';
import { eventually } from './eventually';

type Name = 'fleet' | 'review';

const pathOf = (file: string): string => fileURLToPath(new URL(`../../../${file}`, import.meta.url));

const scripts = new Map<Name, Promise<string>>();

/** The script of a page, made once. */
function scriptOf(name: Name): Promise<string> {
  const script = scripts.get(name) ?? buildScript(name);
  scripts.set(name, script);
  return script;
}

async function buildScript(name: Name): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [pathOf(`src/${name}/page/page.ts`)],
    alias: { vscode: pathOf('src/webPage/vscode.ts') },
    bundle: true,
    write: false,
    outdir: 'dist',
    target: 'es2022',
    loader: { '.css': 'empty' },
  });
  return outputFiles.map(({ text }) => text).join('\n');
}

/** What is missing here. A table draws no rows and columns without room for them. */
const missing = `
  const sizes = { offsetHeight: 100000, offsetWidth: 4000, clientHeight: 100000, clientWidth: 4000 };
  for (const [name, size] of Object.entries(sizes))
    Object.defineProperty(HTMLElement.prototype, name, {
      get() { return this.matches('.row') && name === 'offsetHeight' ? 24 : size; },
    });
  // The form around an element, of which there is none.
  HTMLElement.prototype.attachInternals = () => ({ setFormValue() {}, setValidity() {} });
`;

/**
 * Loads the page of a panel, as VS Code does: it gets the messages of the extension, which gets its own.
 * @param keptView what VS Code kept of the page
 */
export async function loadPage(panel: FakePanel, name: Name, keptView?: object): Promise<ShownPage> {
  const { webview } = panel;
  const { postMessage } = webview;
  const early: ArrayBuffer[] = [];
  let deliver = (message: ArrayBuffer): void => void early.push(message);
  webview.postMessage = (message: ArrayBuffer) => {
    deliver(message);
    return postMessage.call(webview, message);
  };
  const post = (message: object): void => {
    panel.send(message);
  };
  const page = await openPage(name, post, keptView);
  deliver = (message) => {
    page.receiveBytes(new Uint8Array(message));
  };
  early.forEach(deliver);
  return page;
}

/** Loads a page whose messages go to a function. @param keptView what VS Code kept of it */
export async function openPage(
  name: Name,
  post: (message: object) => void,
  keptView?: object,
): Promise<ShownPage> {
  const window = new Window({
    width: 4000,
    settings: { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true },
  });
  const page = { isOpen: true };
  onTestFinished(() => {
    page.isOpen = false;
    return window.happyDOM.close();
  });
  const json = (value: unknown): object => JSON.parse(JSON.stringify(value)) as object;
  const kept: unknown[] = keptView === undefined ? [] : [keptView];
  Object.assign(window, {
    acquireVsCodeApi: () => ({
      postMessage: (message: unknown) => {
        post(json(message));
      },
      getState: () => kept.at(-1),
      setState: (state: unknown) => kept.push(json(state)),
    }),
    // A test can let the time pass.
    Date,
    // Nothing happens in a page that is closed.
    setTimeout: (run: () => void, ms: number) =>
      setTimeout(() => {
        if (page.isOpen) run();
      }, ms),
    clearTimeout,
  });
  window.eval(missing);
  window.document.body.innerHTML = `<${name}-page></${name}-page>`;
  window.eval(await scriptOf(name));
  return new ShownPage(window, kept, page);
}

/** `Read Machines of 1 cluster`, whatever the lines of a template are. What elements say is apart. */
function textOf(element: HTMLElement): string {
  const texts = (node: Node): readonly string[] =>
    node.childNodes.length === 0 && node.nodeType === node.TEXT_NODE
      ? [node.textContent]
      : [...node.childNodes].flatMap(texts);
  return texts(element).join(' ').replace(/\s+/g, ' ').trim();
}

/** What a user sees of a page, and does with it. What has changed is drawn a moment later: see `eventually`. */
export class ShownPage {
  readonly #copy: (bytes: Uint8Array) => ArrayBuffer;

  /** @param kept what VS Code keeps of the page, the latest last */
  constructor(
    private readonly window: Window,
    readonly kept: readonly unknown[],
    private readonly page: { readonly isOpen: boolean },
  ) {
    // A buffer of another realm is no instance of its own.
    this.#copy = window.eval('(bytes) => new Uint8Array(bytes).buffer') as (bytes: Uint8Array) => ArrayBuffer;
  }

  /** The page gets a message of the extension. */
  async receive(message: object): Promise<void> {
    this.receiveBytes(new Uint8Array(encode(message)));
    await this.drawn();
  }

  /** A page that is closed gets nothing. */
  receiveBytes(bytes: Uint8Array): void {
    if (!this.page.isOpen) return;
    this.window.dispatchEvent(new this.window.MessageEvent('message', { data: this.#copy(bytes) }));
  }

  /** Waits until what has changed is drawn: the page, its parts, and all rows of the table, which are drawn last. */
  async drawn(): Promise<void> {
    for (let turn = 0; turn < 3 || (turn < 100 && !this.#hasAllRows()); turn++) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #hasAllRows(): boolean {
    const rows = this.#all('.grid-rows [role=row]').length;
    return this.#all('.grid').every((grid) => grid.getAttribute('aria-rowcount') === String(rows + 1));
  }

  get text(): string {
    return textOf(this.window.document.body);
  }

  /** The texts of elements. */
  texts(selector: string): readonly string[] {
    return this.#all(selector).map(textOf);
  }

  /** What the pointer shows on elements. */
  titles(selector: string): readonly string[] {
    return this.#all(selector)
      .map(({ title }) => title)
      .filter((title) => title !== '');
  }

  /** The names of buttons, and of links among text. */
  get buttons(): readonly string[] {
    return this.#all('button, vscode-button').map(nameOf);
  }

  /** What screen readers say of the rows of the table. */
  get rows(): readonly string[] {
    return this.#all('.grid-rows [role=row]:not(.group-row[aria-expanded])').map(nameOf);
  }

  /** What they say of the headings above rows. */
  get headings(): readonly string[] {
    return this.#all('.group-row[aria-expanded]').map(nameOf);
  }

  /** Clicks the first button, tab or row whose name has this text, as soon as it is there. */
  async click(name: string): Promise<void> {
    const found = await eventually(() => {
      const named = this.#all('button, vscode-button, .grid-rows [aria-selected]').find((each) =>
        nameOf(each).includes(name),
      );
      if (named === undefined) throw new Error(`There is no "${name}" in: ${this.text}`);
      return named;
    });
    found.click();
    await this.drawn();
  }

  /** What VS Code knows when it shows the menu of the first row whose name has this text. */
  contextOf(name: string): Readonly<Record<string, unknown>> {
    const row = this.#all('.grid-rows [role=row]').find((each) => nameOf(each).includes(name));
    if (row === undefined) throw new Error(`There is no row "${name}" in: ${this.text}`);
    row.dispatchEvent(new this.window.MouseEvent('contextmenu', { bubbles: true }));
    const [context = '{}'] = this.#all('.grid').map((grid) => grid.getAttribute('data-vscode-context'));
    return JSON.parse(context ?? '{}') as Readonly<Record<string, unknown>>;
  }

  /** Clicks the button with this name, if there is one. */
  async clickIfThere(name: string): Promise<void> {
    if (this.buttons.includes(name)) await this.click(name);
  }

  /** Checks the box beside a text, or clears it. */
  async check(text: string): Promise<void> {
    const label = this.#all('label').find((each) => textOf(each) === text);
    const box = label?.querySelector('input');
    box?.click();
    await this.drawn();
  }

  /** Clicks the first element of a selector that has no name, such as the arrow of a group. */
  async clickOn(selector: string): Promise<void> {
    this.#all(selector)[0]?.click();
    await this.drawn();
  }

  /** What a text box contains. */
  valueOf(label: string): string {
    return this.#box(label).value;
  }

  /** Types a text into a box, instead of what it contains, as soon as the box is there. */
  async type(label: string, text: string): Promise<void> {
    const box = await eventually(() => this.#box(label));
    box.value = text;
    box.dispatchEvent(new this.window.InputEvent('input', { bubbles: true, composed: true }));
    await this.drawn();
  }

  /** Chooses in a box, as soon as it is there. */
  async choose(label: string, choice: string): Promise<void> {
    const [box, value] = await eventually(() => {
      const [select] = this.#all(`select[aria-label="${label}"]`) as HTMLSelectElement[];
      const option = [...(select?.options ?? [])].find((each) => textOf(each) === choice);
      if (select === undefined || option === undefined)
        throw new Error(`There is no "${choice}" in ${label}.`);
      return [select, option.value];
    });
    box.value = value;
    box.dispatchEvent(new this.window.Event('change', { bubbles: true }));
    await this.drawn();
  }

  /** Types a part of a name into a box that searches, and returns what it lists, as soon as that is not empty. */
  search(label: string, text: string): Promise<readonly string[]> {
    return eventually(async () => {
      await this.type(label, text);
      const found = this.texts('search-box [role=option]');
      if (found.length === 0) throw new Error(`"${text}" finds nothing in ${label}.`);
      return found;
    });
  }

  /** Takes the first of what a box finds, with the keyboard. */
  async take(label: string, text: string): Promise<void> {
    await this.search(label, text);
    await this.press('Enter', `input[aria-label="${label}"]`);
  }

  /** What is chosen in a box. */
  chosenIn(label: string): string {
    const [select] = this.#all(`select[aria-label="${label}"]`) as HTMLSelectElement[];
    return [...(select?.options ?? [])]
      .filter(({ selected }) => selected)
      .map(textOf)
      .join();
  }

  /** The focus leaves a text box. */
  leave(label: string): void {
    this.#box(label).dispatchEvent(new this.window.Event('change', { bubbles: true }));
  }

  /** The pointer moves over the page. */
  movePointer(): void {
    this.window.document.body.dispatchEvent(new this.window.PointerEvent('pointermove', { bubbles: true }));
  }

  /** The focus moves from a text box to something else. */
  async leaveBox(label: string): Promise<void> {
    this.#box(label).dispatchEvent(new this.window.FocusEvent('blur'));
    await this.drawn();
  }

  /** The focus leaves the page. */
  blur(): void {
    this.window.dispatchEvent(new this.window.Event('blur'));
  }

  /** The focus moves to something else in the page. */
  moveFocus(): void {
    this.window.document.body.dispatchEvent(new this.window.FocusEvent('focusin', { bubbles: true }));
  }

  /** Presses a key in the table, or in another element. */
  async press(key: string, selector = '.grid'): Promise<void> {
    const [element] = this.#all(selector);
    element?.dispatchEvent(new this.window.KeyboardEvent('keydown', { key, bubbles: true }));
    await this.drawn();
  }

  #all(selector: string): readonly HTMLElement[] {
    return [...this.window.document.querySelectorAll(selector)] as HTMLElement[];
  }

  #box(label: string): HTMLInputElement {
    const roots = [
      this.window.document,
      ...this.#all('vscode-textfield').flatMap(({ shadowRoot }) => shadowRoot ?? []),
    ];
    const box = roots
      .map((root) => root.querySelector(`input[aria-label="${label}"]`))
      .find((each) => each !== null);
    if (box === undefined) throw new Error(`There is no box "${label}".`);
    return box as HTMLInputElement;
  }
}

function nameOf(element: HTMLElement): string {
  return element.getAttribute('aria-label') ?? (textOf(element) || element.title);
}
