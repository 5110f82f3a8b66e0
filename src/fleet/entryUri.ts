import { Uri } from 'vscode';
import { fileName } from '../ui/detailsDocuments';

/** The scheme of documents with entries of the timeline. */
export const entryScheme = 'poolview-timeline';

/** The URI of the document of an entry. Its folder sets the language, whose lines are wrapped. */
export function entryUri(key: string, name: string): Uri {
  return Uri.from({ scheme: entryScheme, path: `/poolview-event/${fileName(name)}.yaml`, query: key });
}
