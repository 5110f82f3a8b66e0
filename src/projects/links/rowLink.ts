import { present } from '../../presentation/text';
import { kindOf, type ResourceRow } from '../../items/kinds';
import type { Link } from './link';

/** The part of a link that identifies an item within its connection. */
type Place = Omit<Link, 'connection'>;

/** Where a row leads to; undefined if nothing identifies it or a row above it. */
export function placeOf(row: ResourceRow): Place | undefined {
  const { parent } = row;
  if (parent === undefined) {
    const project = identityOf(row);
    return project === undefined ? undefined : { project };
  }
  const place = placeOf(parent);
  const identity = identityOf(row);
  if (place === undefined || identity === undefined) return undefined;
  if (row.kind !== 'pool') return { ...place, [row.kind]: identity };
  const { configUid } = row.ref;
  return configUid === '' ? undefined : { ...place, config: configUid, pool: identity };
}

/** The UID of an item or, if it has none, its name. */
export function identityOf(row: ResourceRow): string | undefined {
  const kind = kindOf(row);
  return present(kind.uid(row), kind.name(row))[0];
}
