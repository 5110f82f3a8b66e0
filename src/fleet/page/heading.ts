import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { changedText, clockText, periodText } from '../../items/causeTimes';
import { itemStates, stateText } from '../../items/severity';
import { formatNumber, ifGiven } from '../../text/format';
import { firstWords, parts } from '../../text/text';
import { linkButton } from '../../webPage/controls';
import { statesText, type HeldGroup } from './groups';
import { stateIcon } from './icons';
import { causesRead } from './actions';
import type { ShownPage } from './shownFleet';

/** A heading in one line: the cause, how many it has, since when, and what was changed before it. */
export function heading(group: HeldGroup, page: ShownPage): TemplateResult {
  const { title, worst, states, rows, cause, isRow = false } = group;
  if (cause === undefined) {
    const bar = itemStates.flatMap((state) =>
      states[state] === undefined
        ? []
        : html`<span class="s-${state}" .style=${`flex-grow: ${states[state]}`}></span>`,
    );
    return html`${stateIcon(worst)}<span class="states" aria-hidden="true">${bar}</span
      ><span class="cell-text" title=${title}>${title}</span>
      <span class="muted">${statesText(states)}</span>`;
  }
  const [row] = rows;
  const tip = parts(l10n.t('Grouped by cause'), row?.item.message ?? title);
  const numbers = isRow ? row?.item.name : cause.kind === 'known' ? '' : cause.counts;
  return html`<span class="causes ${cause.kind}">
    <span class="cell-text" title=${tip}>${stateIcon(worst)}${title}</span>
    <span class="cell-text" title=${numbers ?? nothing}>${numbers}</span>
    <span class="muted cell-text">${timesText(cause, page)}</span>
    <span class="muted cell-text" title=${headingChanges(group, cause, page)}>
      ${cause.kind === 'unread' ? readCauses(page) : headingChanges(group, cause, page)}
    </span>
  </span>`;
}

/** What the parts of a heading are, where rows are grouped by cause. */
export function headingTitles({ view }: ShownPage): readonly string[] | undefined {
  return view.group === 'cause'
    ? [l10n.t('Cause'), l10n.t('Affected'), l10n.t('Since'), l10n.t('Changed Before')]
    : undefined;
}

export function headingSpoken(group: HeldGroup, page: ShownPage): readonly (string | undefined)[] {
  const { title, worst, states, cause, isRow = false, rows } = group;
  if (cause === undefined) return [title, statesText(states)];
  const { began, latest, kind } = cause;
  const timeOf = (time: number): string => clockText(time, page.now);
  const since =
    began?.isBefore === true
      ? l10n.t('since before {0}', timeOf(began.at))
      : ifGiven(began?.at, (at) => l10n.t('since {0}', timeOf(at)));
  return [
    firstWords(title, 8),
    isRow ? rows[0]?.item.name : kind === 'known' ? undefined : cause.counts,
    stateText(worst).toLowerCase(),
    since,
    latest === undefined || latest === began?.at ? undefined : l10n.t('latest {0}', timeOf(latest)),
    headingChanges(group, cause, page),
  ];
}

type Cause = NonNullable<HeldGroup['cause']>;

/** `22:10 – 00:41 +2` */
function timesText(cause: Cause, { now, fleet }: ShownPage): unknown {
  const { hiddenAt } = fleet.header;
  const joined = hiddenAt === undefined ? 0 : cause.joinedSince(hiddenAt);
  const period = periodText(cause, now);
  return joined === 0
    ? period
    : html`${period}
        <b title=${l10n.t('{0} more since this page was last shown', formatNumber(joined))}
          >+${formatNumber(joined)}</b
        >`;
}

function headingChanges(
  { isNew, recovered }: HeldGroup,
  { changed, outdated }: Cause,
  { now }: ShownPage,
): string {
  return parts(
    isNew ? l10n.t('new') : '',
    recovered === 0 ? '' : l10n.t('{0} recovered', formatNumber(recovered)),
    changed === undefined ? '' : changedText(changed, now),
    outdated === 0 ? '' : l10n.t('{0} outdated', formatNumber(outdated)),
  );
}

function readCauses({ fleet: { header } }: ShownPage): unknown {
  const read = header.reading === undefined ? causesRead(header) : undefined;
  return read ? linkButton(read.title, read.run) : nothing;
}
