import { Uri } from 'vscode';
import { actorName, eventFields, eventTitle, objectText, severityOf } from '../../items/eventText';
import { present } from '../../text/text';
import type { ServiceEvent } from '../../service/resources/event';
import { fileName } from '../../ui/detailsDocuments';
import type { EventRow } from './rows';

/** The URI of the details of an event. Its folder sets the language, whose lines are wrapped. */
export function detailsUri(scheme: string, { id, event }: EventRow): Uri {
  return Uri.from({ scheme, path: `/poolview-event/${fileName(eventTitle(event))}.yaml`, query: id });
}

/** An event as YAML, the whole message first. */
export async function eventDetails(event: ServiceEvent): Promise<string> {
  const { yamlDocument } = await import('../../text/yamlDocument');
  const { message, ...fields } = eventFields(event);
  const { involvedObject, relatedObject, metadata } = event;
  const actor = actorName(event) || undefined;
  const names = present(actor ?? severityOf(event), eventTitle(event), objectText(involvedObject));
  const related = objectText(relatedObject);
  const more = related === '' || related === fields.object ? {} : { relatedObject: related };
  return yamlDocument({ message, actor, ...fields, ...more, uid: metadata?.uid }, [names.join(', ')]);
}
