import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import {
  asOfText,
  formatMoment,
  formatNumber,
  formatZoned,
  ifGiven,
  requestCount,
  dayMs,
} from '../../text/format';
import { grantTerms } from '../../access/grantTerms';
import { suggestionsFor } from '../../query/suggest';
import { sanitizeLine } from '../../text/text';
import { linkButton, toggleButton } from '../../webPage/controls';
import { rowKeys } from '../../webPage/keys';
import type { Action, Foot } from '../../webPage/pageSpec';
import { definePage } from '../../webPage/shell';
import { grantCount, isDecided, isOpen, removeText } from '../grantRows';
import type { ToReviewPage } from '../messages';
import './review.css';
import { taken, type ReviewPage, type ShownReview } from './review';
import { readView, type View } from './view';
import { sends } from './actions';
import { answerOf, decisionBar, grantTable } from './table';
import { whoCanPart } from './whoCan';
import type { GrantRow } from '../../access/grantFields';
import { hasValue, toggledValue } from '../../query/query';
import { lastOf } from '../../service/remember';

/** The access review. */
definePage<ShownReview, View, ToReviewPage>({
  name: 'review',
  readView,
  take: taken,
  asks: ({ header }, { question }) => {
    const isAsked = question.permission !== '' && question.projectUid !== '';
    // Without a question, nothing is asked any more.
    if (!isAsked && header.answer === undefined) return {};
    const asked = isAsked ? question : undefined;
    return {
      whoCan: { key: JSON.stringify(question), message: () => ({ type: 'whoCan', question: asked }) },
    };
  },
  parts: (model, context) => {
    const page: ReviewPage = { ...model, ...context };
    const { header, view, changeView, rows, now } = page;
    const isTable = view.tab === 'grants';
    const { problems } = answerOf(page);
    return {
      label: sanitizeLine(header.connection.name),
      tabs: [
        {
          name: 'grants',
          title: l10n.t('Grants'),
          badge: rows.length === 0 ? undefined : formatNumber(rows.length),
        },
        { name: 'whoCan', title: l10n.t('Who can…?') },
      ],
      tab: view.tab,
      selectTab: (name) => {
        changeView({ tab: name === 'whoCan' ? 'whoCan' : 'grants' });
      },
      about: scopeNote(page),
      query: isTable
        ? {
            line: view.query,
            placeholder: l10n.t('Words, or terms such as role:Viewer'),
            change: (query) => {
              changeView({ query });
            },
            suggest: (line, caret) => suggestionsFor(line, caret, rows, grantTerms),
            problems,
          }
        : undefined,
      age: {
        text: ifGiven(header.readAt, (time) => asOfText(time, now)),
        tip: ifGiven(header.readAt, formatZoned) ?? '',
      },
      refresh:
        header.progress.state === 'done'
          ? { title: l10n.t('Read Again…'), run: sends({ type: 'read' }) }
          : undefined,
      menu: [],
      line: isTable ? findingLine(page, findingCounts(rows)) : undefined,
      content: isTable ? html`<page-table .spec=${grantTable} .page=${page}></page-table>` : whoCanPart(page),
      below: isTable ? decisionBar(page) : undefined,
      foot: footOf(page),
      keys: [...rowKeys(grantTable.keys), ['Enter', l10n.t('Note')]],
    };
  },
  disconnected: (other) =>
    other === undefined
      ? l10n.t('Not connected. Connect to a service to review its access.')
      : l10n.t('This review is about another connection: {0}. Connect to it to go on.', other),
});

/** What is reviewed, and how much of it was read. */
function scopeNote({ header: { scope, coverage, canReadUsers } }: ReviewPage): unknown {
  const addUsers = linkButton(l10n.t("Add Users' Own Roles"), sends({ type: 'readUsers' }));
  return html`<span class="about" title=${coverage}>
      <b>${sanitizeLine(scope)}</b> <span class="muted" role="status">${coverage}</span></span
    >${canReadUsers ? addUsers : nothing}`;
}

function footOf(page: ReviewPage): Foot {
  const { header, hasRead, rows, now } = page;
  const { state, done, total, announcement } = header.progress;
  const { notKnown, rows: found } = answerOf(page);
  const decided = rows.filter(isDecided);
  const gone = rows.filter(({ change }) => change === 'gone').length;
  const oldest = Math.min(...decided.map(({ decidedAt = Infinity }) => decidedAt));
  const finish: Action = {
    title: l10n.t('Finish Review…'),
    run: sends({ type: 'finish' }),
    isDisabled: rows.length === 0,
  };
  const remove: Action | undefined =
    header.toRemove === undefined
      ? undefined
      : {
          title: removeText(header.toRemove),
          run: sends({ type: 'remove' }),
          isDisabled: header.toRemove === 0,
        };
  const isReady = state === 'ready';
  const isFinished = state === 'done' && rows.filter(isOpen).every(isDecided);
  const isReading = state === 'reading' || state === 'listing';
  return {
    status: [
      found.length === rows.length
        ? ''
        : l10n.t('{0} of {1}', formatNumber(found.length), grantCount(rows.length)),
      l10n.t('{0} of {1} decided', formatNumber(decided.length), formatNumber(rows.length)),
      oldest < now - dayMs ? l10n.t('oldest decision of {0}', formatMoment(oldest, now)) : '',
      gone === 0 ? '' : l10n.t('{0} gone since the last review', formatNumber(gone)),
      notKnown === 0 ? '' : l10n.t('Not known: {0}', grantCount(notKnown)),
      isReady ? announcement : '',
    ],
    progress: isReading
      ? {
          name: state === 'listing' ? l10n.t('Reading teams…') : l10n.t('Reading grants…'),
          done,
          total: state === 'listing' ? undefined : total,
          cancel: sends({ type: 'cancel' }),
        }
      : undefined,
    others: [...(remove ? [remove] : []), ...(isReady || !isFinished ? [finish] : [])],
    main: isReady
      ? {
          title: hasRead
            ? l10n.t('Go On ({0})', requestCount(total))
            : l10n.t('Read ({0})', requestCount(total)),
          run: sends({ type: 'read' }),
        }
      : isFinished
        ? finish
        : undefined,
  };
}

type Counts = readonly (readonly [text: string, count: number])[];

/** Each finding that is known, and how many grants have it: most first. */
const findingCounts = lastOf((rows: readonly GrantRow[]): Counts => {
  const counts = new Map<string, number>();
  for (const { text, isKnown } of rows.flatMap(({ findings }) => findings))
    if (isKnown) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
});

/** How wide a button is at most, on average. */
const buttonWidth = 300;

/** More would take long to draw. The query suggests the others. */
const maxFindings = 100;

/** A button for each finding, which filters by it. Those that do not fit are in a list of their own. */
function findingLine({ header, view, changeView, width }: ReviewPage, counts: Counts): TemplateResult {
  const { state, total } = header.progress;
  const toggle = ([text, count]: Counts[number]): TemplateResult => {
    const label = l10n.t('{0}: {1}', text, grantCount(count));
    // Where there is no room, the text is cut off, and the count stays.
    const content = html`<span class="cut-start" title=${label}>${text}</span
      ><span>${label.slice(text.length)}</span>`;
    return toggleButton(content, hasValue(view.query, 'finding', text), () => {
      changeView({ query: toggledValue(view.query, 'finding', text) });
    });
  };
  const fitting = Math.max(1, Math.floor(width / buttonWidth));
  const others = counts.slice(fitting, fitting + maxFindings);
  const more = formatNumber(counts.length - fitting);
  const none = state === 'done' ? l10n.t('No findings') : l10n.t('findings: – ({0})', requestCount(total));
  return html`<div class="findings" role="group" aria-label=${l10n.t('Findings')}>
    ${counts.slice(0, fitting).map(toggle)}
    ${state === 'done' && counts.length > 0 ? nothing : html`<span class="muted">${none}</span>`}
    ${
      others.length === 0
        ? nothing
        : html`<button
              class="tool more-findings"
              popovertarget="more-findings"
              aria-label=${l10n.t('{0} more findings', more)}
            >
              +${more}
            </button>
            <div id="more-findings" popover aria-label=${l10n.t('Findings')}>${others.map(toggle)}</div>`
    }
  </div>`;
}
