import '@vscode-elements/elements/dist/vscode-badge/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import type { FleetProblem, ReadProgress } from '../../items/reads/fleetState';
import type { Counted } from '../../items/item';
import { kindCounts } from '../../items/itemText';
import { hasValue } from '../../query/query';
import {
  asOfText,
  clusterCount,
  formatAge,
  formatNumber,
  machineCount,
  projectCount,
  requestCount,
} from '../../text/format';
import { parts, sanitizeLine } from '../../text/text';
import { button, coverageLine, linkButton, progressBar } from '../../webPage/controls';
import { refreshIcon, warningIcon } from '../../webPage/icons';
import { keyTitle, showKeys } from '../../webPage/keys';
import type { FleetHeader } from '../messages';
import type { PageAnswer } from './answer';
import { isOld } from './describe';
import type { PageFleet } from './fleet';
import { oldText } from './icons';
import { sends, type Page } from './section';
import { needsSearch } from './viewState';

const shownProblems = 3;

/** The service, and the read in progress or what can be read, always in one line. */
export function fleetHeader({ fleet, view, answer, machineRequests, isCopyNext }: Page): TemplateResult {
  const { connection, reading, canReadMachines, causeRequests } = fleet.header;
  const ids = offeredIds(fleet, view.query, answer);
  const machines = ids ? offerText(ids, fleet, machineRequests) : l10n.t('Read Machines…');
  const causes = { title: l10n.t('Read Causes ({0})…', requestCount(causeRequests)) };
  return html`<header class="title">
    <h1>${sanitizeLine(connection.name)}</h1>
    ${
      connection.isDemo
        ? html`<vscode-badge>${l10n.t('Demo')}</vscode-badge>`
        : html`<span class="muted host">${sanitizeLine(connection.host)}</span>`
    }
    <span class="actions">
      ${
        reading
          ? progress(reading)
          : html`${canReadMachines ? button(machines, sends({ type: 'readMachines', ids }), { isMain: !isCopyNext }) : nothing}
            ${causeRequests > 0 ? button(l10n.t('Read Causes…'), sends({ type: 'readCauses' }), causes) : nothing}`
      }
    </span>
    ${button(refreshIcon(), sends({ type: 'refresh', isNeeded: needsSearch(view) }), { title: l10n.t('Refresh'), isDisabled: reading !== undefined })}
    ${button('?', showKeys, { title: keyTitle(l10n.t('Keys'), '?') })}
  </header>`;
}

/** The clusters whose machines a button reads without a question, if it does: those that are shown at first. */
export function offeredIds({ header }: PageFleet, query: string, { unread }: PageAnswer) {
  const isOffered = header.canReadMachines && header.reading === undefined && unread.length > 0;
  return isOffered && hasValue(query, 'is', 'problem') ? unread : undefined;
}

function offerText(ids: readonly string[], { items }: PageFleet, requests: number | undefined): string {
  const what = kindCounts((kind) => ids.filter((id) => items.get(id)?.kind === kind).length);
  return requests === undefined
    ? l10n.t('Read Machines of {0}', what)
    : l10n.t('Read Machines of {0} ({1})', what, requestCount(requests));
}

/** How much of the service has been read, and when. */
export function coverage({ fleet, now }: Page): TemplateResult {
  const { readAt, oldAfterMs } = fleet.header;
  const age = readAt === undefined ? '' : asOfText(readAt, now);
  const isOutdated = readAt !== undefined && isOld(readAt, now, oldAfterMs);
  return coverageLine(
    parts(coverageText(fleet.header), knownCount(fleet)),
    readAt,
    isOutdated ? oldText(l10n.t('{0} ({1})', age, formatAge(readAt, now))) : age,
  );
}

/** What could not be read. */
export function problemList({ fleet: { header } }: Page): TemplateResult | typeof nothing {
  const [shown, others] = [header.problems.slice(0, shownProblems), header.problems.slice(shownProblems)];
  return shown.length === 0
    ? nothing
    : html`<div class="problems" role="group" aria-label=${l10n.t('Problems')}>
        <ul>
          ${shown.map(problemItem)}
        </ul>
        ${
          others.length === 0
            ? nothing
            : html`<details>
                <summary>${l10n.t('and {0} more', formatNumber(others.length))}</summary>
                <ul>
                  ${others.map(problemItem)}
                </ul>
              </details>`
        }
      </div>`;
}

function problemItem({ text, detail, id, canRetry }: FleetProblem): TemplateResult {
  return html`<li>
    ${warningIcon()}<span
      >${sanitizeLine(text, 300)} <span class="muted">${sanitizeLine(detail, 300)}</span></span
    >
    ${
      canRetry
        ? linkButton(
            l10n.t('Retry'),
            sends({ type: 'retry', id }),
            l10n.t('{0}: {1}', l10n.t('Retry'), sanitizeLine(text, 300)),
          )
        : nothing
    }
  </li>`;
}

function progress({ what, done, total }: ReadProgress): TemplateResult {
  const names = {
    machines: l10n.t('Reading machines…'),
    clusters: l10n.t('Reading clusters…'),
    causes: l10n.t('Reading causes…'),
    certificates: l10n.t('Reading certificates…'),
  };
  return progressBar(names[what], done, total, sends({ type: 'cancel' }));
}

/** `50 of 128 projects · 280 clusters · 612 of about 3,100 machines read` */
function coverageText(header: FleetHeader): string {
  const { projects, clusters, machines } = header.coverage;
  // The progress says so.
  if (clusters.read === 0 && header.firstRead === 'pending') return '';
  return l10n.t(
    '{0} read',
    parts(
      projects.read === projects.total ? undefined : counted(projects, projectCount),
      counted(clusters, clusterCount),
      countedMachines(machines),
    ),
  );
}

/** `612 of about 3,100 machines`: the service counts them at other times than it lists them. */
function countedMachines({ read, total = read }: Counted): string {
  return total <= read
    ? machineCount(read)
    : l10n.t('{0} of about {1}', formatNumber(read), machineCount(total));
}

/** `280 clusters`, or `50 of 128 clusters` */
function counted({ read, total = read }: Counted, count: (count: number) => string): string {
  return total === read ? count(read) : l10n.t('{0} of {1}', formatNumber(read), count(total));
}

/** `3 known`; empty if no cluster has only known problems. */
function knownCount({ clusters }: PageFleet): string {
  const { length } = clusters.filter(({ item }) => item.known !== undefined);
  return length === 0 ? '' : l10n.t('{0} known', formatNumber(length));
}
