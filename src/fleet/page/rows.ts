import { fields, type TableColumn } from '../../items/fields';
import { Columns } from '../../webPage/columns';

export const columns = new Columns<TableColumn>(fields, {
  state: { usual: 30, needed: 30, isFixed: true, stays: 'always' },
  name: { usual: 210, needed: 210, stays: 'always' },
  cause: { usual: 600, needed: 560, stays: 'unlessHidden' },
  fullest: { usual: 150, needed: 150 },
  cpu: { usual: 200, needed: 200 },
  memory: { usual: 250, needed: 230 },
  limit: { usual: 240, needed: 180 },
  addresses: { usual: 130, needed: 110 },
  machines: { usual: 100, needed: 100 },
  kubernetes: { usual: 116, needed: 116 },
  path: { usual: 200, needed: 180 },
  heartbeat: { usual: 112, needed: 112 },
  readAt: { usual: 80, needed: 80 },
  cloud: { usual: 150, needed: 120 },
  zone: { usual: 110, needed: 100 },
  size: { usual: 120, needed: 100 },
  certificate: { usual: 180, needed: 170 },
  os: { usual: 120, needed: 110 },
  profile: { usual: 200, needed: 140 },
  uid: { usual: 240, needed: 150 },
  tags: { usual: 200, needed: 150 },
});

const termColumns = new Map<string, TableColumn>([
  ['k8s', 'kubernetes'],
  ['os', 'os'],
  ['profile', 'profile'],
  ['cpu', 'cpu'],
  ['memory', 'memory'],
  ['ip', 'addresses'],
]);

/** The column that answers a term of the query. */
export function columnOfTerm(key: string): TableColumn | undefined {
  return termColumns.get(key.toLowerCase());
}
