/**
 * The parts of the `vscode` module that unit tests need, as plain data. Everything else is tested in VS Code.
 */
export const env = { language: 'en' };

export const l10n = {
  t: (message: string, ...values: readonly (string | number | boolean)[]): string =>
    message.replace(/\{(\d+)\}/g, (placeholder, index: string) =>
      String(values[Number(index)] ?? placeholder),
    ),
};

export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };

export class TreeItem {
  constructor(
    readonly label: string,
    readonly collapsibleState = TreeItemCollapsibleState.None,
  ) {}
}

export const ColorThemeKind = { Light: 1, Dark: 2, HighContrast: 3, HighContrastLight: 4 };

export class ThemeColor {
  constructor(readonly id: string) {}
}

export class ThemeIcon {
  constructor(
    readonly id: string,
    readonly color?: ThemeColor,
  ) {}
}

export class Uri {
  private constructor(
    readonly scheme: string,
    readonly authority: string,
    readonly path: string,
    readonly query: string,
  ) {}

  static from({ scheme = '', authority = '', path = '', query = '' }: Partial<Uri>): Uri {
    return new Uri(scheme, authority, path, query);
  }

  static file(path: string): Uri {
    return new Uri('file', '', path, '');
  }

  static parse(text: string): Uri {
    const { protocol, host, pathname, search } = new URL(text);
    return new Uri(protocol.slice(0, -1), host, pathname, search.slice(1));
  }

  static joinPath(uri: Uri, ...segments: readonly string[]): Uri {
    return new Uri(uri.scheme, uri.authority, [uri.path, ...segments].join('/'), uri.query);
  }

  toString(): string {
    return `${this.scheme}://${this.authority}${this.path}`;
  }
}

export class Range {
  constructor(
    readonly startLine: number,
    readonly startCharacter: number,
    readonly endLine: number,
    readonly endCharacter: number,
  ) {}
}

export class Hover {
  constructor(
    readonly contents: unknown,
    readonly range?: Range,
  ) {}
}

export class FileDecoration {
  constructor(
    readonly badge?: string,
    readonly tooltip?: string,
    readonly color?: ThemeColor,
  ) {}
}

export class MarkdownString {
  constructor(
    readonly value: string,
    readonly supportThemeIcons = false,
  ) {}
}

export class EventEmitter<Event> {
  readonly #listeners = new Set<(event: Event) => void>();

  readonly event = (listener: (event: Event) => void): { dispose(): void } => {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  };

  fire(event: Event): void {
    for (const listener of this.#listeners) listener(event);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

/** Tests replace it. */
export const lm = {};

export class LanguageModelTextPart {
  constructor(readonly value: string) {}
}

export class LanguageModelToolResult {
  constructor(readonly content: readonly LanguageModelTextPart[]) {}
}

export class CancellationError extends Error {}

export class Disposable {
  constructor(readonly dispose: () => void) {}

  static from(...all: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => {
      for (const each of all) each.dispose();
    });
  }
}

export let version = '1.100.0';

/** Pretends to be another version of VS Code. */
export function setVersion(other: string): void {
  version = other;
}

export const QuickInputButtons = { Back: {} };
export const InputBoxValidationSeverity = { Info: 1, Warning: 2, Error: 3 };

export const QuickPickItemKind = { Separator: -1, Default: 0 };

export const ProgressLocation = { Notification: 15 };

export const StatusBarAlignment = { Left: 1 };

export const ViewColumn = { Active: -1, Beside: -2 };

type Scope = 'user' | 'workspace';

/** The settings of the user and of the workspace, by full name. */
const written: Readonly<Record<Scope, Map<string, unknown>>> = { user: new Map(), workspace: new Map() };

const configurationChange = new EventEmitter<{ affectsConfiguration(section: string): boolean }>();

/** Writes a setting as the user or a workspace does; undefined removes it. */
export function writeSetting(id: string, value: unknown, scope: Scope = 'user'): void {
  if (value === undefined) written[scope].delete(id);
  else written[scope].set(id, value);
  configurationChange.fire({ affectsConfiguration: (section) => `${id}.`.startsWith(`${section}.`) });
}

let areWritesRefused = false;

/** Makes later writes of extensions fail, as in VS Code while the settings file has errors. */
export function refuseSettings(isRefused: boolean): void {
  areWritesRefused = isRefused;
}

/** Removes all settings. */
export function clearSettings(): void {
  areWritesRefused = false;
  for (const scope of Object.values(written)) scope.clear();
}

export const workspace = {
  textDocuments: [],
  openTextDocument: (): Promise<undefined> => Promise.resolve(undefined),
  registerTextDocumentContentProvider: () => new Disposable(() => undefined),
  onDidChangeConfiguration: configurationChange.event,
  getConfiguration: (section: string) => {
    const id = (name: string): string => `${section}.${name}`;
    const effective = new Map([...written.user, ...written.workspace]);
    return {
      ...Object.fromEntries(
        [...effective]
          .filter(([name]) => name.startsWith(id('')))
          .map(([name, value]) => [name.slice(id('').length), value]),
      ),
      get: (name: string) => effective.get(id(name)),
      inspect: (name: string) => ({
        globalValue: written.user.get(id(name)),
        workspaceValue: written.workspace.get(id(name)),
      }),
      update: (name: string, value: unknown): Promise<void> => {
        if (areWritesRefused) return Promise.reject(new Error('Unable to write into user settings.'));
        writeSetting(id(name), value);
        return Promise.resolve();
      },
    };
  },
};

const windowState = new EventEmitter<{ focused: boolean }>();
const activeEditor = new EventEmitter<unknown>();
const editorSelection = new EventEmitter<{ kind: number }>();

export const TextEditorSelectionChangeKind = { Keyboard: 1, Mouse: 2, Command: 3 };

/** What the user, or a command, does in editors. */
export const editors = {
  switch: (): void => {
    activeEditor.fire(undefined);
  },
  select: (kind: number): void => {
    editorSelection.fire({ kind });
  },
};

export const window = {
  activeColorTheme: { kind: ColorThemeKind.Dark },
  state: { focused: true },
  onDidChangeWindowState: windowState.event,
  tabGroups: { all: [], activeTabGroup: {} },
  onDidChangeActiveTextEditor: activeEditor.event,
  onDidChangeTextEditorSelection: editorSelection.event,
  registerFileDecorationProvider: () => new Disposable(() => undefined),
  withProgress: <Result>(_options: object, run: (progress: object, token: object) => Result): Result =>
    run({ report: () => undefined }, { onCancellationRequested: () => new Disposable(() => undefined) }),
  showErrorMessage: (): Promise<undefined> => Promise.resolve(undefined),
  showInformationMessage: (): Promise<undefined> => Promise.resolve(undefined),
  showWarningMessage: (): Promise<undefined> => Promise.resolve(undefined),
};

export const commands = {
  executeCommand: (): Promise<undefined> => Promise.resolve(undefined),
  registerCommand: () => new Disposable(() => undefined),
};

/** Moves the focus to another window, or back. */
export function focusWindow(focused: boolean): void {
  window.state = { focused };
  windowState.fire(window.state);
}

/** What the tabs of editors show. */
export class TabInputText {
  constructor(readonly uri: unknown) {}
}
export class TabInputTextDiff {
  constructor(
    readonly original: unknown,
    readonly modified: unknown,
  ) {}
}
export class TabInputWebview {
  constructor(readonly viewType: string) {}
}

export const extensions = { getExtension: () => undefined };
