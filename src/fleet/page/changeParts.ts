import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import type { Change } from '../../items/changes/change';
import { changeText, groupTitle } from '../../items/changes/changeText';
import { kindText } from '../../items/itemText';
import { parts, pathText } from '../../presentation/text';
import { menuContext, send } from './host';
import { changeIcon } from './icons';

const idPrefix = 'change-';

export function rowId(number: number): string {
  return `${idPrefix}${number}`;
}

/** The number of the change whose row has the focus. */
export function numberOf(target: EventTarget | null): number {
  return target instanceof HTMLElement ? Number(target.id.slice(idPrefix.length)) : NaN;
}

/**
 * @param isGone whether the item cannot be shown in the Projects view, because it does not exist any more
 * @param isActive whether the Tab key goes to it
 */
export function changeRow(change: Change, isGone: boolean, isActive: boolean): TemplateResult {
  const { item } = change;
  const { id, name, path, kind } = item;
  const isEarlier = isGone && change.what !== 'disappeared';
  return html`<li
    class="change"
    title=${groupTitle(change)}
    data-vscode-context=${isGone ? nothing : menuContext(item)}
  >
    ${changeIcon(change)}
    <span class="change-name">
      ${
        isGone
          ? html`${name} ${isEarlier ? html`<span class="muted">${l10n.t('gone')}</span>` : nothing}`
          : html`<button
              class="link"
              id=${rowId(change.number)}
              tabindex=${isActive ? 0 : -1}
              @click=${() => {
                send({ type: 'reveal', id });
              }}
            >
              ${name}
            </button>`
      }
    </span>
    <span class="change-what">${changeText(change)}</span>
    <span class="change-where muted">${parts(kindText(kind), pathText(...path))}</span>
  </li>`;
}
