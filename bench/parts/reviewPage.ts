import { chromium } from '@playwright/test';
import { findChromium, chromiumArguments } from '../../test/vscode/browser';
import { measurement, type Part } from '../measure';
import { beginnings, call, openPage } from '../openPage';
import { reviewMessage } from '../page/review';

const runs = 9;

/** Texts that a user types letter by letter. */
const typed = ['team 12', 'pci-dss delete', 'never signed', 'no such thing'];

/** The page of the access review in Chromium, without VS Code: each time in a new page, whose code V8 has not compiled. */
const reviewPage: Part = async () => {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  try {
    const rows: number[] = [];
    const filters: number[] = [];
    const frames: number[] = [];
    for (let run = 0; run < runs; run++) {
      const page = await openPage(browser, 'review');
      rows.push(await page.evaluate<number>(call('timeToRows', reviewMessage(5000))));
      filters.push(...(await page.evaluate<number[]>(call('timesToFilter', typed.flatMap(beginnings)))));
      await page.evaluate(call('timesToFilter', ['']));
      frames.push(...(await page.evaluate<number[]>(call('frameTimes', 100))));
      await page.close();
    }
    return [
      measurement('review page: from the message to the rows of 5,000 grants', 'ms', rows),
      measurement('review page: filtering 5,000 grants, each letter to the painted rows', 'ms', filters, 50),
      measurement('review page: frame while scrolling 5,000 grants', 'ms', frames, 17),
    ];
  } finally {
    await browser.close();
  }
};

export default reviewPage;
