import { LitElement, type PropertyDeclarations, type PropertyValues } from 'lit';

/** The extension, and what the page stores. */
export const host = acquireVsCodeApi();

/** Returns what sends a message to the extension, for buttons. */
export function posts(message: unknown): () => void {
  return () => {
    host.postMessage(message);
  };
}

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

  /** Whether one of these values differs from that of the last update. */
  protected isNew(...valuesOf: readonly ((page: Page) => unknown)[]): boolean {
    const before = this.#updated;
    return before === undefined || valuesOf.some((valueOf) => valueOf(before) !== valueOf(this.page));
  }

  protected override update(changed: PropertyValues<this>): void {
    super.update(changed);
    this.#updated = this.page;
  }
}
