import { fields, tableColumns, type TableColumn } from '../../items/fields';
import { Columns } from '../../webPage/columns';

function titleOf(column: TableColumn): () => string {
  const { title, shortTitle = title } = fields[column];
  return shortTitle;
}

export const columns = new Columns<TableColumn>(tableColumns, {
  state: { title: titleOf('state'), usual: 110, needed: 30, isFixed: true, stays: 'always' },
  name: { title: titleOf('name'), usual: 280, needed: 200, stays: 'always' },
  cause: { title: titleOf('cause'), usual: 280, needed: 200, stays: 'unlessHidden' },
  path: { title: titleOf('path'), usual: 200, needed: 170 },
  addresses: { title: titleOf('addresses'), usual: 130, needed: 120 },
  heartbeat: { title: titleOf('heartbeat'), usual: 112, needed: 100 },
  readAt: { title: titleOf('readAt'), usual: 80, needed: 70 },
  uid: { title: titleOf('uid'), usual: 240, needed: 150 },
  tags: { title: titleOf('tags'), usual: 200, needed: 150 },
});
