import { isDeepStrictEqual } from 'node:util';

/**
 * The paths of the fields of `read` that differ from the JSON `sent`. Fields that Poolview does not read are ignored.
 */
export function misread(sent: unknown, read: unknown, path = ''): string[] {
  if (Array.isArray(read)) {
    if (!Array.isArray(sent) || sent.length !== read.length) return [path];
    return read.flatMap((item, index) => misread(sent[index], item, `${path}[${index}]`));
  }
  if (typeof read === 'object' && read !== null) {
    return Object.entries(read).flatMap(([name, value]) =>
      // The original JSON, and what the request named.
      name === 'cloudType' && !isNamed(sent, name)
        ? []
        : name === 'source'
          ? isDeepStrictEqual(kept((sent as { readonly source?: unknown }).source ?? sent), kept(value))
            ? []
            : [`${path}.source`]
          : misread((sent as Record<string, unknown> | undefined)?.[name], value, `${path}.${name}`),
    );
  }
  // Only times are converted from strings to numbers.
  const meant = typeof sent === 'string' && typeof read === 'number' ? Date.parse(sent) : sent;
  return Object.is(meant, read) ? [] : [path];
}

function isNamed(json: unknown, name: string): boolean {
  return typeof json === 'object' && json !== null && name in json;
}

/** JSON without what packs and custom cloud types are set to, which is dropped where it is read. */
function kept(json: unknown): unknown {
  const isDropped = (name: string, value: unknown): boolean =>
    /^(?:manifests|presets|params|schema)$/.test(name) || (name === 'values' && typeof value === 'string');
  const text = JSON.stringify(json, (name, value: unknown) => (isDropped(name, value) ? undefined : value));
  return JSON.parse(text);
}
