import { exactObject, oneOf, text, type Read } from '../../service/readers';
import { question } from '../messages';
import { columns } from './columns';

const readWhole = exactObject({
  /** The query belongs to the connection that is named here. */
  connection: text,
  tab: oneOf('grants', 'whoCan'),
  query: text,
  table: columns.readView,
  /** What the review was opened for. */
  focus: text,
  question,
});
/** What the user chose to see. It survives a reload. */
export type View = Read<typeof readWhole>;

/** A stored view; the first one if there is none, or of another version. */
export function readView(kept: unknown): View {
  return readWhole(kept) ?? firstView('', columns.firstView('role'));
}

/** The view of a connection: that of another one only tells how the table is arranged. */
export function viewOf(connection: string, view: View): View {
  return view.connection === connection
    ? view
    : firstView(connection, { ...view.table, place: columns.firstView('role').place });
}

function firstView(connection: string, table: View['table']): View {
  const noQuestion = { permission: '', projectUid: '', clusterUid: '' };
  return { connection, tab: 'grants', query: '', focus: '', table, question: noQuestion };
}
