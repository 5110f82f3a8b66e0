import { l10n } from 'vscode';
import { eventsOf } from './events';
import { actorName, eventFields, isWarning, objectText, severityOf } from './eventText';
import { formatUtc, someOf, type Times, timesAt, updatedText } from '../text/format';
import { escapeMarkdown } from '../text/markdown';
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

/** Enough for four names of 63 characters, as Kubernetes has them, and more. */
const maxLine = 400;

/** At most six lines, with those of `usage`, which say more than the size; those without data are left out. */
function summaryLines<Usage>(
  summary: Summary,
  times: Times,
  usage: readonly Usage[],
): readonly (Line | Usage)[] {
  const { item, path, size } = summary;
  const { heartbeat, addresses } = item;
  // The type of a machine is long, and in the table.
  const [first, ...others] = item.kind === 'machine' ? ['', ...size] : size;
  const kubernetes = packOf(item, 'k8s')?.version;
  const shown = (...lines: readonly Line[]): readonly Line[] =>
    lines
      .map((line) => ({ ...line, text: sanitizeLine(line.text, maxLine) }))
      .filter(({ strong = '', text }) => strong + text !== '');
  return [
    ...shown(healthLine(item), whyLine(summary, times), {
      text: parts(path, first, kubernetes && l10n.t('Kubernetes {0}', kubernetes)),
    }),
    ...(usage.length > 0 ? usage : shown({ text: parts(...others) })),
    ...shown({
      text: parts(
        someOf(addresses, maxAddresses),
        heartbeat === undefined ? undefined : l10n.t('Last heartbeat: {0}', times.age(heartbeat)),
        ageText(summary, times),
      ),
    }),
  ];
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
function whyLine({ item, change, warning }: Summary, times: Times): Line {
  const known = knownLine(item, times);
  if (known !== '' || change === undefined)
    return known === '' ? warningLine(warning, times) : { text: known };
  const { metadata, reason, message = reason ?? '' } = change;
  const time = metadata?.creationTimestamp;
  const who = present(time === undefined ? undefined : times.age(time), actorName(change)).join(' ');
  // As one sentence, if it begins with what was done: Kwame Mensah upgraded fluent-bit
  const isSentence = /^[A-Z][a-z]+ed /.test(message);
  return {
    text: isSentence
      ? `${who} ${message.charAt(0).toLowerCase()}${message.slice(1)}`
      : present(who, message).join(': '),
  };
}

/** `known: disk is being replaced · marked 3 hr ago · until 08:00` */
function knownLine({ known }: Item, times: Times): string {
  if (known?.at === undefined) return '';
  return parts(knownText(known), l10n.t('marked {0}', times.age(known.at)), untilText(known));
}

/** `Warning 3 min ago: NodeNotReady, machine workers-5: Kubelet stopped posting node status.` */
function warningLine(event: ServiceEvent | undefined, times: Times): Line {
  if (event === undefined) return { text: '' };
  const { metadata, reason, involvedObject, message } = event;
  const time = metadata?.creationTimestamp;
  const about = present(reason, objectText(involvedObject)).join(', ');
  return {
    strong: present(severityOf(event), time === undefined ? undefined : times.age(time)).join(' '),
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

function ageText({ item: { readAt, isStale }, isSample }: Summary, times: Times): string {
  return parts(
    readAt === undefined ? undefined : updatedText(readAt, isStale, times),
    isSample ? l10n.t('Sample data') : undefined,
  );
}

/**
 * The first lines of a hover, as Markdown. They come first because VS Code cuts off hovers in editors.
 * @param usage lines about what is used, as Markdown
 */
export function summaryMarkdown(summary: Summary, now: number, usage: readonly string[] = []): string {
  return summaryLines(summary, timesAt(now), usage)
    .map((line) => {
      if (typeof line === 'string') return line;
      const { strong = '', text } = line;
      const bold = strong === '' ? '' : `**${escapeMarkdown(strong, maxLine)}**`;
      return present(bold, escapeMarkdown(text, maxLine)).join(': ');
    })
    .join('  \n');
}

/** The first lines of a document, as plain text. Their times are exact, because documents stay open. */
export function summaryText(summary: Summary): readonly string[] {
  const times: Times = { age: formatUtc, since: formatUtc };
  return summaryLines<never>(summary, times, []).map(({ strong, text }) => present(strong, text).join(': '));
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
