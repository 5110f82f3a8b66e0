import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import type { EventLevel } from '../../items/eventText';
import { unsaid } from '../../items/fields';
import type { EntryItem } from '../../timeline/entry';
import { worstLevel, type TimelineRow } from '../../timeline/story';
import { formatMoment } from '../../text/format';
import { parts, pathText, present } from '../../text/text';
import { Columns } from '../../webPage/columns';
import { foldIcon, warningIcon } from '../../webPage/icons';
import {
  foldText,
  itemKindText,
  levelText,
  repeatText,
  timelineFields,
  type TimelineColumn,
} from '../timelineText';
import { infoIcon, stateIcon } from './icons';

/** What cells need besides their row. */
interface EntryContext {
  readonly now: number;
  /** The columns for which there is no room. What is in them stands above what happened. */
  readonly leftOut: readonly TimelineColumn[];
}

/** Clocks of services differ a little from that of this computer. */
const aheadMs = 60_000;

/** Says that a time is in the future, because a clock is ahead. */
function aheadText({ entry }: TimelineRow, { now }: EntryContext): string {
  return entry.time > now + aheadMs ? l10n.t('clock ahead') : '';
}

/** Times in a row, with the date if it is not that of the heading. */
export function timeFormat(
  { entry, top = entry }: TimelineRow,
  hasSeconds = false,
): (time: number) => string {
  return (time) => formatMoment(time, top.time, hasSeconds);
}

function entryText(column: TimelineColumn): (row: TimelineRow) => string {
  return ({ entry }) => timelineFields[column].text(entry);
}

/** The columns of the timeline. The item and who did it stand above what happened where there is no room for their columns. */
export const columns = new Columns<TimelineColumn, EntryContext, TimelineRow>({
  time: {
    ...timelineFields.time,
    text: entryText('time'),
    cell: (row, shown) =>
      html`${aheadText(row, shown) === '' ? nothing : warningIcon()}${timeFormat(row, true)(row.entry.time)}`,
    tip: (row, shown) => parts(entryText('time')(row), aheadText(row, shown)),
    width: [78, 78],
    isFixed: true,
    stays: 'always',
  },
  level: {
    ...timelineFields.level,
    text: (row) => levelText(worstLevel(row)),
    cell: (row) =>
      html`${levelIcon(worstLevel(row))}<span class="cell-text">${levelText(worstLevel(row))}</span>`,
    width: [30, 30],
    isFixed: true,
    stays: 'always',
  },
  item: {
    ...timelineFields.item,
    text: entryText('item'),
    cell: ({ entry }) => (entry.item ? clampedLines(entryItemText(entry.item)) : ''),
    tip: itemTip,
    width: [240, 200],
  },
  who: { ...timelineFields.who, text: entryText('who'), width: [130, 110] },
  source: { ...timelineFields.source, text: entryText('source'), width: [74, 74], isFixed: true },
  what: {
    ...timelineFields.what,
    text: entryText('what'),
    cell: whatHappened,
    tip: (row) => parts(repeatText(row, timeFormat(row)), row.entry.what, foldText(row)),
    width: [600, 300],
    stays: 'always',
  },
});

/** `Machine payments › payments-eu › workers › payments-eu-workers-5`; empty if it is about no item. */
export function itemTip(row: TimelineRow): string {
  const { item } = row.entry;
  return item ? present(itemKindText(item), entryText('item')(row)).join(' ') : '';
}

function whatHappened(row: TimelineRow, shown: EntryContext): TemplateResult {
  const { item, who, what } = row.entry;
  const notes = parts(aheadText(row, shown), repeatText(row, timeFormat(row)));
  const isLeftOut = (column: TimelineColumn): boolean => shown.leftOut.includes(column);
  const about = parts(isLeftOut('item') ? item?.names.at(-1) : '', isLeftOut('who') ? who : '');
  const folded = foldText(row);
  return clampedLines(
    html`${about === '' ? nothing : html`<div>${about}</div>`}${
      folded === undefined ? nothing : html`<span class="fold">${foldIcon(row.isOpen !== true)}</span>`
    }${notes === '' ? nothing : html`<span class="muted">${notes}</span> `}${what}
    ${folded === undefined ? nothing : html`<span class="muted">${folded}</span>`}`,
    row.top ? 'followed' : '',
  );
}

/** As many lines as a row has room for. */
function clampedLines(text: unknown, className = ''): TemplateResult {
  return html`<div class="lines ${className}">${text}</div>`;
}

/** An item, and what contains it as far as its name does not say it. */
function entryItemText({ names }: EntryItem): TemplateResult {
  const name = names.at(-1) ?? '';
  return html`${name} <span class="muted">${pathText(...unsaid(name, names.slice(0, -1)))}</span>`;
}

/** These differ in shape as well as color. */
function levelIcon(level: EventLevel): TemplateResult {
  return {
    error: () => stateIcon('failed'),
    warning: warningIcon,
    info: infoIcon,
    unknown: () => stateIcon('notRead'),
  }[level]();
}
