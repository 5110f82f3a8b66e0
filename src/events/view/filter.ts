import { l10n } from 'vscode';
import { objectText, severityOf } from '../../presentation/event';
import { escapeIconsAndLinks, parts } from '../../presentation/text';
import type { ServiceEvent } from '../../service/resources/event';

/** Which events to show. */
export interface EventFilter {
  /** A part of the reason, the message or the object; empty for all. */
  readonly text: string;
  /** As the service wrote them; undefined for all. */
  readonly severities: ReadonlySet<string> | undefined;
}

export const noFilter: EventFilter = { text: '', severities: undefined };

export function isFilter({ text, severities }: EventFilter): boolean {
  return text !== '' || severities !== undefined;
}

export function passes(event: ServiceEvent, { text, severities }: EventFilter): boolean {
  if (severities?.has(severityOf(event)) === false) return false;
  if (text === '') return true;
  const { reason = '', message = '', involvedObject, relatedObject } = event;
  const words = text.toLowerCase();
  return [reason, message, objectText(involvedObject), objectText(relatedObject)].some((part) =>
    part.toLowerCase().includes(words),
  );
}

/** Describes the filter for the description of the view; empty if all events are shown. */
export function filterDescription({ text, severities }: EventFilter): string {
  return parts(
    text === '' ? undefined : l10n.t('"{0}"', escapeIconsAndLinks(text, 60)),
    severities && [...severities].map(severityLabel).join(', '),
  );
}

/** @param severity as {@link severityOf} returns it */
export function severityLabel(severity: string): string {
  return severity === '' ? l10n.t('No severity') : escapeIconsAndLinks(severity);
}
