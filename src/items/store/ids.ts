/**
 * Builds the IDs of rows with the same parent, from the UID or, if there is none, the name. Duplicate names get a number,
 * because tree views reject duplicate IDs.
 */
export function idsBelow(parentId: string): (kind: string, uid: string | undefined, name?: string) => string {
  const counts = new Map<string, number>();
  return (kind, uid, name = '') => {
    if (uid !== undefined && uid !== '') return `${parentId}/${kind}:${idPart(uid)}`;
    const id = `${parentId}/${kind}~${idPart(name)}`;
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    return count === 0 ? id : `${id}#${count}`;
  };
}

/** Escapes text for use in an ID, where `/`, `:` and `#` are separators. */
export function idPart(text: string): string {
  if (text.isWellFormed()) return encodeURIComponent(text);
  // A lone surrogate cannot be encoded as UTF-8.
  return Array.from(text, (character) =>
    character.isWellFormed() ? encodeURIComponent(character) : `%u${character.charCodeAt(0).toString(16)}`,
  ).join('');
}

/** The text that {@link idPart} has escaped; undefined if it can't have written this. */
export function textOfPart(part: string): string | undefined {
  try {
    const surrogateOf = (_: string, code: string): string => String.fromCharCode(Number.parseInt(code, 16));
    const text = decodeURIComponent(part.replace(/%u([0-9a-f]{4})/g, surrogateOf));
    return idPart(text) === part ? text : undefined;
  } catch {
    return undefined;
  }
}

/** The ID of the parent row, or of the view. */
export function parentIdOf(id: string): string {
  return id.slice(0, Math.max(0, id.lastIndexOf('/')));
}

/** The IDs of the rows that lead to a row, and its own, from the top. */
export function idsTo(id: string): readonly string[] {
  const parentId = parentIdOf(id);
  return parentId === '' ? [] : [...idsTo(parentId), id];
}

/** Whether `id` is `ancestor` or an ID below it. */
export function isAtOrBelow(id: string, ancestor: string): boolean {
  return id === ancestor || id.startsWith(`${ancestor}/`);
}
