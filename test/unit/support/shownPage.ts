import { build } from 'esbuild';
import { Window, type HTMLElement, type HTMLInputElement } from 'happy-dom';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { FakePanel } from '../../support/fakePanel';
import { eventually } from './eventually';

const pathOf = (file: string): string => fileURLToPath(new URL(`../../../${file}`, import.meta.url));

async function scriptOf(name: 'fleet' | 'review'): Promise<string> {
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

/** What is missing here. A table draws no rows without room for them. */
const missing = `
  const sizes = { offsetHeight: 2000, offsetWidth: 1200, clientHeight: 2000, clientWidth: 1200 };
  for (const [name, size] of Object.entries(sizes))
    Object.defineProperty(HTMLElement.prototype, name, {
      get() { return this.matches('.row') && name === 'offsetHeight' ? 24 : size; },
    });
  // The form around an element, of which there is none.
  HTMLElement.prototype.attachInternals = () => ({ setFormValue() {}, setValidity() {} });
`;

/** Loads the page of a panel, as VS Code does: it gets the messages of the extension, which gets its own. */
export async function loadPage(panel: FakePanel, name: 'fleet' | 'review'): Promise<ShownPage> {
  const window = new Window({
    settings: { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true },
  });
  onTestFinished(() => window.happyDOM.close());
  const json = (value: unknown): object => JSON.parse(JSON.stringify(value)) as object;
  let state: unknown;
  Object.assign(window, {
    acquireVsCodeApi: () => ({
      postMessage: (message: unknown) => {
        panel.send(json(message));
      },
      getState: () => state,
      setState: (kept: unknown) => (state = kept),
    }),
  });
  window.eval(missing);
  window.document.body.innerHTML = `<${name}-page></${name}-page>`;
  // A buffer of another realm is no instance of its own.
  const copy = window.eval('(bytes) => new Uint8Array(bytes).buffer') as (bytes: Uint8Array) => unknown;
  const { webview } = panel;
  const { postMessage } = webview;
  webview.postMessage = (message: ArrayBuffer) => {
    window.dispatchEvent(new window.MessageEvent('message', { data: copy(new Uint8Array(message)) }));
    return postMessage.call(webview, message);
  };
  window.eval(await scriptOf(name));
  return new ShownPage(window);
}

/** `Read Machines of 1 cluster`, whatever the lines of a template are. */
function textOf({ textContent }: Pick<HTMLElement, 'textContent'>): string {
  return textContent.replace(/\s+/g, ' ').trim();
}

/** What a user sees of a page, and does with it. What has changed is drawn a moment later: see `eventually`. */
export class ShownPage {
  constructor(private readonly window: Window) {}

  get text(): string {
    return textOf(this.window.document.body);
  }

  /** The names of buttons, and of links among text. */
  get buttons(): readonly string[] {
    return this.#all('button, vscode-button').map(nameOf);
  }

  /** What screen readers say of the rows of the table. */
  get rows(): readonly string[] {
    return this.#all('.grid-rows [aria-selected]').map(nameOf);
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
  }

  /** The focus leaves a text box. */
  leave(label: string): void {
    this.#box(label).dispatchEvent(new this.window.Event('change', { bubbles: true }));
  }

  /** Presses a key in the table. */
  press(key: string): void {
    const [grid] = this.#all('.grid');
    grid?.dispatchEvent(new this.window.KeyboardEvent('keydown', { key, bubbles: true }));
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
