/**
 * What a property is called that holds a key or a password. The schema in package.json refuses the same ones.
 * Broad on purpose: only properties that mean nothing to Poolview are looked at.
 */
export const secretName = /key|token|secret|passw|passphrase|credential|bearer|auth/i;

/** Whether there is something in a property, at any depth, that is called like a key or a password. */
export function holdsSecret(name: string, value: unknown): boolean {
  // Not recursive: settings can be nested deeper than the stack is.
  const rest = [{ isCalledSo: secretName.test(name), value }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { isCalledSo, value: held } = next;
    if (typeof held === 'object' && held !== null) {
      for (const [inner, innerValue] of Object.entries(held)) {
        rest.push({ isCalledSo: isCalledSo || secretName.test(inner), value: innerValue as unknown });
      }
    } else if (isCalledSo && (typeof held === 'number' || (typeof held === 'string' && held.trim() !== ''))) {
      return true;
    }
  }
  return false;
}

/** Whether there is a password in an address, or something that is called like a key. */
export function addressHoldsSecret(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password, search, hash } = new URL(address);
  return username !== '' || password !== '' || secretName.test(search + hash);
}

/** The part of an address that tells which one it is and is no secret; undefined where that is not clear. */
export function shownOrigin(address: string): string | undefined {
  // What stands before an @ is a password, even where a slash in it makes its first half look like a host.
  if (address.includes('@') || !URL.canParse(address)) return undefined;
  const { protocol, origin } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? origin : undefined;
}
