import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { RoleContent } from '../service/resources/team';

/** What is known of a resource role when it is about to be removed. */
export interface RoleRemoval {
  readonly connection: { readonly name: string; readonly baseUrl: string };
  readonly team: { readonly uid: string; readonly name?: string | undefined };
  readonly roleUid: string;
  /** undefined where only the uid is known, or where a part could not be read: it cannot be added again then. */
  readonly content: RoleContent | undefined;
}

const owner = z.object({
  host: z.string(),
  // 0 and less stand for groups of processes.
  pid: z.int().check(z.minimum(1), z.maximum(2 ** 31 - 1)),
});
/** The process that wrote a line. Its pid says nothing on another computer, which may share the folder. */
export type Owner = z.output<typeof owner>;

/** Milliseconds since 1970 that make a date. */
const time = z.int().check(z.minimum(0), z.maximum(8.64e15));

/** What may be missing, and counts as missing where it is anything else. */
const text = z.catch(z.optional(z.string()), undefined);

const exactReferences = z.array(
  z.object({
    name: text,
    // `minLength` looks at the length of what is no text, too, and that may be anything.
    uid: z.string().check(z.refine((uid) => uid !== '')),
  }),
);

/**
 * The first line. A service may leave a list of a role's content out; here one that is not there was lost, and without
 * its filters a role would grant more than before.
 */
const removalLine = z.object({
  owner,
  connection: z.object({ name: z.string(), baseUrl: z.string() }),
  team: z.object({ uid: z.string(), name: text }),
  roleUid: z.string(),
  content: z.catch(
    z.optional(
      z.object({ roles: exactReferences, projectUids: exactReferences, filterRefs: exactReferences }),
    ),
    undefined,
  ),
});

const outcome = z.enum(['removed', 'alreadyGone', 'refused', 'notRemoved', 'unknown']);
/** What became of a removal, as far as it is known. */
export type RemovalOutcome = z.output<typeof outcome>;

const claimLine = z.object({
  event: z.literal('claim'),
  token: z.string(),
  /** The claim that this one replaces, since whoever made it is gone. */
  over: z.optional(z.string()),
  at: time,
  owner,
});
/** That a window restores the role, and nobody else may. */
export type Claim = z.output<typeof claimLine>;

/** Each of the lines behind the first. */
const eventLine = z.discriminatedUnion('event', [
  z.object({ event: z.literal('outcome'), outcome }),
  claimLine,
  z.object({ event: z.literal('restored'), token: z.string(), at: time, uid: text }),
  z.object({ event: z.literal('notRestored'), token: z.string() }),
]);
type Event = z.output<typeof eventLine>;

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
  const begun = removalLine.safeParse(parsed(first));
  if (!begun.success) {
    onOdd(1);
    return undefined;
  }
  const { owner: begunBy, connection, team, roleUid, content } = begun.data;
  let state: Replayed = {
    owner: begunBy,
    removal: { connection, team, roleUid, content },
    outcome: undefined,
    claims: [],
    restored: undefined,
  };
  for (const [index, line] of rest.entries()) {
    if (line === '') continue;
    const event = eventLine.safeParse(parsed(line));
    if (event.success) state = after(state, event.data);
    else onOdd(index + 2);
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
  const line: z.input<typeof removalLine> = {
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
