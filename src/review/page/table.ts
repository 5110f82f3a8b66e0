import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { l10n } from 'vscode';
import { grantTerms } from '../../access/grantTerms';
import { suggestionsFor } from '../../query/suggest';
import { formatAge, formatMoment, formatNumber } from '../../text/format';
import { firstWords, parts, present } from '../../text/text';
import { button, linkButton } from '../../webPage/controls';
import { GridSection } from '../../webPage/grid';
import { icon, warningIcon } from '../../webPage/icons';
import { findingLabel } from '../../access/findings';
import { changeText, choiceText, fieldsFor, grantFields, linesOf, textOf } from '../../access/grantFields';
import type { Choice, Decision, GrantRow } from '../messages';
import '../../webPage/queryBox';
import type { QueryBox } from '../../webPage/queryBox';
import { findingCounts, findingLine } from './findingLine';
import { cellText, columns, selectGrants, sortGrants, type Column, type GrantAnswer } from './grants';
import { grantCount, isDecided, isOpen, removeText } from '../grantRows';
import { sends, type Page } from './section';

const paths = {
  tenant: 'M8 2a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM2 8h12M8 2c4 4 4 8 0 12M8 2c-4 4-4 8 0 12',
  project: 'M2 3.500h4.500l1.500 2h6v7.500h-12z',
  workspace:
    'M2.500 2.500h4.500v4.500h-4.500zM9 2.500h4.500v4.500h-4.500zM2.500 9h4.500v4.500h-4.500zM9 9h4.500v4.500h-4.500z',
  resource: 'M8 1.800l5 1.700v4c0 3-2 5.200-5 6.700-3-1.500-5-3.700-5-6.700v-4z',
  team: 'M5.5 7.5a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6zM1.5 13c0-2.5 1.7-4 4-4s4 1.5 4 4M10.5 3a2.3 2.3 0 0 1 0 4.5M11.5 9.2c2 .3 3 1.800 3 3.800',
  user: 'M8 7.800a2.700 2.700 0 1 0 0-5.400 2.700 2.700 0 0 0 0 5.400zM3 13.800c0-3 2-4.500 5-4.500s5 1.500 5 4.500',
  keep: 'm2.5 8.5l3.7 3.7 7.3-8',
  remove: 'M3 4.500h10M6.500 4.500V2.500h3v2M4.500 4.500l.6 9h5.800l.6-9',
  link: 'M6.500 3.500h-3v9h9v-3M9 2.500h4.500V7M13.500 2.500L7.500 8.500',
  unknown: 'M5.500 5.800a2.500 2.500 0 1 1 3.600 2.200c-.800.4-1.100.800-1.100 1.600M8 11.700v1.300',
} as const;

/** The grants, and what is decided about them. */
class TableSection extends GridSection<Page, GrantRow, Column> {
  protected override readonly columns = columns;
  protected override readonly rowHeight = 44;
  protected override readonly isWrapped = true;
  #answer: GrantAnswer = { rows: [], notKnown: 0, problems: [] };
  #sorted: readonly GrantRow[] = [];
  #counts: ReturnType<typeof findingCounts> = [];

  protected override get label(): string {
    return l10n.t('Grants');
  }

  protected override arranged(): { readonly rows: readonly GrantRow[] } | undefined {
    const { rows, view } = this.page;
    if (this.isNew((page) => page.rows)) this.#counts = findingCounts(rows);
    const isSorted = !this.isNew((page) => page.rows) && !this.isNew((page) => page.view.table.sort);
    if (!isSorted) this.#sorted = sortGrants(rows, view.table.sort);
    else if (!this.isNew((page) => page.view.query)) return undefined;
    this.#answer = selectGrants(view.query, this.#sorted);
    return { rows: this.#answer.rows };
  }

  protected override above(): TemplateResult {
    const { rows, view, changeView } = this.page;
    const { problems, notKnown } = this.#answer;
    const box: QueryBox = {
      line: view.query,
      placeholder: l10n.t('Words, or terms such as role:Viewer'),
      change: (query) => {
        changeView({ query });
      },
      suggest: (line, caret) => suggestionsFor(line, caret, rows, grantTerms),
      problems,
      note: notKnown === 0 ? '' : l10n.t('Not known: {0}', grantCount(notKnown)),
    };
    return html`<query-box .page=${box}></query-box>${findingLine(this.page, this.#counts, this.width)}`;
  }

  protected override status(): string {
    const { rows } = this.page;
    const count = (test: (row: GrantRow) => boolean): string => formatNumber(rows.filter(test).length);
    const gone = rows.filter(({ change }) => change === 'gone').length;
    const oldest = Math.min(...rows.filter(isDecided).map(({ decidedAt = Infinity }) => decidedAt));
    const isOld = oldest < Date.now() - 86_400_000;
    return parts(
      l10n.t('{0} of {1}', formatNumber(this.rows.length), grantCount(rows.length)),
      l10n.t('{0} decided', count(isDecided)),
      isOld ? l10n.t('oldest decision of {0}', formatMoment(oldest, Date.now())) : '',
      gone === 0 ? '' : l10n.t('{0} gone since the last review', formatNumber(gone)),
    );
  }

  protected override tools(): TemplateResult {
    const { rows, header } = this.page;
    const { toRemove } = header;
    return html`${toRemove === undefined ? nothing : button(removeText(toRemove), sends({ type: 'remove' }), { isDisabled: toRemove === 0 })}
    ${button(l10n.t('Finish Review…'), sends({ type: 'finish' }), { isMain: header.progress.state === 'done', isDisabled: rows.length === 0 })}`;
  }

  protected override spoken(row: GrantRow): readonly string[] {
    const found = present(changeText(row.change), ...linesOf('findings', row));
    const what = (['kind', 'role', 'who', 'reach', 'notNow'] as const).map((name) => textOf(name, row));
    return [cellText(row, 'decision'), firstWords(parts(...found), 8), ...what];
  }

  /** A row shows all but when it was decided. */
  protected override titleOf(column: Column, row: GrantRow): string {
    return column === 'decision' ? decidedText(row) : '';
  }

  protected override content(column: Column, row: GrantRow): unknown {
    switch (column) {
      case 'role':
        return html`<div class="line">
            <span class="spoken">${textOf('kind', row)}</span
            >${icon({ d: paths[row.kind] }, 'kind', 1.2)}${cellText(row, column)}
          </div>
          <div class="line muted">${parts(row.reach, row.notNow)}</div>`;
      case 'who':
        return html`<div class="line">
            ${icon({ d: paths[row.who.kind] }, 'kind', 1.1)}${cellText(row, column)} ${this.#findings(row)}
          </div>
          <div class="line">${changeText(row.change)}</div>`;
      case 'decision':
        return html`<div class="line">
            ${isOpen(row) ? this.#decisionButtons([row], true) : cellText(row, column)}
          </div>
          <div class="line muted">${isOpen(row) ? (row.outcome ?? row.note) : ''}</div>`;
    }
  }

  /** How many there are, and of how many that is not known. */
  #findings({ findings }: GrantRow): unknown {
    const isRead = this.page.header.progress.state === 'done';
    const counted = (isKnown: boolean, sign: unknown): unknown => {
      const found = findings.filter((finding) => finding.isKnown === isKnown);
      const title = found.map(findingLabel).join('\n');
      if (found.length === 0) return nothing;
      return html`<span class=${isKnown ? 'finding' : 'finding muted'} title=${title}
        >${sign}${isKnown || isRead ? formatNumber(found.length) : '–'}</span
      >`;
    };
    return html`${counted(true, warningIcon())}${counted(false, icon({ d: paths.unknown }, '', 1.2))}`;
  }

  /** @param isInRow whether keys on the row do the same, so that the Tab key skips the buttons */
  #decisionButtons(rows: readonly GrantRow[], isInRow: boolean): readonly unknown[] {
    const tool = (name: keyof typeof paths, title: string, run: () => void, isChosen?: boolean) =>
      html`<button
        class="tool"
        tabindex=${isInRow ? -1 : 0}
        aria-pressed=${isChosen ?? nothing}
        aria-label=${title}
        title=${title}
        @mousedown=${keepFocus}
        @click=${(event: Event) => {
          event.stopPropagation();
          run();
        }}
      >
        ${icon({ d: paths[name] })}${isChosen === undefined ? nothing : html`<span class="cell-text">${title}</span>`}
      </button>`;
    const choose = (choice: Decision): TemplateResult => {
      const isChosen = rows.every((row) => row.choice === choice);
      const run = (): void => {
        decide(rows, { choice: isChosen ? 'none' : choice });
      };
      return tool(choice, choiceText(choice), run, isChosen);
    };
    const hasLink = this.page.header.hasConsole && rows.some(({ isRemovable }) => !isRemovable);
    const link = tool('link', l10n.t('Change it in the web console'), sends({ type: 'openConsole' }));
    return [choose('keep'), choose('remove'), hasLink ? link : nothing];
  }

  /** What applies to all selected grants, and the details of a single one, which has no room for them in narrow tabs. */
  protected override below(): TemplateResult {
    const open = this.selected.filter(isOpen);
    const [row, ...others] = this.selected;
    return html`<div class="decision-bar" role="group" aria-label=${l10n.t('Selected grants')}>
      ${
        row === undefined
          ? html`<p class="muted">
              ${l10n.t('Select grants to decide about them. Keys: K keeps, R removes, N adds a note.')}
            </p>`
          : html`<div class="section-head">
              <span
                >${others.length === 0 ? row.who.name : l10n.t('{0} selected', grantCount(this.selected.length))}</span
              >
              ${
                others.length === 0 && row.who.kind === 'user'
                  ? linkButton(l10n.t('Review Access…'), sends({ type: 'reviewUser', userUid: row.who.id }))
                  : nothing
              }
              ${open.length === 0 ? nothing : this.#decisionButtons(open, false)}
              ${keyed(this.selected.map(({ id }) => id).join(), this.#noteBox(open))}
            </div>`
      }
      ${
        row && others.length === 0
          ? html`<p class="details" tabindex="0">
              ${parts(...details.map((name) => titled(name, row)), decidedText(row))}
            </p>`
          : nothing
      }
    </div>`;
  }

  /** Another box for other grants: what is typed into it stays only as long as they do. */
  #noteBox(open: readonly GrantRow[]): TemplateResult {
    const [note = '', ...others] = new Set(this.selected.map((row) => row.note));
    return html`<vscode-textfield
      class="search note"
      .label=${l10n.t('Note')}
      placeholder=${l10n.t('Note')}
      ?disabled=${open.length === 0}
      .value=${others.length === 0 ? note : ''}
      @change=${({ target }: Event) => {
        decide(open, { note: (target as HTMLInputElement).value });
      }}
    ></vscode-textfield>`;
  }

  protected override empty(): unknown {
    const { header, rows, changeView } = this.page;
    const { state } = header.progress;
    if (rows.length > 0)
      return html`${l10n.t('No results')}
      ${linkButton(l10n.t('Clear Query'), () => {
        changeView({ query: '' });
      })}`;
    if (state === 'done') return l10n.t('No grants were read, so there is nothing to decide.');
    return state === 'ready' ? l10n.t('Nothing has been read yet.') : l10n.t('Reading…');
  }

  protected override open(): void {
    this.querySelector<HTMLElement>('.note')?.focus();
  }

  protected override handleRowKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    if (ctrlKey || metaKey || altKey || this.selected.length === 0) return false;
    const open = this.selected.filter(isOpen);
    if (key === 'k') decide(open, { choice: 'keep' });
    else if (key === 'r') decide(open, { choice: 'remove' });
    else if (key === 'n') this.open();
    else return false;
    return true;
  }
}

/** What a row does not say in full. */
const details = fieldsFor('details');

function titled(name: (typeof details)[number], row: GrantRow): string {
  const text = textOf(name, row);
  return text && l10n.t('{0}: {1}', grantFields[name].title(), text);
}

function decidedText(row: GrantRow): string {
  const { decidedAt } = row;
  return decidedAt === undefined || !isDecided(row)
    ? ''
    : l10n.t('decided {0}', formatAge(decidedAt, Date.now()));
}

function decide(rows: readonly GrantRow[], decision: { choice: Choice } | { note: string }): void {
  if (rows.length > 0) sends({ type: 'decide', ids: rows.map(({ id }) => id), ...decision })();
}

/** A button in a row may show another row after the next update. */
function keepFocus(event: Event): void {
  event.preventDefault();
}

customElements.define('review-table', TableSection);
