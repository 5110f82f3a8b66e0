import { tableColumns } from '../../items/fields';
import { itemStates } from '../../items/item';
import { exactList, exactObject, flag, oneOf, text, type Read } from '../../service/readers';
import { pageTabs } from '../messages';
import { capacityLists } from './capacity';
import { noFilter } from './filter';
import { changeKinds } from './changeRows';
import { areas, groupings } from './mapLayout';

const read = exactObject({
  /** The filters belong to the connection that is named here. */
  connection: text,
  filter: exactObject({ states: exactList(oneOf(...itemStates)), cloud: text, project: text }),
  text,
  grouping: oneOf(...groupings),
  area: oneOf(...areas),
  sort: exactObject({ column: oneOf(...tableColumns), isDescending: flag }),
  capacity: oneOf(...capacityLists),
  tab: oneOf(...pageTabs),
  changes: exactObject({ kind: oneOf(...changeKinds), text }),
});
/** What the user chose to see. It survives a reload. */
export type View = Read<typeof read>;

const defaultView: View = {
  connection: '',
  filter: noFilter,
  text: '',
  grouping: 'project',
  area: 'machines',
  sort: { column: 'state', isDescending: false },
  capacity: 'projects',
  tab: 'overview',
  changes: { kind: 'all', text: '' },
};

/** A stored view; the default if it is missing or from another version. */
export function readView(stored: unknown): View {
  return read(stored) ?? defaultView;
}

/** The view of a connection. The filters of another one do not apply to it. */
export function viewOf(connection: string, view: View): View {
  return view.connection === connection
    ? view
    : { ...view, connection, filter: defaultView.filter, text: '', changes: defaultView.changes };
}
