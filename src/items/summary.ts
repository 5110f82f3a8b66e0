import { l10n } from 'vscode';
import { eventsOf } from './details/events';
import { actorName, eventFields, isWarning, objectText, severityOf } from './eventText';
import { formatUtc, ifGiven, someOf, type Times, updatedText } from '../text/format';
import { maxLine } from '../text/markdown';
import { parts, pathText, present, sanitizeLine } from '../text/text';
import { isObject } from '../service/readers';
import type { ServiceEvent } from '../service/resources/logs';
import { uidOf } from './cluster';
import type { Inventory } from './inventory';
import { type Item, packOf } from './item';
import { agesText, besidesMessage, knownText, otherTimesText, stateSinceText, untilText } from './itemText';
import { stateText } from './severity';
import { clusterOf, kindOf, type ResourceRow, pathTo } from './kinds';
import { isLeaf } from './kinds/levels';

export type Summary = ReturnType<typeof summaryOf>;

/** A line of a summary: plain text, not Markdown. */
type SummaryLine = readonly [strong: string, text: string];

/**
 * At most six lines; those without data are left out.
 * @param write returns a line, of which the first part may be emphasized
 * @param usage lines that say more than the size, already written
 */
export function summaryLines(
  summary: Summary,
  times: Times,
  write: (strong: string, text: string) => string,
  usage: readonly string[] = [],
): readonly string[] {
  const { item, path, size, isSample } = summary;
  const { heartbeat, addresses, readAt } = item;
  // The type of a machine is long, and in the table.
  const [first, ...others] = isLeaf(item) ? ['', ...size] : size;
  const kubernetes = packOf(item, 'k8s')?.version;
  const written = ([strong, text]: SummaryLine): string => write(strong, sanitizeLine(text, maxLine));
  return present(
    written(healthLine(item, Date.now())),
    written(whyLine(summary, times)),
    written(['', parts(path, first, kubernetes && l10n.t('Kubernetes {0}', kubernetes))]),
    ...(usage.length > 0 ? usage : [written(['', parts(...others)])]),
    written([
      '',
      parts(
        someOf(addresses, maxAddresses),
        ifGiven(heartbeat, (time) => l10n.t('Last heartbeat: {0}', times.age(time))),
        item.since === undefined ? undefined : stateSinceText(item, times.since),
        ifGiven(readAt, (time) => updatedText(time, item.isStale, times)),
        agesText(item, times.since),
        isSample ? l10n.t('Sample data') : undefined,
      ),
    ]),
  );
}

/** `Unhealthy: DiskPressure: kubelet has disk pressure`; the first two parts matter most. */
function healthLine(item: Item, now: number): SummaryLine {
  const { message = '' } = item;
  const { about, more } = besidesMessage(item);
  const others = otherTimesText(item, now);
  return [
    withoutRepetition(stateText(item.state), parts(about, ...more, message === '' ? others : '')),
    message === '' ? '' : parts(sanitizeLine(message), others),
  ];
}

/** Why nobody need look at it, or else who changed it, or what the service warned of. */
function whyLine({ item: { known }, change, warning }: Summary, times: Times): SummaryLine {
  // known: disk is being replaced · marked 3 hr ago · until 08:00
  if (known?.at !== undefined)
    return ['', parts(knownText(known), l10n.t('marked {0}', times.age(known.at)), untilText(known))];
  const ageOf = ({ metadata }: ServiceEvent): string | undefined =>
    ifGiven(metadata?.creationTimestamp, times.age);
  if (change !== undefined) {
    const { reason, message = reason ?? '' } = change;
    const who = present(ageOf(change), actorName(change)).join(' ');
    // As one sentence, if it begins with what was done, which no field tells: Kwame Mensah upgraded fluent-bit
    const isSentence = /^[A-Z][a-z]+ed /.test(message);
    const sentence = `${who} ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
    return ['', isSentence ? sentence : present(who, message).join(': ')];
  }
  if (warning === undefined) return ['', ''];
  // Warning 3 min ago: NodeNotReady, machine workers-5: Kubelet stopped posting node status.
  const { reason, involvedObject, message } = warning;
  const about = present(reason, objectText(involvedObject)).join(', ');
  return [
    present(severityOf(warning), ageOf(warning)).join(' '),
    sanitizeLine(present(about, message).join(': ')),
  ];
}

/** `Unhealthy` rather than `Unhealthy: Unhealthy`, and `1 unhealthy cluster` rather than `Unhealthy: 1 unhealthy cluster`. */
function withoutRepetition(state: string, cause: string): string {
  const [stateWords, causeWords] = [state.toLowerCase(), cause.toLowerCase()];
  if (stateWords.includes(causeWords)) return state;
  return causeWords.includes(stateWords) ? cause : l10n.t('{0}: {1}', state, cause);
}

/** Addresses that fit in a line or two. */
const maxAddresses = 4;

/** The first lines of a document, as plain text. Their times are exact, because documents stay open. */
export function summaryText(summary: Summary): readonly string[] {
  const times: Times = { age: formatUtc, since: formatUtc };
  return summaryLines(summary, times, (strong, text) => present(strong, text).join(': '));
}

/** What users need to know about a row first: in its hover, in editors, and in its details. Texts are as the service wrote them. */
export function summaryOf(row: ResourceRow, inventory: Inventory) {
  const item = inventory.itemOf(row);
  const { clusterReads } = inventory;
  const cluster = clusterOf(row);
  const isIll = item.state !== 'healthy';
  return {
    item,
    /** What was last done to its cluster, if the audit log was read. */
    change: isIll ? clusterReads.audits.of(cluster && uidOf(cluster))[0]?.event : undefined,
    /** The newest warning or error of the service about it. An old one says nothing about an item that is healthy now. */
    warning: isIll ? eventsOf(row).find(isWarning) : undefined,
    /** The names of the items that contain it and its own, from the top: `payments › payments-eu`. */
    path: pathText(...pathTo(row)),
    size: kindOf(row).size(row),
    isSample: inventory.session.connection.isDemo === true,
  };
}

const shownEvents = 20;

/** The service's data about a row, with what was read because the user looked at it. It may contain secrets. */
export function withFacts(row: ResourceRow, { store }: Inventory): unknown {
  const source = kindOf(row).source(row, store);
  if (!isObject(source)) return source;
  const newest = eventsOf(row).slice(0, shownEvents).map(eventFields);
  return {
    ...source,
    ...kindOf(row).details?.(row),
    ...(newest.length > 0 && { events: newest }),
    ...source,
  };
}
