import { KeyIdentities, type KeyIdentity } from '../../src/connections/keys';

/** A key that is used nowhere else. */
export function newKey(): KeyIdentity {
  return new KeyIdentities().of('');
}
