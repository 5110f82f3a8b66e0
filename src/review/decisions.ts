import { l10n } from 'vscode';
import {
  both,
  exactList,
  exactObject,
  object,
  oneOf,
  reference,
  text,
  wholeNumber,
  type Read,
} from '../service/readers';
import { grantKinds, holderKey, type Grant } from '../access/access';
import { parseJson, type StoredFiles } from '../connections/storedFiles';
import { appendLines, readLines } from '../connections/storedLines';
import { choices } from './messages';

/** The part of a grant that is kept: no names of users, and no mail addresses. */
const keptGrant = both(
  exactObject({
    id: text,
    holder: both(exactObject({ kind: oneOf('team', 'user'), uid: text }), object({ name: text })),
    kind: oneOf(...grantKinds),
    roles: exactList(reference),
    projects: exactList(reference),
    filters: exactList(reference),
  }),
  object({ workspace: reference }),
);
type KeptGrant = Read<typeof keptGrant>;

const outcome = oneOf('removed', 'alreadyGone', 'refused', 'notRemoved', 'notKept', 'notRead', 'unknown');
export type Outcome = Read<typeof outcome>;

export function outcomeText(of: Outcome): string {
  switch (of) {
    case 'removed':
      return l10n.t('removed');
    case 'alreadyGone':
      return l10n.t('was already removed');
    case 'unknown':
      return l10n.t('removal not confirmed');
    default:
      return l10n.t('not removed');
  }
}

/** A line of the file of decisions: the last one about a grant counts. Who decided is the UID of a user. */
const line = both(
  exactObject({ id: text }),
  object({ choice: oneOf(...choices), note: text, by: text, at: wholeNumber, outcome, grant: keptGrant }),
);
type Line = Read<typeof line>;

const review = exactObject({ at: wholeNumber, read: exactList(text), grants: exactList(keptGrant) });
/** A finished review: the lists of grants that were read, by {@link listKey}, and what they had. */
type FinishedReview = Read<typeof review>;

const currentFile = 'decisions.jsonl';
const finishedFile = /^finished-\d{15}\.json$/;

/**
 * What was decided in the reviews of a connection, in files that several windows may use: decisions are only appended, and the
 * newest finished review counts. All methods throw {@link StorageError}.
 */
export class Decisions {
  /** What was decided in this review, and what became of it, by the ID of the grant. */
  current: ReadonlyMap<string, Line> = new Map();
  last: FinishedReview | undefined;

  constructor(private readonly files: StoredFiles) {}

  /** Takes over what this window and others have written. */
  async read(): Promise<void> {
    const lines = (await readLines(this.files, currentFile))
      .split('\n')
      .flatMap((each) => line(parseJson(each)) ?? []);
    const current = new Map<string, Line>();
    for (const each of lines) current.set(each.id, { ...current.get(each.id), ...each });
    this.current = current;
    const names = await this.files.names();
    const newest = names.toSorted().findLast((name) => finishedFile.test(name));
    this.last = newest === undefined ? undefined : review(parseJson((await this.files.read(newest)) ?? ''));
  }

  async add(lines: readonly Line[]): Promise<void> {
    await appendLines(this.files, currentFile, lines);
    await this.read();
  }

  /** Keeps a review instead of the one before. @param rest what was decided about other grants */
  async finish(finished: FinishedReview, rest: readonly Line[]): Promise<void> {
    const name = `finished-${String(finished.at).padStart(15, '0')}.json`;
    const before = await this.files.names();
    await this.files.create(name, JSON.stringify(finished));
    const old = before.filter((each) => each === currentFile || finishedFile.test(each));
    for (const each of old) await this.files.remove(each);
    await this.add(rest);
  }
}

/** The part of a grant that is kept. */
export function kept(grant: Grant): KeptGrant | undefined {
  const { kind, uid, name } = grant.holder;
  return keptGrant({ ...grant, holder: kind === 'team' ? { kind, uid, name } : { kind, uid } });
}

/** Names a list of grants: those of a kind that a team or user has. */
export function listKey({ holder, kind }: Pick<Grant, 'holder' | 'kind'>): string {
  return `${holderKey(holder)}/${kind}`;
}
