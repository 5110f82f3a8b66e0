import type { ToPage } from '../../src/fleet/messages';
import type { ToReviewPage } from '../../src/review/messages';
import { encode } from '../../src/webPage/messages';

// Runs in the page that is measured.

declare global {
  interface Window {
    /** Resolves when the page has painted what a message without clusters says. */
    show(message: ToPage): Promise<void>;
    /** Milliseconds from the message to the painted rows, and to the tiles above them. */
    timeToRows(message: ToPage | ToReviewPage): Promise<number>;
    /** Milliseconds from the change of the filter to the painted rows, for each text. */
    timesToFilter(texts: readonly string[]): Promise<readonly number[]>;
    /** Milliseconds of the longest turn, also of painting, during and after each message. */
    longestTurns(messages: readonly ToPage[]): Promise<readonly number[]>;
    /** Milliseconds from the click on each tab to what it shows. */
    timesToTab(names: readonly string[]): Promise<readonly number[]>;
    /** Milliseconds from one frame to the next while the table is scrolled. */
    frameTimes(frames: number): Promise<readonly number[]>;
  }
}

window.show = async (message) => {
  window.postMessage(encode(message), '*');
  while (document.querySelector('.tiles') === null) await nextTask();
  await painted();
};

window.timeToRows = async (message) => {
  const bytes = encode(message);
  const started = performance.now();
  window.postMessage(bytes, '*');
  while (document.querySelector('.grid .row') === null) await nextTask();
  await painted();
  return performance.now() - started;
};

window.timesToFilter = async (texts) => {
  const search = document.querySelector('.query input, .search');
  const times: number[] = [];
  for (const value of texts) {
    if (search) Object.assign(search, { value });
    const started = performance.now();
    search?.dispatchEvent(new Event('input'));
    await painted();
    times.push(performance.now() - started);
  }
  return times;
};

window.longestTurns = (messages) =>
  each(messages, async (message) => {
    let last = performance.now();
    let longest = 0;
    let isDone = false;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      if (!isDone) port2.postMessage(undefined);
    };
    port2.postMessage(undefined);
    window.postMessage(encode(message), '*');
    await new Promise((resolve) => setTimeout(resolve, 500));
    isDone = true;
    return longest;
  });

window.timesToTab = (names) =>
  each(names, async (name) => {
    const started = performance.now();
    document.getElementById(`tab-${name}`)?.click();
    await painted();
    return performance.now() - started;
  });

async function each<Value>(
  values: readonly Value[],
  measure: (value: Value) => Promise<number>,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (const value of values) times.push(await measure(value));
  return times;
}

window.frameTimes = async (frames) => {
  const table = document.querySelector('.grid');
  const times: number[] = [];
  let last = await nextFrame();
  for (let frame = 0; frame < frames; frame++) {
    // Six rows a frame are about 360 rows a second.
    table?.scrollBy(0, 144);
    const now = await nextFrame();
    times.push(now - last);
    last = now;
  }
  return times;
};

function nextFrame(): Promise<number> {
  return new Promise(requestAnimationFrame);
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

/** Resolves right after a frame is painted, before timers that the page has set meanwhile. */
async function painted(): Promise<void> {
  await nextFrame();
  await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(undefined);
  });
}
