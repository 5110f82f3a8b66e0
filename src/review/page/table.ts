import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { l10n } from 'vscode';
import {
  grantChangeText,
  fieldsFor,
  grantFields,
  fieldLines,
  fieldText,
  type GrantRow,
} from '../../access/grantFields';
import { sortedByKey } from '../../items/order';
import { firstWords, parts, present } from '../../text/text';
import { linkButton } from '../../webPage/controls';
import { arranged } from '../../webPage/lines';
import { lastOf } from '../../service/remember';
import type { KeySpec, TableSpec } from '../../webPage/tableSpec';
import { grantCount, isOpen } from '../grantRows';
import { columns, decidedText, textIn, type Column } from './columns';
import { decide, decisionButtons, sends } from './actions';
import { selectGrants } from '../../access/grantTerms';
import type { ReviewPage } from './review';
import type { View } from './view';

/** From this width on, a grant takes one line, in pixels. */
const oneLineWidth = 850;

const sorted = lastOf((rows: readonly GrantRow[], { column, isDescending }: View['table']['sort']) =>
  sortedByKey(rows, (row) => textIn(column, row), isDescending),
);
const selected = lastOf(selectGrants);

/** What the query selects. */
export function answerOf({ rows, view }: ReviewPage) {
  return selected(view.query, sorted(rows, view.table.sort));
}

function noteBox(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.note');
}

function decides(key: string, choice: 'keep' | 'remove', title: () => string): KeySpec<ReviewPage, GrantRow> {
  return {
    key,
    title,
    run: (rows) => {
      decide(rows.filter(isOpen), { choice });
    },
  };
}

/** The grants, and what is decided about them. */
export const grantTable: TableSpec<ReviewPage, GrantRow, Column> = {
  label: () => l10n.t('Grants'),
  columns,
  rowHeight: ({ width }) => (width < oneLineWidth ? 46 : 26),
  view: ({ view }) => view.table,
  change: ({ view, changeView }, change) => {
    changeView({ table: { ...view.table, ...change } });
  },
  filter: ({ view }) => view.query,
  rows: (page) => answerOf(page).rows,
  spoken: (row) => {
    const found = present(grantChangeText(row.change), ...fieldLines('findings', row));
    const what = (['kind', 'role', 'who', 'reach', 'notNow'] as const).map((name) => fieldText(name, row));
    return [textIn('choice', row), firstWords(parts(...found), 8), ...what];
  },
  open: () => noteBox()?.focus(),
  keys: [
    decides('k', 'keep', () => l10n.t('Keep')),
    decides('r', 'remove', () => l10n.t('Remove')),
    { key: 'n', title: () => l10n.t('Note'), run: () => noteBox()?.focus() },
  ],
  empty: ({ header, rows, changeView }) => {
    const { state } = header.progress;
    if (rows.length > 0)
      return html`${l10n.t('No results')}
      ${linkButton(l10n.t('Clear Query'), () => {
        changeView({ query: '' });
      })}`;
    if (state === 'done') return l10n.t('No grants were read, so there is nothing to decide.');
    return state === 'ready' ? l10n.t('Nothing has been read yet.') : l10n.t('Reading…');
  },
};

/** What applies to all selected grants, and the details of a single one, which has no room for them in narrow tabs. */
export function decisionBar(page: ReviewPage): TemplateResult {
  const chosen = arranged(grantTable, page).selected;
  const open = chosen.filter(isOpen);
  const [row, ...others] = chosen;
  if (row === undefined)
    return html`<div class="decision-bar">
      <p class="muted">
        ${l10n.t('Select grants to decide about them. Keys: K keeps, R removes, N adds a note.')}
      </p>
    </div>`;
  const isOne = others.length === 0;
  const review = linkButton(l10n.t('Review Access…'), sends({ type: 'reviewUser', userUid: row.who.id }));
  return html`<div class="decision-bar" role="group" aria-label=${l10n.t('Selected grants')}>
    <div class="decide">
      <span>${isOne ? row.who.name : l10n.t('{0} selected', grantCount(chosen.length))}</span>
      ${isOne && row.who.kind === 'user' ? review : nothing}
      ${open.length === 0 ? nothing : decisionButtons(open, page.header, false)}
      ${keyed(chosen.map(({ id }) => id).join(), noteField(chosen, open))}
    </div>
    ${
      isOne
        ? html`<p class="details" tabindex="0">
            ${parts(...detailFields.map((name) => titled(name, row)), decidedText(row))}
          </p>`
        : nothing
    }
  </div>`;
}

/** Another box for other grants: what is typed into it stays only as long as they do. */
function noteField(chosen: readonly GrantRow[], open: readonly GrantRow[]): TemplateResult {
  const [note = '', ...others] = new Set(chosen.map((row) => row.note));
  return html`<vscode-textfield
    class="note"
    .label=${l10n.t('Note')}
    placeholder=${l10n.t('Note')}
    ?disabled=${open.length === 0}
    .value=${others.length === 0 ? note : ''}
    @change=${({ target }: Event) => {
      decide(open, { note: (target as HTMLInputElement).value });
    }}
  ></vscode-textfield>`;
}

/** What a row does not say in full. */
const detailFields = fieldsFor('details');

function titled(name: (typeof detailFields)[number], row: GrantRow): string {
  const text = fieldText(name, row);
  return text && l10n.t('{0}: {1}', grantFields[name].title(), text);
}
