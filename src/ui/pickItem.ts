import type { QuickInputButton, QuickPickItem } from 'vscode';

/**
 * Reads what `find` shows then. The next change of the text, and closing the list, abort `signal`.
 * @param report shows how far it is instead of the item
 * @returns what is chosen if it has a value or a text, and shown instead of the item otherwise
 */
type LoadMore<Value> = (
  signal: AbortSignal,
  report: (progress: string) => void,
) => Promise<PickItem<Value> | undefined>;

/** An item that can be chosen for its value, its text or what it loads. One with none of them can't be chosen. */
export interface PickItem<Value> extends QuickPickItem {
  readonly value?: Value;
  /** Replaces what the user has typed. The list stays open. */
  readonly text?: string;
  /** Loads more into the list, which stays open. */
  readonly load?: LoadMore<Value>;
  /** Shown at its end. Each chooses its own value. */
  readonly buttons?: readonly (QuickInputButton & { readonly value: Value })[];
}

export function canBeChosen({ value, text, load }: PickItem<unknown>): boolean {
  return value !== undefined || text !== undefined || load !== undefined;
}
