import { html, nothing, type TemplateResult } from 'lit';
import type { PageBody } from './pageSpec';

const idOf = (tab: string): string => `tab-${tab}`;

/**
 * The tabs of the page, which work as those of VS Code do: arrow keys select the next one. Those of `vscode-tabs` need Enter
 * after an arrow key, ignore the space bar, Home and End, and are two tab lists, one in the other, for screen readers.
 */
export function tabBar({ tabs, tab: selected, selectTab }: PageBody): TemplateResult {
  const onKey = (event: KeyboardEvent): void => {
    const index = tabs.findIndex(({ name }) => name === selected);
    const targets = new Map([
      ['ArrowRight', (index + 1) % tabs.length],
      ['ArrowLeft', index - 1],
      ['Home', 0],
      ['End', -1],
    ]);
    const target = targets.get(event.key);
    const tab = target === undefined ? undefined : tabs.at(target);
    if (tab === undefined) return;
    event.preventDefault();
    selectTab(tab.name);
    document.getElementById(idOf(tab.name))?.focus();
  };
  return html`<div class="tabs" role="tablist" @keydown=${onKey}>
    ${tabs.map(
      ({ name, title, badge, tip = nothing }) =>
        html`<button
          id=${idOf(name)}
          role="tab"
          title=${tip}
          aria-selected=${name === selected}
          aria-controls=${name === selected ? 'tab-panel' : nothing}
          tabindex=${name === selected ? 0 : -1}
          @click=${() => {
            selectTab(name);
          }}
        >
          ${title}${badge === undefined ? nothing : html` <span class="badge">${badge}</span>`}
        </button>`,
    )}
  </div>`;
}

/** What the selected tab shows. */
export function tabPanel({ tab }: PageBody, content: unknown): TemplateResult {
  return html`<div class="tab-panel" id="tab-panel" role="tabpanel" aria-labelledby=${idOf(tab)}>
    ${content}
  </div>`;
}
