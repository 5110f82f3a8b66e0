import { html, type TemplateResult } from 'lit';
import { warningIcon } from './icons';

/** A time that is long ago: with a color, and with a sign for those who don't see it. */
export function oldText(text: string): TemplateResult {
  return html`<span class="old">${warningIcon()}<span>${text}</span></span>`;
}
