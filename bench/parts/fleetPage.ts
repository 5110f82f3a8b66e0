import { chromium } from '@playwright/test';
import { chromiumArguments, findChromium } from '../../test/vscode/browser';
import { measurement, type Part } from '../measure';
import { beginnings, call, openPage } from '../openPage';
import { fleetMessage } from '../page/fleet';

const runs = 9;

/** Texts that a user types letter by letter. */
const typed = ['cluster-12', '10.0.12.3', 'node not', 'state:failed,unhealthy -cause:node'];

/** The page of the fleet overview in Chromium, without VS Code: each time in a new page, whose code V8 has not compiled. */
const fleetPage: Part = async () => {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  try {
    const many = fleetMessage(128, 2000, 0);
    const withMachines = fleetMessage(128, 1000, 10);
    const none = fleetMessage(0, 0, 0);
    const cells: number[] = [];
    const atOnce: number[] = [];
    const filters: number[] = [];
    const frames: number[] = [];
    for (let run = 0; run < runs; run++) {
      const early = await openPage(browser, 'fleet');
      await early.evaluate(call('show', none));
      cells.push(await early.evaluate<number>(call('timeToCells', { ...many, isWhole: false })));
      await early.close();
      const late = await openPage(browser, 'fleet');
      atOnce.push(await late.evaluate<number>(call('timeToCells', many)));
      await late.close();
      const second = await openPage(browser, 'fleet');
      await second.evaluate(call('timeToCells', withMachines));
      await second.waitForSelector('.grid .row');
      filters.push(...(await second.evaluate<number[]>(call('timesToFilter', typed.flatMap(beginnings)))));
      await second.evaluate(call('timesToFilter', ['']));
      frames.push(...(await second.evaluate<number[]>(call('frameTimes', 100))));
      await second.close();
    }
    return [
      // The service usually responds after the page is loaded.
      measurement('fleet page: from the message to the cells of 2,000 clusters', 'ms', cells),
      measurement('fleet page: the same, if the page is loaded after the response', 'ms', atOnce),
      measurement(
        'fleet page: filtering 10,000 machines, each letter to the painted rows',
        'ms',
        filters,
        50,
      ),
      measurement('fleet page: frame while scrolling 10,000 machines', 'ms', frames, 17),
    ];
  } finally {
    await browser.close();
  }
};

export default fleetPage;
