import { l10n } from 'vscode';
import { withoutMailDomains } from '../service/mailAddress';
import type { InvolvedObject, ServiceEvent } from '../service/resources/logs';
import { displayName, isVisible, present, sanitizeLine } from '../text/text';

/** How events are marked, the worst first. The values that the service uses are not documented, so others are `unknown`. */
export const eventLevels = ['error', 'warning', 'info', 'unknown'] as const;
export type EventLevel = (typeof eventLevels)[number];

const words: Readonly<Record<EventLevel, readonly string[]>> = {
  error: ['error', 'err', 'failed', 'failure', 'fatal', 'critical', 'alert', 'emergency'],
  warning: ['warning', 'warn'],
  info: ['info', 'information', 'informational', 'normal', 'notice', 'debug', 'success'],
  unknown: [],
};

export function eventLevel({ severity = '' }: ServiceEvent): EventLevel {
  const word = severity.trim().toLowerCase();
  return eventLevels.find((level) => words[level].includes(word)) ?? 'unknown';
}

/** The severity as the service wrote it; empty if it has none. */
export function severityOf({ severity = '' }: ServiceEvent): string {
  return sanitizeLine(severity, 60);
}

/** The reason of an event or, without one, the first words of its message. */
export function eventTitle({ reason = '', message = '' }: ServiceEvent): string {
  const title = [sanitizeLine(reason, 100), sanitizeLine(message, 60)].find(isVisible);
  return title ?? l10n.t('Event');
}

/** Who did it, of an entry of the audit log; empty for other events. Never a mail address. */
export function actorName({ actor }: ServiceEvent): string {
  if (actor === undefined) return '';
  const names = [sanitizeLine(actor.name ?? '', 100), sanitizeLine(actor.type ?? '', 60)];
  return names.find(isVisible) ?? l10n.t('Unknown');
}

/** Safe to show on one line, and without mail addresses, also where one is cut off at the end. */
export function line(text = '', maxLength = 200): string {
  return sanitizeLine(withoutMailDomains(sanitizeLine(text, 2 * maxLength)), maxLength);
}

export const maxEventText = 500;

/** The types of actions that change something. `activity` is what only looks. */
const changing = ['create', 'update', 'delete', 'publish', 'deploy', 'action'];

/** What an entry of the audit log says. Others may follow from it if somebody changed something, and did not only look. */
export function auditText(event: ServiceEvent) {
  const [action, message] = [line(event.reason, 100), line(event.message, maxEventText)];
  return {
    who: line(actorName(event)),
    what: isVisible(message) ? message : present(action, message).join(': '),
    isCause: changing.includes(action),
  };
}

/** `machine payments-eu-workers-5`; empty if nothing is known about the object. */
export function objectText(object: InvolvedObject | undefined): string {
  if (object === undefined) return '';
  const { kind = '', name, uid } = object;
  const kindName = objectKinds.get(kind.toLowerCase())?.() ?? sanitizeLine(kind, 60);
  return present(kindName, displayName(name, uid, '')).join(' ');
}

/** The words of Poolview for kinds of objects; other kinds are shown as the service wrote them. */
const objectKinds = new Map([
  ['spectrocluster', () => l10n.t('cluster')],
  ['cluster', () => l10n.t('cluster')],
  ['edgehost', () => l10n.t('edge host')],
  ['machine', () => l10n.t('machine')],
  ['project', () => l10n.t('project')],
]);

export function isWarning(event: ServiceEvent): boolean {
  return ['warning', 'error'].includes(eventLevel(event));
}

/** The fields of an event for documents. Texts are as the service wrote them. */
export function eventFields({ metadata, severity, reason, involvedObject, message, source }: ServiceEvent) {
  const time = metadata?.creationTimestamp;
  return {
    time: time === undefined ? undefined : new Date(time).toISOString(),
    severity,
    reason,
    object: objectText(involvedObject) || undefined,
    message,
    source: present(source?.component, source?.host).join(', ') || undefined,
  };
}

// What may have followed from what somebody did. Used by the extension and by the fleet page.

/** What follows from something ends within this time, in milliseconds. */
export const followsWithinMs = 60 * 60_000;

export function wordsOf(text: string): readonly string[] {
  return present(...text.split(/[\s,;:()'"]+/)).map((word) => word.replace(/\.$/, ''));
}

/**
 * The words that are names. A pack is meant only with its version.
 * @param versionOf returns that of a pack, an empty text for another name, and undefined for what is none
 */
export function namesIn(
  words: ReadonlySet<string>,
  versionOf: (word: string) => string | undefined,
): readonly string[] {
  return [...words].filter((word) => {
    const version = versionOf(word);
    return version === '' || (version !== undefined && words.has(version));
  });
}
