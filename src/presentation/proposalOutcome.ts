import type { ServiceErrorKind } from '../service/errors';

/** What became of a removal that an agent proposed. */
export type ProposalOutcome =
  /** The user did not confirm it. */
  | { readonly decision: 'declined' }
  /** `justDeclined`: the user declined a proposal a moment ago. */
  | { readonly decision: 'notAsked'; readonly why: 'notFound' | 'otherRemoval' | 'justDeclined' }
  | {
      readonly decision: 'confirmed';
      /** `notConfirmed`: the service may have removed the role, or may still do so. */
      readonly outcome: 'removed' | 'alreadyRemoved' | 'notRemoved' | 'notConfirmed';
      /** Why it was not removed; `notSaved` if it could not be written to the journal first. */
      readonly reason: ServiceErrorKind | 'notSaved' | undefined;
      /** Whether Poolview can restore it. */
      readonly canRestore: boolean;
    };
