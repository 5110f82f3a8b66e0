import { randomUUID } from 'node:crypto';
import {
  both,
  exactObject,
  isObject,
  number,
  object,
  oneOf,
  text,
  type Read,
  type Reader,
} from '../service/readers';
import { exactReferences, type RoleContent } from '../service/resources/team';

/** What is known of a resource role when it is about to be removed. */
export interface RoleRemoval {
  readonly connection: { readonly name: string; readonly baseUrl: string };
  readonly team: { readonly uid: string; readonly name?: string | undefined };
  readonly roleUid: string;
  /** undefined where only the uid is known, or where a part could not be read: it cannot be added again then. */
  readonly content: RoleContent | undefined;
}

const wholeNumber =
  (least: number, most: number): Reader<number> =>
  (json) => {
    const value = number(json);
    return Number.isInteger(value) && value !== undefined && value >= least && value <= most
      ? value
      : undefined;
  };

const owner = exactObject({
  host: text,
  // 0 and less stand for groups of processes.
  pid: wholeNumber(1, 2 ** 31 - 1),
});
/** The process that wrote a line. Its pid says nothing on another computer, which may share the folder. */
export type Owner = Read<typeof owner>;

/** Milliseconds since 1970 that make a date. */
const time = wholeNumber(0, 8.64e15);

/**
 * The first line. A service may leave a list of a role's content out; here one that is not there was lost, and without
 * its filters a role would grant more than before.
 */
const removalLine = both(
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

const outcome = oneOf('removed', 'alreadyGone', 'refused', 'notRemoved', 'unknown');
/** What became of a removal, as far as it is known. */
export type RemovalOutcome = Read<typeof outcome>;

/** That a window restores the role, and nobody else may. */
export interface Claim {
  readonly event: 'claim';
  readonly token: string;
  /** The claim that this one replaces, since whoever made it is gone. */
  readonly over?: string | undefined;
  readonly at: number;
  readonly owner: Owner;
}

const anyClaim = exactObject({ event: oneOf('claim'), token: text, at: time, owner });

const claimLine: Reader<Claim> = (json) => {
  const claim = anyClaim(json);
  if (claim === undefined || !isObject(json) || json['over'] === undefined) return claim;
  // One that replaces nobody knows what must not count as one that replaces nothing.
  const over = text(json['over']);
  return over === undefined ? undefined : { ...claim, over };
};

const outcomeLine = exactObject({ event: oneOf('outcome'), outcome });
const restoredLine = both(
  exactObject({ event: oneOf('restored'), token: text, at: time }),
  object({ uid: text }),
);
const notRestoredLine = exactObject({ event: oneOf('notRestored'), token: text });

/** Each of the lines behind the first. */
const eventLine = (json: unknown) =>
  outcomeLine(json) ?? claimLine(json) ?? restoredLine(json) ?? notRestoredLine(json);
type Event = Exclude<ReturnType<typeof eventLine>, undefined>;

/** What the lines of a file come to. */
export interface Replayed {
  readonly owner: Owner;
  readonly removal: RoleRemoval;
  readonly outcome: RemovalOutcome | undefined;
  /** The claims that were granted and not ended, oldest first: only the last one can be of a window that is there. */
  readonly claims: readonly Claim[];
  readonly restored: { readonly at: number; readonly uid?: string | undefined } | undefined;
}

/**
 * Reads the file of a removal. A line that was cut, or is not understood, is skipped; without the first one, which is
 * written before anything is removed, there is no removal.
 * @param onOdd is told the number of each line that was skipped
 */
export function replay(file: string, onOdd: (line: number) => void): Replayed | undefined {
  const [first = '', ...rest] = file.split('\n');
  const begun = removalLine(parsed(first));
  if (begun === undefined) {
    onOdd(1);
    return undefined;
  }
  const { owner: begunBy, connection, team, roleUid, content } = begun;
  let state: Replayed = {
    owner: begunBy,
    removal: { connection, team, roleUid, content },
    outcome: undefined,
    claims: [],
    restored: undefined,
  };
  for (const [index, line] of rest.entries()) {
    if (line === '') continue;
    const event = eventLine(parsed(line));
    if (event === undefined) onOdd(index + 2);
    else state = after(state, event);
  }
  return state;
}

function after(state: Replayed, event: Event): Replayed {
  if (event.event === 'outcome') return { ...state, outcome: event.outcome };
  if (event.event === 'claim') {
    // Of two that saw the same and claimed at once, the second one finds the first one's claim before its own. Whether
    // its owner was still there was judged when the line was written: the file alone decides, for every reader alike.
    const isGranted = state.restored === undefined && state.claims.at(-1)?.token === event.over;
    return isGranted ? { ...state, claims: [...state.claims, event] } : state;
  }
  const claims = state.claims.filter(({ token }) => token !== event.token);
  if (claims.length === state.claims.length) return state;
  const restored = event.event === 'restored' ? { at: event.at, uid: event.uid } : state.restored;
  return { ...state, claims, restored };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The first line of a file, which has no field but these. */
export function firstLine(removal: RoleRemoval, writer: Owner): string {
  const { connection, team, roleUid, content } = removal;
  const references = (all: RoleContent['roles']) => all.map(({ uid, name }) => ({ uid, name: cut(name) }));
  const line: Read<typeof removalLine> = {
    owner: writer,
    // The connection is found by its name, which is therefore left as it is.
    connection: { name: connection.name, baseUrl: connection.baseUrl },
    team: { uid: team.uid, name: cut(team.name) },
    roleUid,
    content: content && {
      roles: references(content.roles),
      projectUids: references(content.projectUids),
      filterRefs: references(content.filterRefs),
    },
  };
  return JSON.stringify(line);
}

/** Names are for people, who need no more of one than this. */
const maxNameLength = 200;

/** The half of a character that a cut may leave is cut, too. */
function cut(name: string | undefined): string | undefined {
  return name === undefined || name.length <= maxNameLength
    ? name
    : name.slice(0, maxNameLength).replace(/[\ud800-\udbff]$/, '');
}

/** A claim that is granted if the last one that is, when it is read back, is still `over`. */
export function newClaim(writer: Owner, at: number, over: Claim | undefined): Claim {
  return { event: 'claim', token: randomUUID(), over: over?.token, at, owner: writer };
}

/** A line to be appended: after one that was cut, it is still a line of its own. */
export function nextLine(event: Event): string {
  return `\n${JSON.stringify(event)}`;
}
