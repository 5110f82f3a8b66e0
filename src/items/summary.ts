import { l10n } from 'vscode';
import { eventsOf } from './events';
import { actorName, eventFields, isWarning, objectText, severityOf } from './eventText';
import { formatUtc, ifGiven, someOf, type Times, updatedText } from '../text/format';
import { maxLine } from '../text/markdownParts';
import { parts, pathText, present, sanitizeLine } from '../text/text';
import { isObject } from '../service/readers';
import type { ServiceEvent } from '../service/resources/event';
import type { Inventory } from './inventory';
import type { Item } from './item';
import { besidesMessage, stateText } from './itemText';
import { knownText, untilText } from './knownText';
import { clusterOf, kindOf, type ResourceRow } from './kinds';
import { packOf } from './packs';
import { pathTo } from './readings';

/** What users need to know about an item first. Texts are as the service wrote them. */
export interface Summary {
  readonly item: Item;
  /** The newest warning or error of the service about it, if events were read. */
  readonly warning?: ServiceEvent | undefined;
  /** What was last done to its cluster, if the audit log was read. */
  readonly change?: ServiceEvent | undefined;
  /** The names of the items that contain it and its own, from the top: `payments › payments-eu`. */
  readonly path: string;
  readonly size: readonly string[];
  /** Whether it is from the demo service. */
  readonly isSample: boolean;
}

/** A line of a summary: plain text, not Markdown. */
interface Line {
  readonly strong?: string;
  readonly text: string;
}

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
  const [first, ...others] = item.kind === 'machine' ? ['', ...size] : size;
  const kubernetes = packOf(item, 'k8s')?.version;
  const written = ({ strong = '', text }: Line): string => write(strong, sanitizeLine(text, maxLine));
  return present(
    written(healthLine(item)),
    written(whyLine(summary, times)),
    written({ text: parts(path, first, kubernetes && l10n.t('Kubernetes {0}', kubernetes)) }),
    ...(usage.length > 0 ? usage : [written({ text: parts(...others) })]),
    written({
      text: parts(
        someOf(addresses, maxAddresses),
        ifGiven(heartbeat, (time) => l10n.t('Last heartbeat: {0}', times.age(time))),
        ifGiven(readAt, (time) => updatedText(time, item.isStale, times)),
        isSample ? l10n.t('Sample data') : undefined,
      ),
    }),
  );
}

/** `Unhealthy: DiskPressure: kubelet has disk pressure`; the first two parts matter most. */
function healthLine(item: Item): Line {
  const { about, more } = besidesMessage(item);
  return {
    strong: withoutRepetition(stateText(item.state), parts(about, ...more)),
    text: sanitizeLine(item.message ?? ''),
  };
}

/** Why nobody need look at it, or else who changed it, or what the service warned of. */
function whyLine({ item: { known }, change, warning }: Summary, times: Times): Line {
  // known: disk is being replaced · marked 3 hr ago · until 08:00
  if (known?.at !== undefined)
    return { text: parts(knownText(known), l10n.t('marked {0}', times.age(known.at)), untilText(known)) };
  const ageOf = ({ metadata }: ServiceEvent): string | undefined =>
    ifGiven(metadata?.creationTimestamp, times.age);
  if (change !== undefined) {
    const { reason, message = reason ?? '' } = change;
    const who = present(ageOf(change), actorName(change)).join(' ');
    // As one sentence, if it begins with what was done, which no field tells: Kwame Mensah upgraded fluent-bit
    const isSentence = /^[A-Z][a-z]+ed /.test(message);
    return {
      text: isSentence
        ? `${who} ${message.charAt(0).toLowerCase()}${message.slice(1)}`
        : present(who, message).join(': '),
    };
  }
  if (warning === undefined) return { text: '' };
  // Warning 3 min ago: NodeNotReady, machine workers-5: Kubelet stopped posting node status.
  const { reason, involvedObject, message } = warning;
  const about = present(reason, objectText(involvedObject)).join(', ');
  return {
    strong: present(severityOf(warning), ageOf(warning)).join(' '),
    text: sanitizeLine(present(about, message).join(': ')),
  };
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

/** What users need to know about a row first: in its hover, in editors, and in its details. */
export function summaryOf(row: ResourceRow, inventory: Inventory): Summary {
  const item = inventory.itemOf(row);
  const { clusterReads } = inventory;
  return {
    item,
    change: item.state === 'healthy' ? undefined : clusterReads.lastAudit(clusterOf(row)?.usage.uid),
    // An old warning says nothing about an item that is healthy now.
    warning: item.state === 'healthy' ? undefined : eventsOf(row).find(isWarning),
    path: pathText(...pathTo(row)),
    size: kindOf(row).size(row),
    isSample: inventory.session.connection.isDemo === true,
  };
}

/** How many of the newest events are shown. */
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
