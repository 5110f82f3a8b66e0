/**
 * The parts of the `vscode` module that turn data into words and rows, as plain data: everything else is tested inside
 * VS Code.
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

export class ThemeColor {
  constructor(readonly id: string) {}
}

export class ThemeIcon {
  constructor(
    readonly id: string,
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

const windowState = new EventEmitter<{ focused: boolean }>();

export const window = { state: { focused: true }, onDidChangeWindowState: windowState.event };

/** What a person does by going to another window, and back. */
export function focusWindow(focused: boolean): void {
  window.state = { focused };
  windowState.fire(window.state);
}
