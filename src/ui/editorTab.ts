import { ViewColumn, window, type Disposable, type WebviewPanel } from 'vscode';

/** An editor tab with a web page. A window has at most one of a type. `Page` shows the page until the tab is closed. */
export class EditorTab<Page extends Disposable> implements Disposable {
  #open: { readonly panel: WebviewPanel; readonly page: Page } | undefined;

  constructor(private readonly viewType: string) {}

  /** Undefined while the tab is closed. */
  get page(): Page | undefined {
    return this.#open?.page;
  }

  /** Moves to the tab, or opens it with the page that `create` returns. */
  show(create: (panel: WebviewPanel) => Page): void {
    if (this.#open === undefined) {
      this.adopt(window.createWebviewPanel(this.viewType, '', ViewColumn.Active), create);
    } else this.#open.panel.reveal();
  }

  /** Uses a panel without content, such as one that VS Code opened again. It replaces the one that is open. */
  adopt(panel: WebviewPanel, create: (panel: WebviewPanel) => Page): void {
    this.dispose();
    const opened = { panel, page: create(panel) };
    this.#open = opened;
    panel.onDidDispose(() => {
      opened.page.dispose();
      if (this.#open === opened) this.#open = undefined;
    });
  }

  dispose(): void {
    this.#open?.panel.dispose();
  }
}
