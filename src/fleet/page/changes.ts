import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { l10n } from 'vscode';
import {
  coverageSentences,
  groupChanges,
  groupTitle,
  type ChangeGroup,
} from '../../items/changes/changeText';
import { changeRow, numberOf, rowId } from './changeParts';
import { changeKinds, filterChanges, goneItems, isGone, type ChangeKind } from './changeRows';
import type { ShownChanges } from './changeStore';
import { send } from './host';
import { Section, type ChangeView } from './section';
import { selectBox } from './selectBox';
import { rowAfterKey } from './selection';
import type { View } from './viewState';

/** How many rows Page Up and Page Down skip. */
const page = 10;

/** What has changed, by the time at which it was found. */
export class ChangesSection extends Section {
  static override properties: PropertyDeclarations = {
    changes: { attribute: false },
    view: { attribute: false },
    now: { attribute: false },
    active: { state: true },
  };

  /** Undefined before they were received. */
  declare changes: ShownChanges | undefined;
  declare view: View;
  declare now: number;
  declare changeView: ChangeView;
  /** The number of the change that has the focus or gets it next. */
  declare private active: number | undefined;
  #groups: readonly ChangeGroup[] = [];
  #gone: ReadonlySet<string> = new Set();
  /** The numbers of the changes that can have the focus. */
  #focusable: readonly number[] = [];

  protected override willUpdate(changed: ReadonlyMap<PropertyKey, unknown>): void {
    const before = changed.get('view') as View | undefined;
    const isFiltered = changed.has('view') && before?.changes !== this.view.changes;
    if (changed.has('changes') || isFiltered) {
      this.#groups = groupChanges(filterChanges(this.changes?.changes ?? [], this.view.changes));
    }
    if (changed.has('changes')) this.#gone = goneItems(this.changes?.changes ?? []);
    this.#focusable = this.#groups
      .flatMap(({ changes }) => changes)
      .filter(({ item }) => !isGone(item.id, this.#gone))
      .map(({ number }) => number);
  }

  protected override render(): TemplateResult {
    if (this.changes === undefined) return html`<p class="empty" role="status">${l10n.t('Loading…')}</p>`;
    const { changes, coverage } = this.changes;
    const sentences = coverageSentences(coverage, changes.length, this.now);
    return html`<section>
      <div class="section-head">
        <p class="change-coverage" role="status">${sentences.join(' ')}</p>
        ${changes.length > 0 ? this.#toolbar() : nothing}
      </div>
      ${
        changes.length > 0 && this.#groups.length === 0
          ? html`<p class="empty">${l10n.t('No results')}</p>`
          : this.#list()
      }
    </section>`;
  }

  #toolbar(): TemplateResult {
    const { kind, text } = this.view.changes;
    return html`<vscode-textfield
        class="search"
        label=${l10n.t('Filter')}
        aria-label=${l10n.t('Filter by name, UID, location or value')}
        placeholder=${l10n.t('Filter by name, UID, location or value')}
        .value=${text}
        @input=${({ target }: Event) => {
          this.changeView({ changes: { kind, text: (target as HTMLInputElement).value } });
        }}
      ></vscode-textfield>
      ${selectBox<ChangeKind>({
        label: l10n.t('Changes to show'),
        choices: changeKinds.map((value) => ({ value, label: choiceText(value) })),
        value: kind,
        onChange: (value) => {
          this.changeView({ changes: { kind: value, text } });
        },
      })}
      <span class="spring"></span>
      <vscode-button
        secondary
        @click=${() => {
          send({ type: 'openChangesAsText' });
        }}
        >${l10n.t('Open as Text')}</vscode-button
      >`;
  }

  #list(): TemplateResult {
    const active = this.#active;
    return html`<div
      class="changes"
      @keydown=${this.#onKey}
      @focusin=${({ target }: FocusEvent) => {
        this.active = numberOf(target);
      }}
    >
      ${repeat(
        this.#groups,
        ({ changes }) => changes[0]?.number,
        (group) => this.#group(group, active),
      )}
    </div>`;
  }

  #group(group: ChangeGroup, active: number | undefined): TemplateResult {
    const title = groupTitle(group, this.now);
    return html`<h2>${title}</h2>
      <ul aria-label=${title}>
        ${repeat(
          group.changes,
          ({ number }) => number,
          (change) => {
            const isOfGone = isGone(change.item.id, this.#gone);
            const isActive = change.number === active;
            return guard([change, isOfGone, isActive], () => changeRow(change, isOfGone, isActive));
          },
        )}
      </ul>`;
  }

  get #active(): number | undefined {
    const { active } = this;
    return active !== undefined && this.#focusable.includes(active) ? active : this.#focusable[0];
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const focused = this.#focusable.indexOf(numberOf(event.target));
    const target = rowAfterKey(event.key, focused, this.#focusable.length - 1, page);
    const number = target === undefined ? undefined : this.#focusable[target];
    if (number === undefined) return;
    event.preventDefault();
    this.querySelector<HTMLElement>(`#${rowId(number)}`)?.focus();
  };
}

function choiceText(kind: ChangeKind): string {
  switch (kind) {
    case 'all':
      return l10n.t('All changes');
    case 'problems':
      return l10n.t('Problems');
    case 'recoveries':
      return l10n.t('Recoveries');
  }
}

customElements.define('fleet-changes', ChangesSection);
