import type { ServiceError } from '../service/errors';
import type { EventFields } from '../presentation/event';
import type { ItemKind } from './item';
import type { Health } from '../presentation/health';

/** An item that matches a text. */
export interface ItemMatch {
  readonly id: string;
  /** 0 if its name, UID or an address is the text; more if it is less alike. */
  readonly rank: number;
}

/** How items are searched for. */
export interface ItemSearch {
  /** Only items of this kind; all if undefined. */
  readonly kind: ItemKind | undefined;
  /** Whether the service may be searched, too. */
  readonly isServiceSearched: boolean;
  readonly signal: AbortSignal;
}

/** What a search found. */
export interface FoundItems {
  /** All of them are known from now on. */
  readonly matches: readonly ItemMatch[];
  /** Whether the service was searched, too. */
  readonly isServiceSearched: boolean;
  /** Why a search of the service failed. Empty if the service does not offer it. */
  readonly errors: readonly ServiceError[];
}

/** What the hover and the details of an item show. Texts are as the service wrote them. */
export interface ItemDescription {
  /** The health of the item and of everything below it that has been read. */
  readonly health: Health;
  readonly size: readonly string[];
  /** The newest warning of the service about it, if events were read and it is not healthy. */
  readonly warning: EventFields | undefined;
  /** The service's JSON in the order in which users read it, without secrets; undefined if it is nested too deeply. */
  readonly details: unknown;
}
