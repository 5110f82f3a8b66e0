// A tag is `key:value`, or the key alone. Used by the extension and by the fleet page.

export function tagKey(tag: string): string {
  const [key = ''] = tag.split(':', 1);
  return key;
}
