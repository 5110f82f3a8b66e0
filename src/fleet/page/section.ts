import { LitElement } from 'lit';
import type { View } from './viewState';

/**
 * A part of the page. It has no shadow root: VS Code looks for the context of menus in the document, and all parts share
 * one stylesheet.
 */
export abstract class Section extends LitElement {
  protected override createRenderRoot(): this {
    return this;
  }
}

export type ChangeView = (change: Partial<View>) => void;
