import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { window } from 'vscode';
import type { Step } from '../../../../src/demo/server';
import { ChangeLogs } from '../../../../src/items/changes/changeLogs';
import { Notifier } from '../../../../src/events/changes/notifier';
import { Inventory } from '../../../../src/items/inventory';
import { ProjectsModel } from '../../../../src/projects/model';
import { isParentRow, isResourceRow, shownName, type ParentRow } from '../../../../src/items/kinds';
import { atEnd, connected, sourceOf, unhurried } from '../../support/service';
import { clearSettings, EventEmitter, writeSetting } from '../../support/vscode';

const minute = 60_000;
const workers = { cluster: 'payments-uk', pool: 'workers' };
const activity: readonly Step[] = [
  { minute: 1.5, ...workers, machines: [1, 2], situation: 'diskPressure' },
  { minute: 2.5, ...workers, machines: [1, 2], situation: 'running' },
];

// Responses of the service are real, and need no time.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.parse('2026-11-22T09:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  clearSettings();
});

it('tells each refresh of the Projects view what began and what ended, once', async () => {
  writeSetting('poolview.notify', 'problems');
  const warn = vi.spyOn(window, 'showWarningMessage');
  const inform = vi.spyOn(window, 'showInformationMessage');
  const { service, client } = await connected({ projects: 2, activity }, {}, unhurried());
  const fleet = new Inventory(sourceOf(client, {}, service.baseUrl));
  const model = new ProjectsModel(fleet);
  const sources = { active: fleet, onDidChangeActive: new EventEmitter<void>().event };
  const changes = new ChangeLogs(sources);
  const notifier = new Notifier(sources, changes, () => false);
  atEnd(() => {
    notifier.dispose();
    changes.dispose();
    fleet.dispose();
  });
  await expand(model, ['payments', 'payments-uk', 'workers']);
  const refresh = async (): Promise<readonly unknown[]> => {
    warn.mockClear();
    inform.mockClear();
    vi.advanceTimersByTime(minute);
    await model.inventory.refresh();
    return [...warn.mock.calls, ...inform.mock.calls].map(([text]) => text);
  };
  expect(await refresh()).toEqual([]);
  expect(await refresh()).toEqual(['2 machines in payments-uk need attention: DiskPressure.']);
  expect(await refresh()).toEqual(['2 machines in payments-uk no longer need attention: Healthy.']);
  expect(await refresh()).toEqual([]);
});

async function expand(model: ProjectsModel, names: readonly string[], parent?: ParentRow): Promise<void> {
  for (const row of await model.store.children(parent)) {
    if (!isResourceRow(row) || !isParentRow(row) || !names.includes(shownName(row))) continue;
    model.store.setExpanded(row, true);
    await expand(model, names, row);
  }
}
