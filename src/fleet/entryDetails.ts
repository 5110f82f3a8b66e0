import { actorName, eventFields, eventTitle, objectText, severityOf } from '../items/eventText';
import type { TimelineEntry } from '../timeline/entry';
import { formatZoned, ifGiven } from '../text/format';
import { present } from '../text/text';
import type { ServiceEvent } from '../service/resources/event';
import { itemKindText, timelineFields } from './timelineText';

/** An entry as YAML. */
export async function entryDetails(entry: TimelineEntry): Promise<string> {
  const { yamlDocument } = await import('../text/yamlDocument');
  const { what, who, time, after, item } = entry;
  const span =
    after === undefined
      ? { time: formatZoned(time) }
      : { after: formatZoned(after), before: formatZoned(time) };
  // Editors mark the character between the names of other paths, because it can be mistaken for another one.
  const about = item && { object: [...item.path, item.name].join(' / '), kind: itemKindText(item) };
  return yamlDocument({ message: what, actor: who || undefined, ...span, ...about }, [
    present(timelineFields.source.text(entry), item?.name).join(', '),
  ]);
}

/** An event as YAML, the whole message first, with the mail address of its actor. */
export async function eventDetails(event: ServiceEvent): Promise<string> {
  const { yamlDocument } = await import('../text/yamlDocument');
  const { message, ...fields } = eventFields(event);
  const { involvedObject, relatedObject, metadata } = event;
  const actor = actorName(event) || undefined;
  const names = present(actor ?? severityOf(event), eventTitle(event), objectText(involvedObject));
  const related = objectText(relatedObject);
  const more = related === '' || related === fields.object ? {} : { relatedObject: related };
  const mail = event.actor?.mail;
  const time = ifGiven(metadata?.creationTimestamp, formatZoned);
  return yamlDocument({ message, actor, mail, ...fields, time, ...more, uid: metadata?.uid }, [
    names.join(', '),
  ]);
}
