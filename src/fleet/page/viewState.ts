import * as v from 'valibot';
import { itemStates } from '../../items/item';
import { pageTabs } from '../messages';
import { capacityLists } from './capacity';
import { noFilter } from './filter';
import { changeKinds } from './changeRows';
import { areas, groupings } from './mapLayout';
import { columns } from './rows';

const filter = v.object({
  states: v.array(v.picklist(itemStates)),
  cloud: v.string(),
  project: v.string(),
});

const view = v.object({
  /** The filters belong to the connection that is named here. */
  connection: v.string(),
  filter,
  text: v.string(),
  grouping: v.picklist(groupings),
  area: v.picklist(areas),
  sort: v.object({ column: v.picklist(columns), isDescending: v.boolean() }),
  capacity: v.picklist(capacityLists),
  tab: v.picklist(pageTabs),
  changes: v.object({ kind: v.picklist(changeKinds), text: v.string() }),
});
/** What the user chose to see. It survives a reload. */
export type View = Readonly<v.InferOutput<typeof view>>;

export const defaultView: View = {
  connection: '',
  filter: { ...noFilter, states: [] },
  text: '',
  grouping: 'project',
  area: 'machines',
  sort: { column: 'severity', isDescending: false },
  capacity: 'projects',
  tab: 'overview',
  changes: { kind: 'all', text: '' },
};

/** A stored view; the default if it is missing or from another version. */
export function readView(stored: unknown): View {
  const result = v.safeParse(view, stored);
  return result.success ? result.output : defaultView;
}

/** The view of a connection. The filters of another one do not apply to it. */
export function viewOf(connection: string, view: View): View {
  return view.connection === connection
    ? view
    : { ...view, connection, filter: defaultView.filter, text: '', changes: defaultView.changes };
}
