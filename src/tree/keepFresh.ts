import { window, type TreeView } from 'vscode';
import { AutoRefresh, type Renewable } from './autoRefresh';
import { Waking } from './waking';

/** What keeps a view fresh. */
export interface Freshness {
  /** Keeps `model` fresh from now on, which the view shows; undefined where it shows nothing. */
  show(model: Renewable | undefined): void;
  /** To be called when the interval may be another one. */
  readonly update: () => void;
  dispose(): void;
}

/**
 * Reads what `view` shows again while it is in sight, in the window that is used: from time to time where that is
 * wanted, and once after the computer has slept or, where the service was away, is in another network.
 * @param intervalMs how often to read; 0 for not from time to time
 */
export function keepFresh(
  view: Pick<TreeView<unknown>, 'visible' | 'onDidChangeVisibility'>,
  intervalMs: () => number,
): Freshness {
  let shown: Renewable | undefined;
  const isInSight = (): boolean => view.visible && window.state.focused;
  const auto = new AutoRefresh(intervalMs, isInSight);
  const refresh = (): void => {
    void auto.refresh();
  };
  const waking = new Waking(isInSight, refresh, () => {
    if (shown?.isFailing === true) refresh();
  });
  const update = (): void => {
    auto.update();
    waking.update();
  };
  const subscriptions = [view.onDidChangeVisibility(update), window.onDidChangeWindowState(update)];
  update();
  return {
    show: (model) => {
      shown = model;
      auto.show(model);
    },
    update,
    dispose: () => {
      for (const subscription of [...subscriptions, auto, waking]) subscription.dispose();
    },
  };
}
