import {
  isKeyOf,
  anyObject,
  both,
  exactList,
  exactObject,
  flag,
  object,
  oneOf,
  text,
  wholeNumber,
  type JsonObject,
  type Read,
} from '../../service/readers';
import type { StoredFiles } from '../../connections/storedFiles';
import { StoredLines } from '../../connections/storedLines';
import { severities } from '../severity';
import { readItemPath } from '../item';

const knownProblem = both(
  both(
    readItemPath,
    exactObject({ severity: oneOf(...severities), cause: text, note: text, at: wholeNumber }),
  ),
  object({
    /** When the mark ends, in milliseconds since 1970; missing if only a change of the item ends it. */
    until: wholeNumber,
    /** Whether the item has recovered since: the mark ends when it fails again. */
    isRecovered: flag,
    /** What had failed in it besides machines, by name. */
    failed: exactList(text),
  }),
);
/** A problem that the user marked as known: how the item itself was at that time, and when. */
export type KnownProblem = Read<typeof knownProblem>;

const savedQuery = both(
  exactObject({ line: text }),
  /** The tab of the fleet overview that it was saved in. An earlier version also kept columns and groups: they are ignored. */
  object({ fleet: anyObject }),
);
/** A line that the user gave a name. */
export type SavedQuery = Read<typeof savedQuery>;

/** How each kind of value is read. Earlier versions also kept an order of favorites: it is ignored. */
const readers = { favorite: readItemPath, known: knownProblem, query: savedQuery };
type MarkKind = keyof typeof readers;
type Value<Of extends MarkKind> = Read<(typeof readers)[Of]>;

/** The values of each kind, by the ID of the item or the name of the query. */
export type MarkedValues = { readonly [Of in MarkKind]: ReadonlyMap<string, Value<Of>> };

/** A value to store, or to remove if it is undefined. */
export type MarkChange = {
  readonly [Of in MarkKind]: {
    readonly kind: Of;
    readonly key: string;
    readonly value: Value<Of> | undefined;
  };
}[MarkKind];

/**
 * The marks of a connection, in a file that several windows may use: the last line about a key counts. Its lines are what a
 * user has done, so that it stays small.
 * @param rootId that of the connection, to which others may have given another name: it is not in the file
 */
export function storedMarks(files: StoredFiles, rootId: string): StoredLines<MarkChange, MarkedValues> {
  const stored = ({ kind, key, value }: MarkChange): object => ({
    kind,
    key: kind === 'query' ? key : key.slice(rootId.length + 1),
    value: value && { ...value, id: undefined },
  });
  return new StoredLines(files, 'marks.jsonl', (lines) => markedValues(lines, rootId), stored);
}

function markedValues(lines: readonly JsonObject[], rootId: string): MarkedValues {
  const values = { favorite: new Map(), known: new Map(), query: new Map() } satisfies MarkedValues;
  for (const { kind, key: stored, value } of lines) {
    if (typeof stored !== 'string' || typeof kind !== 'string' || !isKeyOf(readers, kind)) continue;
    const key = kind === 'query' ? stored : `${rootId}/${stored}`;
    const read = value === undefined ? undefined : readers[kind]({ ...anyObject(value), id: key });
    if (read !== undefined) values[kind].set(key, read);
    // What another version has written stays unknown.
    else if (value === undefined) values[kind].delete(key);
  }
  return values;
}
