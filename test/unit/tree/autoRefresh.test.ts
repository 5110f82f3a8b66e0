import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AutoRefresh } from '../../../src/tree/autoRefresh';
import { EventEmitter, focusWindow } from '../support/vscode';

vi.mock('node:os', async (original) => ({ ...(await original<object>()), networkInterfaces: vi.fn() }));

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
});

function addresses(...all: readonly string[]): void {
  const list = [
    { address: '127.0.0.1', internal: true },
    ...all.map((address) => ({ address, internal: false })),
  ];
  vi.mocked(networkInterfaces).mockReturnValue({ eth0: list as NetworkInterfaceInfo[] });
}

/** A view that is read again, and when it is, in seconds. */
function start({ interval = 30 * second, isVisible = true } = {}) {
  const begin = Date.now();
  const visibility = new EventEmitter<{ visible: boolean }>();
  const view = { visible: isVisible, onDidChangeVisibility: visibility.event };
  const times: number[] = [];
  const model = {
    isFailing: false as boolean,
    /** How long a renewal takes. */
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
  const settings = { interval };
  const autoRefresh = new AutoRefresh(() => settings.interval);
  started.push(autoRefresh);
  const refreshed = autoRefresh.register(view);
  refreshed.show(model);
  const show = (visible: boolean): void => {
    view.visible = visible;
    visibility.fire({ visible });
  };
  /** When it was read in the time that goes by now. */
  const after = async (milliseconds: number): Promise<readonly number[]> => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    return times.splice(0);
  };
  /** The clock goes on, and nothing else does. */
  const sleep = (milliseconds: number): void => {
    vi.setSystemTime(Date.now() + milliseconds);
  };
  return { autoRefresh, refreshed, model, settings, show, after, sleep };
}

describe('a view in sight', () => {
  it('is read again after each interval, counted from the end of the last time', async () => {
    const { autoRefresh, model, after } = start();
    model.takes = 5 * second;
    expect(await after(2 * minute)).toEqual([30, 65, 100]);
    autoRefresh.dispose();
    expect(model.aborted).toBe(0);
    expect(await after(60 * minute)).toEqual([]);
  });

  it('follows another interval at once, and is never read with 0', async () => {
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

  it('is read less and less often while it fails, and as before once it works', async () => {
    const { model, after } = start();
    model.isFailing = true;
    expect(await after(32 * minute)).toEqual([30, 90, 210, 450, 930, 1530]);
    model.isFailing = false;
    expect((await after(8 * minute)).slice(0, 4)).toEqual([2130, 2160, 2190, 2220]);
  });

  it('is read after a pause where something broke that nobody foresaw', async () => {
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

  it('is read after an interval that is longer than the longest pause, however it fails', async () => {
    const { model, after } = start({ interval: 20 * minute });
    model.isFailing = true;
    expect(await after(61 * minute)).toEqual([1200, 2400, 3600]);
  });
});

describe('a view out of sight', () => {
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
  ])('is not read while it is %s, and once when it is back, if it is time', async (_, turn) => {
    const the = start();
    expect(await the.after(35 * second)).toEqual([30]);
    turn(the, false);
    expect(await the.after(60 * minute)).toEqual([]);
    turn(the, true);
    expect(await the.after(20 * second)).toEqual([3635]);
    turn(the, false);
    turn(the, true);
    expect(await the.after(15 * second)).toEqual([3665]);
  });

  it('ends what is being read, which counts for nothing', async () => {
    const { autoRefresh, model, show, after } = start();
    model.isFailing = true;
    model.takes = 10 * second;
    expect(await after(31 * second)).toEqual([30]);
    show(false);
    expect(model.aborted).toBe(1);
    // Whoever is back at once does not wait for another interval, let alone a longer one.
    show(true);
    expect(await after(second)).toEqual([31]);
    autoRefresh.dispose();
    expect(model.aborted).toBe(2);
  });

  it('shows another connection without reading it, and ends the reading of the one before', async () => {
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

describe('a computer that slept', () => {
  it('has the view read once, even where it is not read from time to time', async () => {
    const { after, sleep } = start({ interval: 0 });
    expect(await after(minute)).toEqual([]);
    sleep(60 * minute);
    expect(await after(minute)).toHaveLength(1);
  });

  it('has it read once where that is due as well', async () => {
    const { after, sleep } = start({ interval: 2 * minute });
    await after(minute);
    sleep(60 * minute);
    expect(await after(90 * second)).toHaveLength(1);
  });

  it('has it read when somebody looks, where the screen was locked meanwhile', async () => {
    const { after, sleep } = start({ interval: 0 });
    focusWindow(false);
    sleep(60 * minute);
    expect(await after(minute)).toEqual([]);
    focusWindow(true);
    expect(await after(minute)).toHaveLength(1);
  });

  it('is not ended by what else happens to the window or the settings', async () => {
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
  it('is one for all views, and runs only while one of them is visible', () => {
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

  it('takes no time that a view was hidden for sleep', async () => {
    const { show, after } = start({ interval: 0 });
    show(false);
    await after(60 * minute);
    show(true);
    expect(await after(minute)).toEqual([]);
  });
});

describe('a network', () => {
  it('that is another one has the view read where something fails, once', async () => {
    const { model, after } = start({ interval: 0 });
    addresses('10.0.0.1', '192.168.1.7');
    expect(await after(minute)).toEqual([]);
    model.isFailing = true;
    addresses('10.0.0.1');
    expect(await after(minute)).toEqual([]);
    addresses('10.0.0.1', 'fe80::1');
    expect(await after(minute)).toHaveLength(1);
  });

  it('that came while nobody looked is noticed when somebody does', async () => {
    const { model, show, after } = start({ interval: 0 });
    model.isFailing = true;
    show(false);
    addresses('172.16.0.9');
    expect(await after(minute)).toEqual([]);
    show(true);
    expect(await after(minute)).toHaveLength(1);
  });
});
