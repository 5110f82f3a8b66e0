import { html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { l10n } from 'vscode';
import type { Change } from '../../items/changes/change';
import {
  changeText,
  coverageSentences,
  groupChanges,
  groupTitle,
  type ChangeGroup,
} from '../../items/changes/changeText';
import { kindText } from '../../items/itemText';
import { parts, pathText } from '../../text/text';
import { button, searchBox } from '../../webPage/controls';
import { selectBox } from '../../webPage/selectBox';
import { rowAfterKey } from '../../webPage/selection';
import {
  changeKinds,
  filterChanges,
  foldRepeats,
  goneItems,
  isGone,
  type ChangeKind,
  type ChangeLine,
} from './changeRows';
import { changeIcon } from './icons';
import { menuContext, Section, sends } from './section';

/** How many rows Page Up and Page Down skip. */
const pageRows = 10;

interface Group extends ChangeGroup {
  readonly lines: readonly ChangeLine[];
}

/** What has changed, by the time at which it was found. */
class ChangesSection extends Section {
  /** The number of the change that has the focus or gets it next. */
  @state() private accessor active: number | undefined;
  #groups: readonly Group[] = [];
  #gone: ReadonlySet<string> = new Set();
  /** The numbers of the changes that can have the focus. */
  #focusable: readonly number[] = [];

  protected override willUpdate(): void {
    const all = this.page.changes?.changes ?? [];
    const isNew = this.isNew(({ changes }) => changes);
    if (isNew) this.#gone = goneItems(all);
    if (!isNew && !this.isNew(({ view }) => view.changes)) return;
    const groups = groupChanges(filterChanges(all, this.page.view.changes));
    this.#groups = groups.map((group) => ({ ...group, lines: foldRepeats(group.changes, this.#gone) }));
    this.#focusable = this.#groups
      .flatMap(({ lines }) => lines)
      .filter(({ change }) => !isGone(change.item.id, this.#gone))
      .map(({ change }) => change.number);
  }

  protected override render(): TemplateResult {
    const { changes: shown, now } = this.page;
    if (shown === undefined) return html`<p class="empty" role="status">${l10n.t('Loading…')}</p>`;
    const { changes, coverage } = shown;
    const sentences = coverageSentences(coverage, changes.length, now);
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
    const { view, changeView } = this.page;
    const { kind, text } = view.changes;
    return html`${searchBox(
        l10n.t('Filter by name, UID, location or value'),
        text,
        (changed) => {
          changeView({ changes: { kind, text: changed } });
        },
        l10n.t('Filter by name, UID, location or value'),
      )}
      ${selectBox<ChangeKind>({
        label: l10n.t('Changes to show'),
        choices: changeKinds.map((id) => ({ id, name: choiceText(id) })),
        value: kind,
        onChange: (value) => {
          changeView({ changes: { kind: value, text } });
        },
      })}
      <span class="spring"></span>
      ${button(l10n.t('Open as Text'), sends({ type: 'openChangesAsText' }))}`;
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

  #group(group: Group, active: number | undefined): TemplateResult {
    const title = groupTitle(group, this.page.now);
    return html`<h2>${title}</h2>
      <ul aria-label=${title}>
        ${repeat(
          group.lines,
          ({ change }) => change.number,
          ({ change, repeats }) => {
            const isOfGone = isGone(change.item.id, this.#gone);
            const isActive = change.number === active;
            return guard([change, isOfGone, isActive, repeats], () =>
              changeRow(change, isOfGone, isActive, repeats),
            );
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
    const target = rowAfterKey(event.key, focused, this.#focusable.length - 1, pageRows);
    const number = target === undefined ? undefined : this.#focusable[target];
    if (number === undefined) return;
    event.preventDefault();
    this.querySelector<HTMLElement>(`#${rowId(number)}`)?.focus();
  };
}

const idPrefix = 'change-';

function rowId(number: number): string {
  return `${idPrefix}${number}`;
}

/** The number of the change whose row has the focus. */
function numberOf(target: EventTarget | null): number {
  return target instanceof HTMLElement ? Number(target.id.slice(idPrefix.length)) : NaN;
}

/**
 * @param isGone whether the item cannot be shown in the Projects view, because it does not exist any more
 * @param isActive whether the Tab key goes to it
 * @param repeats the changes of its cluster that only repeat it
 */
function changeRow(
  change: Change,
  isGone: boolean,
  isActive: boolean,
  repeats: readonly Change[],
): TemplateResult {
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
              @click=${sends({ type: 'reveal', id })}
            >
              ${name}
            </button>`
      }
    </span>
    <span class="change-what">${changeText(change)}</span>
    <span class="change-where muted">${parts(kindText(kind), pathText(...path))}</span>
    ${repeats.length === 0 ? nothing : html`<span class="change-also muted">${alsoText(repeats)}</span>`}
  </li>`;
}

/** `also payments-eu: Healthy → UnHealthy`. A machine is in only one cluster. */
function alsoText(repeats: readonly Change[]): string {
  return l10n.t('also {0}: {1}', repeats[0]?.item.name ?? '', parts(...repeats.map(changeText)));
}

function choiceText(kind: ChangeKind): string {
  return {
    all: l10n.t('All changes'),
    problems: l10n.t('Problems'),
    recoveries: l10n.t('Recoveries'),
  }[kind];
}

customElements.define('fleet-changes', ChangesSection);
