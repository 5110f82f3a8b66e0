import { onTestFinished, vi } from 'vitest';
import { window, type LogOutputChannel } from 'vscode';
import { registerFleet } from '../../../src/fleet';
import type { FleetHeader, PageTab } from '../../../src/fleet/messages';
import { FleetTab } from '../../../src/fleet/fleetTab';
import { onDidChangeSettings, readSetting } from '../../../src/connections/settings';
import { AutoRefresh } from '../../../src/tree/autoRefresh';
import type { FleetReader } from '../../../src/reads/fleetReader';
import type { ScriptedOptions } from '../../support/demo/service';
import { fakeChanges } from '../../support/fakeChanges';
import { extensionUri, fakeInventories, type FakePanel } from '../../support/fakePanel';
import { start } from './support';
import { createdPanels } from '../support/createdPanels';
import { dialogs } from '../support/dialogs';
import { eventually } from '../support/eventually';

/** The fleet overview of an inventory, which is not open. */
export function tabOf(reader: FleetReader | undefined) {
  const panels = createdPanels();
  const sources = fakeInventories(reader);
  const log = { debug: vi.fn() };
  const changes = fakeChanges(reader?.inventory.session.keyIdentity);
  const autoRefresh = new AutoRefresh(() => readSetting('autoRefreshSeconds') * 1000);
  const settings = onDidChangeSettings(autoRefresh.update);
  const tab = new FleetTab({
    inventories: sources,
    changes,
    autoRefresh,
    context: { extensionUri },
    log: log as unknown as LogOutputChannel,
  });
  onTestFinished(() => {
    for (const part of [tab, settings, autoRefresh]) part.dispose();
  });
  return { tab, sources, changes, panels, log };
}

/** The fleet overview as the extension registers it. */
export function registered(reader: FleetReader | undefined) {
  Object.assign(window, { registerWebviewPanelSerializer: () => ({ dispose: () => undefined }) });
  const panels = createdPanels();
  const { executed } = dialogs();
  const feature = registerFleet({
    inventories: fakeInventories(reader),
    changes: fakeChanges(reader?.inventory.session.keyIdentity),
    autoRefresh: new AutoRefresh(() => 0),
    context: { extensionUri },
    log: {} as Parameters<typeof registerFleet>[0]['log'],
  });
  onTestFinished(() => {
    for (const part of feature.disposables) part.dispose();
  });
  return { feature, panels, executed };
}

/** The page of a demo service in a new tab, whose page is not loaded yet. */
export async function opened(options: Partial<ScriptedOptions> = {}, page: PageTab = 'overview') {
  const fleet = await start({ projects: 3, ...options });
  const opening = tabOf(fleet.reader);
  opening.tab.open(page);
  const [panel] = opening.panels;
  if (panel === undefined) throw new Error('No panel was created.');
  return { ...fleet, ...opening, panel };
}

/** The last header that the page received, once it satisfies a condition. */
export async function header(
  panel: FakePanel,
  condition: (header: FleetHeader) => boolean,
): Promise<FleetHeader> {
  return eventually(() => {
    const last = panel.fleets.at(-1);
    if (last === undefined || !condition(last.header)) throw new Error('It has not been received.');
    return last.header;
  });
}

export const hasRead = ({ readAt, reading }: FleetHeader): boolean =>
  readAt !== undefined && reading === undefined;

/** Whether it is known why clusters have failed, too. */
export const hasExplained = (header: FleetHeader): boolean => hasRead(header) && header.causeRequests === 0;
