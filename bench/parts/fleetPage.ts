import { chromium } from '@playwright/test';
import { chromiumArguments, findChromium } from '../../test/vscode/browser';
import type { FleetMessage } from '../../src/fleet/messages';
import { measurement, type Part } from '../measure';
import { beginnings, call, openPage } from '../openPage';
import { fleetMessage } from '../page/fleet';

const runs = 9;

/** Texts that a user types letter by letter. */
const typed = ['cluster-12', '10.0.12.3', 'node not', 'state:failed,unhealthy -cause:node'];

/** Of the page, which a user clicks one after another. */
const shownTabs = ['capacity', 'overview', 'timeline', 'overview', 'capacity', 'timeline', 'overview'];

/** The page of the fleet overview in Chromium, without VS Code: each time in a new page, whose code V8 has not compiled. */
const fleetPage: Part = async () => {
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
  try {
    const many = fleetMessage(128, 2000, 0);
    const withMachines = fleetMessage(128, 2048, 5);
    const [one, clusters] = [oneMachine(withMachines), allClusters(withMachines)];
    const none = fleetMessage(0, 0, 0);
    const rows: number[] = [];
    const atOnce: number[] = [];
    const filters: number[] = [];
    const frames: number[] = [];
    const ofOne: number[] = [];
    const ofClusters: number[] = [];
    const tabs: number[] = [];
    for (let run = 0; run < runs; run++) {
      const early = await openPage(browser, 'fleet');
      await early.evaluate(call('show', none));
      rows.push(await early.evaluate<number>(call('timeToRows', { ...many, isWhole: false })));
      await early.close();
      const late = await openPage(browser, 'fleet');
      atOnce.push(await late.evaluate<number>(call('timeToRows', many)));
      await late.close();
      const second = await openPage(browser, 'fleet');
      await second.evaluate(call('timeToRows', withMachines));
      ofOne.push(...(await second.evaluate<number[]>(call('longestTurns', one))));
      ofClusters.push(...(await second.evaluate<number[]>(call('longestTurns', clusters))));
      tabs.push(...(await second.evaluate<number[]>(call('timesToTab', shownTabs))));
      filters.push(...(await second.evaluate<number[]>(call('timesToFilter', typed.flatMap(beginnings)))));
      await second.evaluate(call('timesToFilter', ['']));
      frames.push(...(await second.evaluate<number[]>(call('frameTimes', 100))));
      await second.close();
    }
    return [
      // The service usually responds after the page is loaded.
      measurement('fleet page: from the message to the tiles and rows of 2,000 clusters', 'ms', rows),
      measurement('fleet page: the same, if the page is loaded after the response', 'ms', atOnce),
      measurement('fleet page: filtering 12,288 rows, each letter to the painted rows', 'ms', filters, 50),
      measurement('fleet page: longest block, 1 of 10,240 machines has changed', 'ms', ofOne, 16),
      measurement('fleet page: longest block, all 2,048 clusters were read again', 'ms', ofClusters, 50),
      measurement('fleet page: another tab, from the click to what it shows', 'ms', tabs, 100),
      measurement('fleet page: frame while scrolling 12,288 rows', 'ms', frames, 17),
    ];
  } finally {
    await browser.close();
  }
};

/** Messages that follow a whole fleet: a machine fails, and then another one. */
function oneMachine(fleet: FleetMessage): readonly FleetMessage[] {
  const machines = fleet.changed.filter(({ kind }) => kind === 'machine').slice(3000, 3006);
  return machines.map((machine) => ({
    ...fleet,
    isWhole: false,
    changed: [{ ...machine, state: 'failed', cause: 'Disk pressure' }],
  }));
}

/** Messages that follow a whole fleet: all of its clusters were read again, and nothing else is new. */
function allClusters(fleet: FleetMessage): readonly FleetMessage[] {
  const clusters = fleet.changed.filter(({ kind }) => kind === 'cluster');
  return [1, 2, 3].map((read) => ({
    ...fleet,
    isWhole: false,
    changed: clusters.map((cluster) => ({ ...cluster, readAt: Date.now() + read })),
  }));
}

export default fleetPage;
