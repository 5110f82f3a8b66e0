import { LitElement, type PropertyDeclarations, type PropertyValues } from 'lit';

/** The extension, and what the page stores. */
export const host = acquireVsCodeApi();

/**
 * A part of a page, which shows `page`. It has no shadow root: VS Code looks for the context of menus in the document, and
 * all parts share one stylesheet.
 */
export abstract class Section<Page> extends LitElement {
  static override properties: PropertyDeclarations = { page: { attribute: false } };

  declare page: Page;
  #updated: Page | undefined;

  protected override createRenderRoot(): this {
    return this;
  }

  /** Whether a value differs from that of the last update. */
  protected isNew(valueOf: (page: Page) => unknown): boolean {
    return this.#updated === undefined || valueOf(this.#updated) !== valueOf(this.page);
  }

  protected override update(changed: PropertyValues<this>): void {
    super.update(changed);
    this.#updated = this.page;
  }
}
