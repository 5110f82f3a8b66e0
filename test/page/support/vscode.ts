import { Disposable, EventEmitter, window as parts } from '../../unit/support/vscode';

export * from '../../unit/support/vscode';

// The parts of the `vscode` module that the whole extension needs, besides those of the unit tests. It knows commands, and
// notes what users would see outside of pages. A test replaces what it needs to.

type Run = (...given: readonly unknown[]) => unknown;

const registered = new Map<string, Run>();

/** What was asked of VS Code since the extension was started. */
export const asked = {
  /** The commands that were run, with what they were given. */
  commands: [] as (readonly [name: string, ...given: unknown[]])[],
  /** The texts that were copied. */
  copied: [] as string[],
  /** What was shown as a message. */
  messages: [] as string[],
};

export const commands = {
  registerCommand: (name: string, run: Run) => {
    registered.set(name, run);
    return new Disposable(() => registered.delete(name));
  },
  executeCommand: async (name: string, ...given: readonly unknown[]): Promise<unknown> => {
    if (name !== 'setContext') asked.commands.push([name, ...given]);
    return registered.get(name)?.(...given);
  },
};

export const env = {
  language: 'en',
  uriScheme: 'vscode',
  clipboard: {
    writeText: (text: string): Promise<void> => Promise.resolve(void asked.copied.push(text)),
  },
  openExternal: (): Promise<boolean> => Promise.resolve(true),
};

export const languages = { registerHoverProvider: () => new Disposable(() => undefined) };

export const lm = { registerTool: () => new Disposable(() => undefined) };

const never = new EventEmitter<never>().event;

const view = {
  onDidExpandElement: never,
  onDidCollapseElement: never,
  onDidChangeSelection: never,
  onDidChangeVisibility: never,
  onDidChangeCheckboxState: never,
  selection: [],
  visible: false,
  reveal: (): Promise<void> => Promise.resolve(),
  dispose: (): void => undefined,
};

const noted = (message: string): Promise<undefined> => {
  asked.messages.push(message);
  return Promise.resolve(undefined);
};

const ignore = (): void => undefined;

/** A list, in which `Extension.pick` chooses. */
export class QuickPick {
  static shown: QuickPick | undefined;
  items: readonly { readonly label: string }[] = [];
  activeItems: readonly unknown[] = [];
  selectedItems: readonly unknown[] = [];
  buttons: readonly unknown[] = [];
  readonly #accepted = new EventEmitter<void>();
  readonly #hidden = new EventEmitter<void>();
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidTriggerButton = never;
  readonly onDidTriggerItemButton = never;
  readonly onDidChangeValue = never;

  show(): void {
    QuickPick.shown = this;
  }

  hide(): void {
    if (QuickPick.shown === this) QuickPick.shown = undefined;
    this.#hidden.fire();
  }

  choose(item: unknown): void {
    this.activeItems = this.selectedItems = [item];
    this.#accepted.fire();
  }

  readonly dispose = ignore;
}

export const window = {
  ...parts,
  createOutputChannel: () => ({
    ...{ trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore },
    ...{ show: ignore, dispose: ignore },
  }),
  createStatusBarItem: () => ({ show: ignore, hide: ignore, dispose: ignore }),
  createTreeView: () => ({ ...view }),
  createQuickPick: () => new QuickPick(),
  registerUriHandler: () => new Disposable(ignore),
  registerWebviewPanelSerializer: () => new Disposable(ignore),
  setStatusBarMessage: () => new Disposable(ignore),
  showErrorMessage: noted,
  showInformationMessage: noted,
  showWarningMessage: noted,
};
