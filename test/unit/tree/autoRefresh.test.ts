import { syncBuiltinESMExports } from 'node:module';
import os, { type NetworkInterfaceInfo } from 'node:os';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AutoRefresh } from '../../../src/tree/autoRefresh';
import { EventEmitter, focusWindow } from '../support/vscode';

const second = 1000;
const minute = 60 * second;

beforeEach(() => {
  vi.useFakeTimers();
  addresses('10.0.0.1');
});

const started: AutoRefresh[] = [];

afterEach(async () => {
  for (const autoRefresh of started.splice(0)) autoRefresh.dispose();
  focusWindow(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

function addresses(...all: readonly string[]): void {
  const list = [
    { address: '127.0.0.1', internal: true },
    ...all.map((address) => ({ address, internal: false })),
  ];
  vi.spyOn(os, 'networkInterfaces').mockReturnValue({ eth0: list as NetworkInterfaceInfo[] });
  syncBuiltinESMExports();
}

/** Starts refreshing a view; records the times of its refreshes in seconds. */
function start({ interval = 30 * second, isVisible = true, hidden = false } = {}) {
  const begin = Date.now();
  const visibility = new EventEmitter<{ visible: boolean }>();
  const view = { visible: isVisible, onDidChangeVisibility: visibility.event };
  const times: number[] = [];
  const model = {
    isFailing: false as boolean,
    /** How long a refresh takes. */
    takes: 0,
    aborted: 0,
    refreshInBackground: async (signal: AbortSignal): Promise<boolean> => {
      times.push(Math.round((Date.now() - begin) / second));
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, model.takes);
        signal.addEventListener('abort', () => {
          model.aborted++;
          clearTimeout(timer);
          resolve();
        });
      });
      return !model.isFailing;
    },
  };
  const settings = { interval, hidden };
  const autoRefresh = new AutoRefresh(() => settings.interval);
  started.push(autoRefresh);
  const refreshed = autoRefresh.register(view, () => settings.hidden);
  refreshed.show(model);
  const show = (visible: boolean): void => {
    view.visible = visible;
    visibility.fire({ visible });
  };
  /** Advances the time, and returns the times of the refreshes meanwhile. */
  const after = async (milliseconds: number): Promise<readonly number[]> => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    return times.splice(0);
  };
  /** Sets the clock ahead without running timers, as after sleep; or back. */
  const sleep = (milliseconds: number): void => {
    vi.setSystemTime(Date.now() + milliseconds);
  };
  return { autoRefresh, refreshed, model, settings, show, after, sleep };
}

describe('a visible view', () => {
  it('is refreshed at each interval, counted from the end of the last refresh', async () => {
    const { autoRefresh, model, after } = start();
    model.takes = 5 * second;
    expect(await after(2 * minute)).toEqual([30, 65, 100]);
    autoRefresh.dispose();
    expect(model.aborted).toBe(0);
    expect(await after(60 * minute)).toEqual([]);
  });

  it('follows a changed interval at once, and is not refreshed if the interval is 0', async () => {
    const { autoRefresh, settings, after } = start({ interval: 10 * minute });
    expect(await after(20 * second)).toEqual([]);
    settings.interval = 30 * second;
    autoRefresh.update();
    expect(await after(25 * second)).toEqual([30]);
    settings.interval = 10 * second;
    autoRefresh.update();
    expect(await after(15 * second)).toEqual([45, 55]);
    settings.interval = 0;
    autoRefresh.update();
    expect(await after(60 * minute)).toEqual([]);
  });

  it('is refreshed in time although the clock was set back', async () => {
    const { after, sleep } = start();
    sleep(-60 * minute);
    expect(await after(30 * second)).toHaveLength(1);
    sleep(-60 * minute);
    expect(await after(65 * second)).toHaveLength(2);
  });

  it('is refreshed less and less often while it fails, and normally once it works [guarantee: auto-refresh]', async () => {
    const { model, after } = start();
    model.isFailing = true;
    expect(await after(32 * minute)).toEqual([30, 90, 210, 450, 930, 1530]);
    model.isFailing = false;
    expect((await after(8 * minute)).slice(0, 4)).toEqual([2130, 2160, 2190, 2220]);
  });

  it('is refreshed again after a delay if an unexpected error occurred', async () => {
    const { autoRefresh, refreshed } = start();
    const refreshInBackground = vi
      .fn()
      .mockRejectedValueOnce(new Error('not foreseen'))
      .mockResolvedValue(true);
    refreshed.show({ refreshInBackground, isFailing: false });
    await expect(refreshed.read()).rejects.toThrow('not foreseen');
    await vi.advanceTimersByTimeAsync(59 * second);
    expect(refreshInBackground).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2 * second);
    expect(refreshInBackground).toHaveBeenCalledTimes(2);
    autoRefresh.dispose();
  });

  it('is never refreshed more often than the interval, even if it fails', async () => {
    const { model, after } = start({ interval: 20 * minute });
    model.isFailing = true;
    expect(await after(61 * minute)).toEqual([1200, 2400, 3600]);
  });
});

describe('a hidden view', () => {
  it.each([
    [
      'hidden',
      ({ show }: ReturnType<typeof start>, isInSight: boolean) => {
        show(isInSight);
      },
    ],
    [
      'in a window that is not used',
      (_: ReturnType<typeof start>, isInSight: boolean) => {
        focusWindow(isInSight);
      },
    ],
  ])(
    'is not refreshed while it is %s, and is refreshed once when shown again if due [guarantee: auto-refresh]',
    async (_, turn) => {
      const the = start();
      expect(await the.after(35 * second)).toEqual([30]);
      turn(the, false);
      expect(await the.after(60 * minute)).toEqual([]);
      turn(the, true);
      expect(await the.after(20 * second)).toEqual([3635]);
      turn(the, false);
      turn(the, true);
      expect(await the.after(15 * second)).toEqual([3665]);
    },
  );

  it('cancels its refresh, which does not count as a failure', async () => {
    const { autoRefresh, model, show, after } = start();
    model.isFailing = true;
    model.takes = 10 * second;
    expect(await after(31 * second)).toEqual([30]);
    show(false);
    expect(model.aborted).toBe(1);
    // A view that is shown again is refreshed at once, not at the next interval.
    show(true);
    expect(await after(second)).toEqual([31]);
    autoRefresh.dispose();
    expect(model.aborted).toBe(2);
  });

  it('switches connections without refreshing, and cancels the previous refresh', async () => {
    const { refreshed, model, after } = start();
    model.takes = minute;
    await after(31 * second);
    const other = vi.fn(() => Promise.resolve(true));
    refreshed.show({ isFailing: false, refreshInBackground: other });
    expect(model.aborted).toBe(1);
    expect(await after(29 * second)).toEqual([]);
    expect(other).toHaveBeenCalledTimes(0);
    await after(second);
    expect(other).toHaveBeenCalledTimes(1);
    refreshed.show(undefined);
    await after(60 * minute);
    expect(other).toHaveBeenCalledTimes(1);
  });
});

describe('a view that is also refreshed while hidden', () => {
  it('is refreshed at the same interval as a visible one', async () => {
    const { show, after } = start({ isVisible: false, hidden: true });
    expect(await after(125 * second)).toEqual([30, 60, 90, 120]);
    focusWindow(false);
    show(true);
    show(false);
    expect(await after(minute)).toEqual([150, 180]);
  });

  it('goes on with its refresh when it gets hidden', async () => {
    const { model, show, after } = start({ hidden: true });
    model.takes = 10 * second;
    expect(await after(31 * second)).toEqual([30]);
    show(false);
    focusWindow(false);
    expect(await after(40 * second)).toEqual([70]);
    expect(model.aborted).toBe(0);
  });

  it('stops when the setting is turned off, which cancels its refresh', async () => {
    const { autoRefresh, model, settings, after } = start({ isVisible: false, hidden: true });
    model.takes = 10 * second;
    expect(await after(31 * second)).toEqual([30]);
    settings.hidden = false;
    autoRefresh.update();
    expect(model.aborted).toBe(1);
    expect(await after(60 * minute)).toEqual([]);
    settings.hidden = true;
    autoRefresh.update();
    expect(await after(15 * second)).toHaveLength(1);
  });

  it('is not refreshed while the interval is 0, but after sleep and network changes', async () => {
    const { model, after, sleep } = start({ interval: 0, isVisible: false, hidden: true });
    expect(await after(60 * minute)).toEqual([]);
    sleep(60 * minute);
    expect(await after(minute)).toHaveLength(1);
    model.isFailing = true;
    addresses('10.0.0.1', '192.168.1.7');
    expect(await after(minute)).toHaveLength(1);
  });

  it('does not make other views refresh while they are hidden', async () => {
    const { autoRefresh, after } = start({ isVisible: false, hidden: true });
    const refreshInBackground = vi.fn(() => Promise.resolve(true));
    const view = { visible: false, onDidChangeVisibility: new EventEmitter<{ visible: boolean }>().event };
    autoRefresh.register(view).show({ isFailing: false, refreshInBackground });
    expect(await after(125 * second)).toHaveLength(4);
    expect(refreshInBackground).not.toHaveBeenCalled();
  });
});

describe('after sleep', () => {
  it('the view is refreshed once, even if automatic refresh is off', async () => {
    const { after, sleep } = start({ interval: 0 });
    expect(await after(minute)).toEqual([]);
    sleep(60 * minute);
    expect(await after(minute)).toHaveLength(1);
  });

  it('the view is refreshed once, even if a refresh was due anyway', async () => {
    const { after, sleep } = start({ interval: 2 * minute });
    await after(minute);
    sleep(60 * minute);
    expect(await after(90 * second)).toHaveLength(1);
  });

  it('the view is refreshed when the window gets focus, if the screen was locked', async () => {
    const { after, sleep } = start({ interval: 0 });
    focusWindow(false);
    sleep(60 * minute);
    expect(await after(minute)).toEqual([]);
    focusWindow(true);
    expect(await after(minute)).toHaveLength(1);
  });

  it('the refresh is not canceled by changes of focus or settings', async () => {
    const { autoRefresh, model, after, sleep } = start({ interval: 0 });
    model.takes = 10 * second;
    sleep(60 * minute);
    expect(await after(6 * second)).toHaveLength(1);
    autoRefresh.update();
    focusWindow(true);
    expect(model.aborted).toBe(0);
    await after(minute);
  });
});

describe('the timer', () => {
  it('is shared by all views, and runs only while one of them is visible', () => {
    const autoRefresh = new AutoRefresh(() => 0);
    started.push(autoRefresh);
    const views = [0, 1].map(() => {
      const visibility = new EventEmitter<{ visible: boolean }>();
      const view = { visible: false, onDidChangeVisibility: visibility.event };
      autoRefresh.register(view);
      return (visible: boolean): void => {
        view.visible = visible;
        visibility.fire(view);
      };
    });
    const counts = [vi.getTimerCount()];
    for (const [place, visible] of [
      [0, true],
      [1, true],
      [0, false],
      [1, false],
    ] as const) {
      views[place]?.(visible);
      counts.push(vi.getTimerCount());
    }
    expect(counts).toEqual([0, 1, 1, 1, 0]);
  });

  it('does not mistake the time that a view was hidden for sleep', async () => {
    const { show, after } = start({ interval: 0 });
    show(false);
    await after(60 * minute);
    show(true);
    expect(await after(minute)).toEqual([]);
  });
});

describe('a network change', () => {
  it('refreshes a failing view once', async () => {
    const { model, after } = start({ interval: 0 });
    addresses('10.0.0.1', '192.168.1.7');
    expect(await after(minute)).toEqual([]);
    model.isFailing = true;
    addresses('10.0.0.1');
    expect(await after(minute)).toEqual([]);
    addresses('10.0.0.1', 'fe80::1');
    expect(await after(minute)).toHaveLength(1);
  });

  it('refreshes a failing view that was hidden once it is shown again', async () => {
    const { model, show, after } = start({ interval: 0 });
    model.isFailing = true;
    show(false);
    addresses('172.16.0.9');
    expect(await after(minute)).toEqual([]);
    show(true);
    expect(await after(minute)).toHaveLength(1);
  });
});
