import '@vscode-elements/elements/dist/vscode-badge/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { formatNumber } from '../../presentation/format';
import { pageTabs, type PageTab } from '../messages';

const idOf = (tab: PageTab): string => `tab-${tab}`;

/**
 * The tabs of the page, which work as those of VS Code do: arrow keys select the next one. Those of `vscode-tabs` need Enter
 * after an arrow key, ignore the space bar, Home and End, and are two tab lists, one in the other, for screen readers.
 */
export function tabBar(selected: PageTab, changes: number, select: (tab: PageTab) => void): TemplateResult {
  const onKey = (event: KeyboardEvent): void => {
    const tab = tabAfterKey(event.key, selected);
    if (tab === undefined) return;
    event.preventDefault();
    select(tab);
    document.getElementById(idOf(tab))?.focus();
  };
  return html`<div class="tabs" role="tablist" @keydown=${onKey}>
    ${pageTabs.map(
      (tab) =>
        html`<button
          id=${idOf(tab)}
          role="tab"
          aria-selected=${tab === selected}
          aria-controls=${tab === selected ? 'tab-panel' : nothing}
          tabindex=${tab === selected ? 0 : -1}
          @click=${() => {
            select(tab);
          }}
        >
          ${tabText(tab)}${
            tab === 'changes' && changes > 0
              ? html`<vscode-badge variant="counter">${formatNumber(changes)}</vscode-badge>`
              : nothing
          }
        </button>`,
    )}
  </div>`;
}

function tabText(tab: PageTab): string {
  switch (tab) {
    case 'overview':
      return l10n.t('Overview');
    case 'capacity':
      return l10n.t('Capacity');
    case 'changes':
      return l10n.t('Changes');
  }
}

/** What the selected tab shows. */
export function tabPanel(selected: PageTab, content: TemplateResult): TemplateResult {
  return html`<div class="tab-panel" id="tab-panel" role="tabpanel" aria-labelledby=${idOf(selected)}>
    ${content}
  </div>`;
}

/** The tab that a key goes to; undefined for other keys. */
function tabAfterKey(key: string, selected: PageTab): PageTab | undefined {
  const index = pageTabs.indexOf(selected);
  switch (key) {
    case 'ArrowRight':
      return pageTabs[(index + 1) % pageTabs.length];
    case 'ArrowLeft':
      return pageTabs.at(index - 1);
    case 'Home':
      return pageTabs[0];
    case 'End':
      return pageTabs.at(-1);
    default:
      return undefined;
  }
}
