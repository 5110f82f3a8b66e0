import { EventEmitter, type Disposable } from 'vscode';
import { onDidChangeSettings, settings } from '../connections/settings';
import { AutoRefresh, type Refreshable, type RefreshedView } from '../tree/autoRefresh';

/** Refreshes what an editor tab shows at the interval of auto-refresh, while the user can see it. */
export class VisibleRefresh implements Disposable {
  readonly #onDidChangeVisibility = new EventEmitter<{ readonly visible: boolean }>();
  readonly #autoRefresh = new AutoRefresh(() => settings.autoRefreshMs);
  readonly #refreshed: RefreshedView;
  readonly #subscription = onDidChangeSettings(this.#autoRefresh.update);

  constructor(private readonly isVisible: () => boolean) {
    this.#refreshed = this.#autoRefresh.register({
      get visible() {
        return isVisible();
      },
      onDidChangeVisibility: this.#onDidChangeVisibility.event,
    });
  }

  /** Refreshes `shown` from now on, which is about to be read; undefined for nothing. */
  show(shown: Refreshable | undefined): void {
    this.#refreshed.show(shown);
  }

  /** Call this when the visibility may have changed. */
  update(): void {
    this.#onDidChangeVisibility.fire({ visible: this.isVisible() });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#autoRefresh.dispose();
    this.#onDidChangeVisibility.dispose();
  }
}
