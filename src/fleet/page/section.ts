import { posts } from '../../webPage/section';
import type { ToExtension } from '../messages';
import type { PageAnswer } from './answer';
import type { PageFleet } from './fleet';
import type { ShownItem } from './menuContext';
import type { View } from './viewState';

/** What the sections show, and how they change it. */
export interface Page {
  readonly fleet: PageFleet;
  readonly answer: PageAnswer;
  readonly view: View;
  readonly changeView: (change: Partial<View>) => void;
  readonly now: number;
  /** How far the table is from the top of the page that scrolls with it; undefined if the table scrolls by itself. */
  readonly tableTop: number | undefined;
  /** How many requests it takes to read the machines that a button offers; undefined until that is known. */
  readonly machineRequests: number | undefined;
  /** Whether the next step is to copy what is shown, and no longer to read machines. */
  readonly isCopyNext: boolean;
}

export const sends: (message: ToExtension) => () => void = posts;

const rowKeys: Readonly<Partial<Record<string, 'markAsKnown' | 'showTimeline'>>> = {
  k: 'markAsKnown',
  t: 'showTimeline',
};

/** Handles the keys for the items of the selected rows. */
export function handleItemKey(event: KeyboardEvent, items: readonly (ShownItem | undefined)[]): boolean {
  const type = rowKeys[event.key.toLowerCase()];
  const ids = items.flatMap((item) => item?.id ?? []);
  if (type === undefined || event.ctrlKey || event.metaKey || event.altKey || ids.length === 0) return false;
  sends({ type, ids })();
  return true;
}
