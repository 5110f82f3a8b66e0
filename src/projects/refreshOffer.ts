import { l10n, window, workspace, type Memento } from 'vscode';
import { readSetting } from '../connections/settings';
import { formatNumber } from '../text/format';

/** In `globalState`: whether the offer was shown. */
const shownName = 'autoRefreshOffered';

const intervalSeconds = 60;

const enoughRefreshes = 3;
const withinMs = 10 * 60 * 1000;

/** Offers automatic refresh to a user who refreshes a connection again and again: once, whatever the answer is. */
export class RefreshOffer {
  /** When each connection was refreshed, by a clock that is never set back. */
  readonly #refreshed = new Map<string, readonly number[]>();

  constructor(private readonly state: Memento) {}

  /** Call this after each refresh by the user. */
  async onRefresh(connection: string): Promise<void> {
    const now = performance.now();
    const before = this.#refreshed.get(connection) ?? [];
    const times = [...before, now].filter((time) => now - time <= withinMs);
    this.#refreshed.set(connection, times);
    if (
      times.length < enoughRefreshes ||
      readSetting('autoRefreshSeconds') * 1000 > 0 ||
      this.state.get(shownName) === true
    )
      return;
    await this.state.update(shownName, true);
    const turnOn = l10n.t('Turn On');
    const choice = await window.showInformationMessage(
      l10n.t('Refresh what you see every {0} seconds?', formatNumber(intervalSeconds)),
      turnOn,
      l10n.t("Don't Ask Again"),
    );
    if (choice === turnOn) await turnOnAutoRefresh();
  }
}

/** Throws if VS Code cannot write the setting. */
export async function turnOnAutoRefresh(): Promise<void> {
  await workspace.getConfiguration('poolview').update('autoRefreshSeconds', intervalSeconds, true);
  window.setStatusBarMessage(
    l10n.t('Poolview: refreshes every {0} seconds', formatNumber(intervalSeconds)),
    5000,
  );
}
