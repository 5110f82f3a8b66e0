import { keptView, type ListChanges } from '../webPage/messages';
import { anyOf, both, exactList, exactObject, object, oneOf, text, type Read } from '../service/readers';
import { choices, type Choice, type GrantRow } from '../access/grantFields';
import type { Who } from '../access/holderText';

// The messages between the page of a review and the extension. Both are built together, so that the page relies on the types.
// The extension checks what it receives: the page shows what a service wrote.

/** A named thing of the service: a team, a project, a cluster. */
interface Named {
  /** The UID. */
  readonly id: string;
  readonly name: string;
}

/** A project that can be asked about, with the clusters that were read. */
export interface AskedProject extends Named {
  readonly clusters: readonly Named[];
}

export type { Choice, GrantRow };
export type DecidedChoice = Exclude<Choice, 'none'>;

/** What is read, and what it takes. */
export interface ReviewProgress {
  /** `40 teams: about 175 requests, 10 s`, as text, before and while it is read. */
  readonly announcement: string;
  /** `ready`: nothing is being read, and there is more to read. */
  readonly state: 'listing' | 'ready' | 'reading' | 'done';
  /** Of the requests that were announced. */
  readonly done: number;
  readonly total: number;
}

export interface ReviewHeader {
  readonly connection: { readonly name: string; readonly host: string };
  /** What the review is about, as text: `all teams`, a team or a user, or `access to payments`. */
  readonly scope: string;
  readonly progress: ReviewProgress;
  /** `40 of 40 teams · users' own roles not read · workspaces not offered` */
  readonly coverage: string;
  /** When the first response arrived, in milliseconds since 1970. */
  readonly readAt?: number | undefined;
  readonly canReadUsers: boolean;
  readonly hasConsole: boolean;
  /** How many roles are decided to be removed and can be; undefined if the connection is read-only. */
  readonly toRemove?: number | undefined;
  /** What can be asked about. */
  readonly permissions: readonly string[];
  /** Undefined if nothing is asked. */
  readonly answer: WhoCanAnswer | undefined;
}

/** The answer to {@link PageQuestion}. */
export interface WhoCanAnswer {
  readonly question: PageQuestion;
  /** Such as `payments › payments-eu`. */
  readonly where: string;
  /** Such as `3 teams and 12 users can delete cluster payments-eu. 2 more teams: not known.` */
  readonly summary: string;
  readonly holders: readonly {
    readonly who: Who;
    /** Otherwise, something that decides it was not read. */
    readonly isKnown: boolean;
    /** Each grant that leads there: of its own, or of a team of the user. */
    readonly through: readonly { readonly grantId: string; readonly text: string }[];
  }[];
  /** What was not read and could matter, as a sentence; empty if there is nothing. */
  readonly unread: string;
}

/** `clusterUid` may be `anyCluster`, and `projectUid` `wholeTenant`. */
export const question = exactObject({ permission: text, projectUid: text, clusterUid: text });
export type PageQuestion = Read<typeof question>;

/** What a review is about, and whose UIDs these are, as text. Without anything, it is about all teams. */
export const readFocus = object({
  holder: exactObject({ kind: oneOf('team', 'user'), uid: text }),
  /** Where the grants lead that are reviewed. */
  projectUid: text,
  clusterUid: text,
  connection: text,
});
export type Focus = Read<typeof readFocus>;

/** From the extension to the page. */
export type ToReviewPage =
  | ({ readonly type: 'review'; readonly header: ReviewHeader } & ListChanges<GrantRow>)
  /** Apart from the review: there may be thousands, of which few change. */
  | ({ readonly type: 'projects' } & ListChanges<AskedProject>)
  /** What the review was opened for: the page asks about it. */
  | ({ readonly type: 'focus' } & Focus)
  /** Nothing is connected, or another connection than the one that the review is about, which is named. */
  | { readonly type: 'disconnected'; readonly about: string | undefined };

/** A message of the page; undefined if it is not valid. */
export const readFromReviewPage = anyOf(
  exactObject({
    type: oneOf(
      /** The page is loaded and has no data. */
      'ready',
      /** Reads what is announced, or goes on. */
      'read',
      'cancel',
      'readUsers',
      'finish',
      /** Removes the resource roles that are decided to be removed. */
      'remove',
      'connect',
      'openConsole',
      /** The users of the answer, as cells for spreadsheets or in a file. */
      'copyAnswer',
      'saveAnswer',
    ),
  }),
  keptView,
  /** Without a question, it asks no more. */
  both(exactObject({ type: oneOf('whoCan') }), object({ question })),
  exactObject({ type: oneOf('reviewUser'), userUid: text }),
  both(
    exactObject({ type: oneOf('decide'), ids: exactList(text, Infinity) }),
    object({ choice: oneOf(...choices), note: text }),
  ),
);

/** From the page to the extension. */
export type FromReviewPage = Read<typeof readFromReviewPage>;
