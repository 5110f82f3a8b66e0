import { isDeepStrictEqual } from 'node:util';

/**
 * The paths of the fields of `read`, which Poolview made of the JSON value `sent`, that are missing or are not what
 * was sent. What Poolview has no field for does not count.
 */
export function misread(sent: unknown, read: unknown, path = ''): string[] {
  if (Array.isArray(read)) {
    if (!Array.isArray(sent) || sent.length !== read.length) return [path];
    return read.flatMap((item, index) => misread(sent[index], item, `${path}[${index}]`));
  }
  if (read instanceof Map) return isDeepStrictEqual(sent, Object.fromEntries(read)) ? [] : [path];
  if (typeof read === 'object' && read !== null) {
    return Object.entries(read).flatMap(([name, value]) =>
      // What was sent is kept as it is beside what was read.
      name === 'source'
        ? isDeepStrictEqual(sent, value)
          ? []
          : [`${path}.source`]
        : misread((sent as Record<string, unknown> | undefined)?.[name], value, `${path}.${name}`),
    );
  }
  // The only text that becomes a number is a time.
  const meant = typeof sent === 'string' && typeof read === 'number' ? Date.parse(sent) : sent;
  return Object.is(meant, read) ? [] : [path];
}
