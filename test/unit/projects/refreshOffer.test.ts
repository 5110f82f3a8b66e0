import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { window, workspace } from 'vscode';
import { RefreshOffer } from '../../../src/projects/refreshOffer';
import { memory } from '../../support/memory';
import { dialogs } from '../support/dialogs';
import { clearSettings, writeSetting } from '../support/vscode';

const minuteMs = 60_000;
const interval = (): unknown => workspace.getConfiguration('poolview').get('autoRefreshSeconds');

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  clearSettings();
});

/** Refreshes a connection after each of the pauses. @returns whether the offer was shown, for each refresh */
async function refreshes(offer: RefreshOffer, shown: readonly string[], pausesMs: number[], name = 'Acme') {
  const offered: boolean[] = [];
  for (const pause of pausesMs) {
    vi.advanceTimersByTime(pause);
    const before = shown.length;
    await offer.onRefresh(name);
    offered.push(shown.length > before);
  }
  return offered;
}

it('is shown with the third refresh within ten minutes, not a millisecond later', async () => {
  const { shown, buttons } = dialogs();
  const late = new RefreshOffer(memory().globalState);
  expect(await refreshes(late, shown, [0, 1, 10 * minuteMs])).toEqual([false, false, false]);
  const inTime = new RefreshOffer(memory().globalState);
  expect(await refreshes(inTime, shown, [0, 1, 10 * minuteMs - 1])).toEqual([false, false, true]);
  expect(shown).toEqual(['Refresh what you see every 60 seconds?']);
  expect(buttons).toEqual([['Turn On', "Don't Ask Again"]]);
});

it('counts each connection by itself', async () => {
  const { shown } = dialogs();
  const offer = new RefreshOffer(memory().globalState);
  await refreshes(offer, shown, [0, 0], 'Acme');
  expect(await refreshes(offer, shown, [0, 0], 'Beta')).toEqual([false, false]);
  expect(await refreshes(offer, shown, [0], 'Acme')).toEqual([true]);
});

it.each(["Don't Ask Again", undefined])('is never shown again after %s', async (answer) => {
  const { shown } = dialogs(() => answer);
  const state = memory().globalState;
  expect(await refreshes(new RefreshOffer(state), shown, [0, 0, 0, 0])).toEqual([false, false, true, false]);
  expect(await refreshes(new RefreshOffer(state), shown, [0, 0, 0, 0])).not.toContain(true);
  expect(interval()).toBeUndefined();
});

it('turns on automatic refresh, and says so', async () => {
  const { shown } = dialogs(() => 'Turn On');
  const said = vi.spyOn(window, 'setStatusBarMessage');
  await refreshes(new RefreshOffer(memory().globalState), shown, [0, 0, 0]);
  expect(interval()).toBe(60);
  expect(said).toHaveBeenCalledWith('Poolview: refreshes every 60 seconds', 5000);
});

it('is not shown to a user who has turned it on', async () => {
  const { shown } = dialogs();
  writeSetting('poolview.autoRefreshSeconds', 300);
  expect(await refreshes(new RefreshOffer(memory().globalState), shown, [0, 0, 0])).not.toContain(true);
});
