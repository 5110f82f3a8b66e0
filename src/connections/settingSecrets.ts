/**
 * Names of properties that contain a key or password. The schema in package.json rejects the same names. The pattern can
 * be broad, because no property of Poolview matches it.
 */
export const secretProperty = /key|token|secret|passw|passphrase|credential|bearer|auth/i;

/** Whether a setting contains a key or password, at any depth: in a property with such a name, or in a URL. */
export function holdsSecret(settingName: string, value: unknown): boolean {
  // Not recursive, because settings can be nested deeper than the stack allows.
  const rest = [{ isSecret: secretProperty.test(settingName), value }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { isSecret, value: held } = next;
    if (typeof held === 'object' && held !== null) {
      for (const [name, inner] of Object.entries(held)) {
        rest.push({ isSecret: isSecret || secretProperty.test(name), value: inner as unknown });
      }
    } else if (isSecret && (typeof held === 'number' || (typeof held === 'string' && held.trim() !== ''))) {
      return true;
    } else if (typeof held === 'string' && urlHoldsSecret(held)) {
      return true;
    }
  }
  return false;
}

function urlHoldsSecret(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return username !== '' || password !== '' || secretProperty.test(search + hash);
}
