import { describe, expect, it } from 'vitest';
import { goTo } from '../../../src/projects/find/goTo';
import { concurrency } from '../../../src/service/endpointFamily';
import { registered } from '../fleet/openedTab';
import { start } from '../fleet/support';
import { eventually } from '../support/eventually';
import { nextQuickPick } from '../support/quickPick';
import { loadPage } from '../support/shownPage';
import { viewOf } from '../support/treeView';

/** The fleet overview of 60 projects, once nothing is being read any more. @param prepare what the user does before */
async function overview(prepare: (fleet: Awaited<ReturnType<typeof start>>) => unknown = () => undefined) {
  const started = await start({ projects: 60 });
  const { service, reader } = started;
  await prepare(started);
  const { feature, panels } = registered(reader);
  const run = (command: string) => feature.commands?.[command]?.();
  await run('openFleetOverview');
  const page = await loadPage(panels[0] ?? expect.fail(), 'fleet');
  /** The name of the button that begins with a text, once nothing is being read. */
  const button = (start: string): Promise<string> =>
    eventually(() => {
      expect(page.buttons).not.toContain('Cancel');
      return page.buttons.find((name) => name.startsWith(start)) ?? expect.fail(page.buttons.join('; '));
    });
  /** Presses a button, and returns how many requests were sent until all was read. */
  const requestsOf = async (name: string): Promise<number> => {
    service.clearRequests();
    await page.click(name);
    await eventually(() => {
      expect(service.requests).not.toEqual([]);
    });
    await button('Refresh');
    return service.requests.length;
  };
  return { ...started, page, run, button, requestsOf };
}

describe('Read Machines of what the query selects', () => {
  /** What the button says once the query has this term, too. */
  const shownFor = async (term: string) => {
    const the = await overview();
    const all = await the.button('Read Machines of');
    await the.page.type('Query', `is:problem ${term}`);
    const shown = await eventually(async () => {
      const name = await the.button('Read Machines of');
      expect(name).not.toBe(all);
      return name;
    });
    return { ...the, shown };
  };

  it('sends as many requests as it says', async () => {
    const { shown, requestsOf } = await shownFor('project:payments');
    expect(shown).toBe('Read Machines of 1 cluster (4 requests)');
    expect(await requestsOf(shown)).toBe(4);
  });

  it('reads the machines of as many clusters as it says, and of no others', async () => {
    const { page, shown, requestsOf, button } = await shownFor('env:prod');
    const [, clusters = ''] = /^(\d+) of/.exec(page.texts('.status')[0] ?? '') ?? [];
    expect(shown).toMatch(new RegExp(`^Read Machines of ${clusters} clusters \\(\\d+ requests\\)$`));
    await requestsOf(shown);
    await page.type('Query', 'is:problem env:prod kind:cluster');
    await eventually(() => {
      expect(page.texts('.status')).toEqual([expect.stringMatching(new RegExp(`^${clusters} of `))]);
    });
    expect(await button('Read Machines')).toBe('Read Machines…');
    await page.type('Query', '-env:prod kind:machine');
    await eventually(() => {
      expect(page.text).toContain('No results');
    });
  });
});

it('Check Certificates, once it was canceled, says how many requests it sends again', async () => {
  const { page, service, run, button, requestsOf } = await overview();
  service.faults.add({ kind: 'hang', operation: 'readCertificates', times: Infinity });
  const checked = run('checkCertificates');
  const sentFor = () => service.requests.filter(({ operation }) => operation === 'readCertificates');
  // As many as are sent at once: one that arrives after the cancellation would count below.
  await eventually(() => {
    expect(sentFor()).toHaveLength(concurrency);
  });
  await page.click('Cancel');
  await checked;
  service.faults.clear();
  const clusters = service.fleet.projects.flatMap((project) => project.clusters).length;
  expect(await button('Check Certificates')).toBe(`Check Certificates (${clusters} requests)`);
  await requestsOf('Check Certificates');
  expect(sentFor()).toHaveLength(clusters);
});

it('Check Certificates is no next step once all were read, and is still in the menu', async () => {
  const { page, run, button } = await overview();
  await run('checkCertificates');
  const name = await button('Check Certificates');
  expect(page.texts('#menu')[0]).toContain(name);
  expect(page.texts('.foot vscode-button')).toEqual([
    'Copy for Ticket',
    expect.stringMatching(/^Read Machines/),
  ]);
});

it('the overview reads no causes that Go to Item Needing Attention… has read, until the user refreshes', async () => {
  let before: Readonly<Record<string, number>> = {};
  const { asked, button, page } = await overview(async ({ reader, model, asked: askedSince }) => {
    const list = nextQuickPick();
    void goTo(viewOf(() => Promise.resolve(undefined)).view, model, reader, 'is:problem');
    await expect.poll(() => list.busy).toBe(false);
    list.hidden.fire();
    before = askedSince();
  });
  await button('Read Machines');
  expect(before['readClusterOverview']).toBeGreaterThan(10);
  expect(asked()).toEqual({ searchClusterMetadata: 1, listPendingRepaves: 1 });
  await page.click('Refresh');
  await eventually(() => {
    expect(asked()).toHaveProperty('readClusterOverview');
  });
});
