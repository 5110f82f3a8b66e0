import { parseLine } from '../../connections/storedFiles';
import {
  both,
  exactList,
  exactObject,
  flag,
  object,
  oneOf,
  text,
  wholeNumber,
  type Read,
} from '../../service/readers';
import { exactReferences } from '../../service/resources/team';

const owner = exactObject({ host: text, pid: wholeNumber });
/** The process of a window. The host is part of it because computers may share the folder. */
export type Owner = Read<typeof owner>;

/** Milliseconds since 1970. */
const recordedTime = wholeNumber;

const meaning = both(
  exactObject({ kind: oneOf('role', 'filter'), uid: text, says: exactList(text, Infinity) }),
  object({ name: text }),
);
/** What a role or a filter said: its permissions, or its conditions. */
export type Meaning = Read<typeof meaning>;

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
    meaning: exactList(meaning),
  }),
);

/** A resource role as it was before its removal. Its content is undefined if it is not completely known: it cannot be restored. */
export type RoleRemoval = Omit<Read<typeof removalRecord>, 'owner'>;

const outcome = oneOf('removed', 'alreadyGone', 'notRemoved', 'unknown');
export type RecordedOutcome = Read<typeof outcome>;

const outcomeRecord = exactObject({ event: oneOf('outcome'), outcome });

const restoredRecord = both(
  exactObject({ event: oneOf('restored'), at: recordedTime }),
  object({ uid: text, wasThere: flag }),
);
/**
 * When a role was restored, and its new UID if the service lists it. `wasThere`: nothing was added, because the team had a role
 * that granted the same.
 */
export type Restored = Omit<Read<typeof restoredRecord>, 'event'>;

/** The content of a removal's file. */
export interface RecordedRemoval extends Read<typeof removalRecord> {
  /** The last recorded outcome. */
  readonly outcome: RecordedOutcome | undefined;
  readonly restored: Restored | undefined;
}

/** Anything that is recorded after the removal itself. */
type RecordedEvent = Read<typeof outcomeRecord | typeof restoredRecord>;

/**
 * Reads the file of a removal. After the first line, truncated and unknown lines are skipped, such as those of older
 * versions.
 * @returns undefined if the first line, which is written before the removal is sent, is invalid
 */
export function parseRemoval(file: string): RecordedRemoval | undefined {
  const [first, ...events] = file.split('\n').map(parseLine);
  const removal = removalRecord(first);
  if (removal === undefined) return undefined;
  const restored = events.map(restoredRecord).findLast((event) => event !== undefined);
  return {
    ...removal,
    content: removal.content,
    meaning: removal.meaning,
    outcome: events.map(outcomeRecord).findLast((event) => event !== undefined)?.outcome,
    restored: restored && { at: restored.at, uid: restored.uid, wasThere: restored.wasThere },
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
