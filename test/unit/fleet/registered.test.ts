import { expect, it, onTestFinished } from 'vitest';
import { window } from 'vscode';
import { registerFleet } from '../../../src/fleet';
import type { FleetReader } from '../../../src/items/fleet/fleetReader';
import { fakeChanges } from '../../support/fakeChanges';
import { extensionUri, fakeInventories } from '../../support/fakePanel';
import { createdPanels } from '../support/createdPanels';
import { dialogs } from '../support/dialogs';
import { start } from './support';

/** The fleet overview as the extension registers it. */
function registered(reader: FleetReader | undefined) {
  Object.assign(window, { registerWebviewPanelSerializer: () => ({ dispose: () => undefined }) });
  const panels = createdPanels();
  const { executed } = dialogs();
  const feature = registerFleet({
    inventories: fakeInventories(reader),
    changes: fakeChanges(reader?.inventory.session.keyIdentity),
    extensionUri,
    log: {} as Parameters<typeof registerFleet>[0]['log'],
  });
  onTestFinished(() => {
    for (const part of feature.disposables) part.dispose();
  });
  return { feature, panels, executed };
}

it('opens the timeline that is asked for, in the tab of the overview', async () => {
  const { feature, panels } = registered((await start({ projects: 1 })).reader);
  await feature.commands?.['openTimeline']?.({ sources: ['audit'], period: 'week' });
  await feature.commands?.['openTimeline']?.({ period: 'week' });
  const [panel, ...others] = panels;
  expect(others).toEqual([]);
  panel?.send({ type: 'ready' });
  expect(panel?.take()).toMatchObject([
    { type: 'showTab', tab: 'timeline' },
    { type: 'fleet' },
    { type: 'openTimeline', sources: [], period: 'week' },
  ]);
});

it('connects if nothing is connected', async () => {
  const { feature, panels, executed } = registered(undefined);
  await feature.commands?.['openTimeline']?.();
  expect(executed).toEqual([['poolview.connect']]);
  expect(panels).toEqual([]);
});
