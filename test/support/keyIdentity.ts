import { KeyIdentities, type KeyIdentity } from '../../src/connections/keyIdentity';

/** A key that is used nowhere else. */
export function newKey(): KeyIdentity {
  return new KeyIdentities().of('');
}
