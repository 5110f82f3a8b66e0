import { keptView } from '../webPage/keptView';
import type { ListChanges } from '../webPage/listChanges';
import { anyOf, both, exactList, exactObject, object, oneOf, text, type Read } from '../service/readers';
import type { Answer, GrantKind } from '../access/access';
import type { FindingOf } from '../access/findings';

// The messages between the page of a review and the extension. Both are built together, so that the page relies on the types.
// The extension checks what it receives: the page shows what a service wrote.

/** A named thing of the service: a team, a project, a cluster. */
export interface Named {
  /** The UID. */
  readonly id: string;
  readonly name: string;
}

export const choices = ['none', 'keep', 'remove'] as const;
export type Choice = (typeof choices)[number];
export type Decision = Exclude<Choice, 'none'>;

/** A row of the table: a grant. All texts are safe to show on one line. */
export interface GrantRow {
  /** Of the grant. */
  readonly id: string;
  readonly who: Named & {
    readonly kind: 'team' | 'user';
    readonly members?: number | undefined;
    readonly inactive?: number | undefined;
  };
  readonly kind: GrantKind;
  readonly role: string;
  /** What it allows, in words, and that this was not read. */
  readonly allows: string;
  /** Undefined if a part of them was not read. */
  readonly permissions: readonly string[] | undefined;
  /** What it reaches, in words. */
  readonly reach: string;
  /** The names of its projects; undefined for all, or if a part of them was not read. */
  readonly projects: readonly string[] | undefined;
  /** Those that apply, and those of which that is not known. */
  readonly findings: readonly FindingOf[];
  /** When that of its users signed in last who has not for the longest time, 0 if never; missing if that is not known. */
  readonly signedIn?: number | undefined;
  /** Only resource roles of teams with a UID can be removed; the others have a link to the web console. */
  readonly isRemovable: boolean;
  readonly choice: Choice;
  /** Empty if there is none. */
  readonly note: string;
  /** What became of its removal in this review. */
  readonly outcome?: string | undefined;
  /** Whether it does not exist any more, so that nothing can be decided about it. */
  readonly isGone?: boolean | undefined;
  /** Whether it is new since the last review, or gone without a removal in this one. */
  readonly change?: 'added' | 'gone' | undefined;
}

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
  readonly projects: readonly (Named & { readonly clusters: readonly Named[] })[];
  /** Undefined if nothing is asked. */
  readonly answer: WhoCanAnswer | undefined;
}

/** The answer to {@link Question}. */
export interface WhoCanAnswer {
  readonly question: Question;
  /** Such as `payments › payments-eu`. */
  readonly where: string;
  /** Such as `3 teams and 12 users can delete cluster payments-eu. 2 more teams: not known.` */
  readonly summary: string;
  readonly holders: readonly {
    readonly who: GrantRow['who'];
    readonly answer: Exclude<Answer, 'no'>;
    /** Each grant that leads there: of its own, or of a team of the user. */
    readonly through: readonly { readonly grantId: string; readonly text: string }[];
  }[];
  /** What was not read and could matter, as a sentence; empty if there is nothing. */
  readonly unread: string;
}

/** `clusterUid` may be `anyCluster`, and `projectUid` `wholeTenant`. */
export const question = exactObject({ permission: text, projectUid: text, clusterUid: text });
export type Question = Read<typeof question>;

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
