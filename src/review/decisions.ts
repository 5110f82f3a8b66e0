import {
  anyObject,
  both,
  exactList,
  exactObject,
  object,
  oneOf,
  text,
  wholeNumber,
  type JsonObject,
  type Read,
} from '../service/readers';
import { holderKey, keptGrant, type Grant } from '../access/access';
import { choices } from '../access/grantFields';
import { perObject } from '../service/remember';
import { parseLine, type StoredFiles } from '../connections/storedFiles';
import { readUsable, StoredLines } from '../connections/storedLines';

const review = exactObject({
  at: wholeNumber,
  read: exactList(text, Infinity),
  grants: exactList(keptGrant, Infinity),
});
/** A finished review: the lists of grants that were read, by {@link listKey}, and what they had. */
export type FinishedReview = Read<typeof review>;

/** What was decided about a grant, and by whom: the UID of a user. Older versions wrote only what was changed, and no time. */
const decision = both(
  exactObject({ id: text }),
  object({ choice: oneOf(...choices), note: text, by: text, at: wholeNumber }),
);
type DecisionLine = Read<typeof decision>;

/** What was decided last. */
export interface Decision extends DecisionLine {
  /** When it was first decided in this review, in milliseconds since 1970. */
  readonly since: number;
}

/** The end of a review: what was decided about these grants until then is in its report. */
const end = exactObject({ ended: exactList(text, Infinity), at: wholeNumber });

const finishedFile = /^finished-\d{15}\.json$/;

/**
 * What was decided in the reviews of a connection, in files that several windows may use: decisions and ends of reviews are only
 * appended, and the newest finished review counts. All methods throw {@link StorageError}.
 */
export class Decisions {
  /** What was decided in this review, by the ID of the grant. */
  current: ReadonlyMap<string, Decision> = new Map();
  last: FinishedReview | undefined;
  readonly #lines: StoredLines<object, ReadonlyMap<string, Decision>>;

  constructor(private readonly files: StoredFiles) {
    this.#lines = new StoredLines(files, 'decisions.jsonl', decisionsIn);
  }

  /** Takes over what this window and others have written. */
  async read(): Promise<void> {
    this.current = await this.#lines.read();
    this.last = undefined;
    for (const name of (await this.#finished()).toReversed()) {
      // What another version has written is not damaged.
      const json = await readUsable(this.files, name, (read) => anyObject(parseLine(read)));
      this.last ??= review(json);
    }
  }

  /** Decides about grants. What is undefined stays as it was. */
  async decide(ids: readonly string[], { choice, note, by }: Omit<DecisionLine, 'id' | 'at'>): Promise<void> {
    const before = await this.#lines.read();
    const at = Date.now();
    const lines = ids.map((id) => {
      const known = before.get(id);
      return { id, choice: choice ?? known?.choice, note: note ?? known?.note, by, at };
    });
    this.current = await this.#lines.append(lines);
    // The file has become too large, and was set aside.
    if (this.current.size < ids.length)
      this.current = await this.#lines.append([...before.values(), ...lines]);
  }

  /** Keeps a review instead of the one before, as far as it has read the same, and ends it. @param decided what was decided in it */
  async finish(review: FinishedReview, decided: readonly Decision[]): Promise<void> {
    const finished = this.last === undefined ? review : joinedReviews(this.last, review);
    const before = await this.#finished();
    await this.files.create(
      `finished-${String(finished.at).padStart(15, '0')}.json`,
      JSON.stringify(finished),
    );
    const at = decided.reduce((latest, one) => Math.max(latest, one.at ?? 0), 0);
    await this.#lines.append([{ ended: decided.map(({ id }) => id), at }]);
    // Nobody writes to them any more.
    for (const name of before) await this.files.remove(name);
    await this.read();
  }

  /** The files of finished reviews, the oldest first. */
  async #finished(): Promise<readonly string[]> {
    return (await this.files.names()).filter((name) => finishedFile.test(name)).toSorted();
  }
}

/** A line of a decision, as the first one about its grant. Once: there may be thousands, most of which were read before. */
const decisionIn = perObject((line: JsonObject): Decision | undefined => {
  const read = decision(line);
  return read && { ...read, since: read.at ?? 0 };
});

/** The last line about a grant counts, unless the review has ended since. */
function decisionsIn(lines: readonly JsonObject[]): ReadonlyMap<string, Decision> {
  const current = new Map<string, Decision>();
  for (const line of lines) {
    const read = decisionIn(line);
    if (read !== undefined) {
      const known = current.get(read.id);
      current.set(read.id, known ? { ...known, ...read, by: read.by, since: known.since } : read);
      continue;
    }
    const { ended = [], at = 0 } = end(line) ?? {};
    // Another window may have decided again while the report was saved.
    for (const id of ended) if ((current.get(id)?.at ?? 0) <= at) current.delete(id);
  }
  return current;
}

/** What is kept of a review: no names of users, and no mail addresses. @param read by {@link listKey} */
export function keptReview(grants: readonly Grant[], read: readonly string[]): FinishedReview {
  const kept = grants.flatMap((grant) => {
    const { kind, uid, name } = grant.holder;
    return keptGrant({ ...grant, holder: kind === 'team' ? { kind, uid, name } : { kind, uid } }) ?? [];
  });
  return { at: Date.now(), read, grants: kept };
}

/** What two reviews have read: a review of one team says nothing about the others. */
function joinedReviews(old: FinishedReview, { at, read, grants }: FinishedReview): FinishedReview {
  const lists = new Set(read);
  const ids = new Set(grants.map(({ id }) => id));
  const others = old.grants.filter((one) => !lists.has(listKey(one)) && !ids.has(one.id));
  return { at, read: [...new Set([...old.read, ...read])], grants: [...others, ...grants] };
}

/** Names a list of grants: those of a kind that a team or user has. It is the start of their IDs. */
export function listKey({ holder, kind }: Pick<Grant, 'holder' | 'kind'>): string {
  return `${holderKey(holder)}/${kind}`;
}
