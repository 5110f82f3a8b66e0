import { jsonDocument } from '../../presentation/document';
import { eventFields } from '../../presentation/event';
import { summaryText } from '../../items/summary';
import { yamlDocument } from '../../presentation/yamlDocument';
import { isObject } from '../../service/readers';
import type { ProjectsModel } from '../model';
import { eventsOf } from '../../items/events/eventsOf';
import { summaryOf } from '../../items/summaryOf';
import { kindOf, type ResourceRow } from '../../items/kinds';

/** Everything that is known about a row, as YAML. */
export function detailsOf(row: ResourceRow, model: ProjectsModel): string {
  return yamlDocument(withEvents(row, model), summaryText(summaryOf(row, model)));
}

/** The service's data about a row, with the newest events if they were read. It may contain secrets. */
export function withEvents(row: ResourceRow, model: ProjectsModel): unknown {
  const source = kindOf(row).source(row, model);
  const events = eventsOf(row, model).slice(0, shownEvents).map(eventFields);
  return events.length > 0 && isObject(source) ? { ...source, events, ...source } : source;
}

/** How many of the newest events are shown. */
const shownEvents = 20;

/** The service's data about rows as JSON: an object for one row, an array for several. */
export function jsonOf(rows: readonly ResourceRow[], model: ProjectsModel): string {
  const sources = rows.map((row) => withLocation(row, kindOf(row).source(row, model)));
  return jsonDocument(sources.length === 1 ? sources[0] : sources);
}

/** Adds the items that contain a row, unless the service's data already has a field with that name. */
function withLocation(row: ResourceRow, source: unknown): unknown {
  return row.parent === undefined || !isObject(source) ? source : { location: containersOf(row), ...source };
}

type Container = Readonly<Record<'name' | 'uid', string | undefined>>;

/** The items that contain a row, by kind. */
function containersOf({ parent }: ResourceRow): Readonly<Record<string, Container>> {
  if (parent === undefined) return {};
  const kind = kindOf(parent);
  return { ...containersOf(parent), [parent.kind]: { name: kind.name(parent), uid: kind.uid(parent) } };
}
