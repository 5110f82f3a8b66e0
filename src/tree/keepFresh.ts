import { window, type TreeView } from 'vscode';
import { AutoRefresh, type Renewable } from './autoRefresh';
import type { Waking, Watcher } from './waking';

/** What keeps a view fresh. */
export interface Freshness {
  /** Keeps `model` fresh from now on, which the view shows; undefined where it shows nothing. */
  show(model: Renewable | undefined): void;
  /** To be called when the interval may be another one. */
  readonly update: () => void;
  dispose(): void;
}

/**
 * Reads what `view` shows again while it is in sight, in the window that is used: from time to time if that is wanted,
 * and once after the computer has slept or, if the service was away, is in another network.
 * @param intervalMs how often to read; 0 for not from time to time
 * @param waking detects sleep and networks, for all views
 */
export function keepFresh(
  view: Pick<TreeView<unknown>, 'visible' | 'onDidChangeVisibility'>,
  intervalMs: () => number,
  waking: Waking,
): Freshness {
  let shown: Renewable | undefined;
  const isInSight = (): boolean => view.visible && window.state.focused;
  const auto = new AutoRefresh(intervalMs, isInSight);
  const refresh = (): void => {
    void auto.refresh();
  };
  const watcher: Watcher = {
    isVisible: () => view.visible,
    isInSight,
    onWake: refresh,
    onAddress: () => {
      if (shown?.isFailing === true) refresh();
    },
  };
  waking.add(watcher);
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
      waking.remove(watcher);
      for (const subscription of [...subscriptions, auto]) subscription.dispose();
    },
  };
}
