import { parseJson } from '../../connections/storedFiles';
import { both, exactObject, object, oneOf, text, wholeNumber, type Read } from '../../service/readers';
import { exactReferences } from '../../service/resources/team';

const owner = exactObject({ host: text, pid: wholeNumber });
/** The process of a window. The host is part of it because computers may share the folder. */
export type Owner = Read<typeof owner>;

/** Milliseconds since 1970. */
const time = wholeNumber;

/** The first line of a file. All lists of the content are required: a role restored without its filters grants more. */
const removalRecord = both(
  exactObject({
    owner,
    connection: exactObject({ name: text, baseUrl: text }),
    team: both(exactObject({ uid: text }), object({ name: text })),
    roleUid: text,
  }),
  object({
    content: exactObject({
      roles: exactReferences,
      projectUids: exactReferences,
      filterRefs: exactReferences,
    }),
  }),
);

/** A resource role as it was before its removal. Its content is undefined if it is not completely known: it cannot be restored. */
export type RoleRemoval = Omit<Read<typeof removalRecord>, 'owner'>;

const outcome = oneOf('removed', 'alreadyGone', 'notRemoved', 'unknown');
export type RecordedOutcome = Read<typeof outcome>;

const outcomeRecord = exactObject({ event: oneOf('outcome'), outcome });

const restoredRecord = both(exactObject({ event: oneOf('restored'), at: time }), object({ uid: text }));
/** When a role was restored, and its new UID if the service lists it. */
export type Restored = Omit<Read<typeof restoredRecord>, 'event'>;

const claimRecord = exactObject({ event: oneOf('claimed'), claim: text, owner, at: time });
/** That a window works on an entry. `claim` is unique. */
type Claim = Read<typeof claimRecord>;

const releaseRecord = exactObject({ event: oneOf('released'), claim: text });

/** The content of a removal's file. */
export interface RecordedRemoval extends Read<typeof removalRecord> {
  /** The last recorded outcome. */
  readonly outcome: RecordedOutcome | undefined;
  readonly restored: Restored | undefined;
  /** Those that were not released, in the order in which they were written. */
  readonly claims: readonly Claim[];
}

/** Anything that is recorded after the removal itself. */
type RecordedEvent = Read<
  typeof outcomeRecord | typeof restoredRecord | typeof claimRecord | typeof releaseRecord
>;

/**
 * Reads the file of a removal. After the first line, truncated and unknown lines are skipped, such as those of older
 * versions.
 * @returns undefined if the first line, which is written before the removal is sent, is invalid
 */
export function parseRemoval(file: string): RecordedRemoval | undefined {
  const [first, ...events] = file.split('\n').map(parseJson);
  const removal = removalRecord(first);
  if (removal === undefined) return undefined;
  const restored = events.map(restoredRecord).findLast((event) => event !== undefined);
  const released = new Set(events.map((event) => releaseRecord(event)?.claim));
  return {
    ...removal,
    content: removal.content,
    outcome: events.map(outcomeRecord).findLast((event) => event !== undefined)?.outcome,
    restored: restored && { at: restored.at, uid: restored.uid },
    claims: events.flatMap((event) => claimRecord(event) ?? []).filter(({ claim }) => !released.has(claim)),
  };
}

/** The first line of a file, with only the fields that are read from it. */
export function removalLine(removal: RoleRemoval, writer: Owner): string {
  return JSON.stringify(removalRecord({ owner: writer, ...removal }));
}

/** A line to append. It starts with the line break, so that it is valid even if the previous line is truncated. */
export function eventLine(event: RecordedEvent): string {
  return `\n${JSON.stringify(event)}`;
}
