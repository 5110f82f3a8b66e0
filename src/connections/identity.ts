import type { Connection } from './connection';

/** What tells connections apart: tenants behind one base URL have different names, and a name can get another base URL. */
export type ConnectionIdentity = Pick<Connection, 'name' | 'baseUrl'>;

export function isSameConnection(one: ConnectionIdentity, other: ConnectionIdentity): boolean {
  return one.name === other.name && one.baseUrl === other.baseUrl;
}
