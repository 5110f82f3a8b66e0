import { expect, it } from 'vitest';
import { showDemoMenu } from '../../../src/demo/demoMenu';
import { dialogs } from '../support/dialogs';
import { nextQuickPick } from '../support/quickPick';

it('the menu of the demo runs only what the user chooses', async () => {
  const { executed } = dialogs();
  const list = nextQuickPick();
  const showing = showDemoMenu();
  expect(list.items.map(({ label }) => label)).toEqual([
    'Open Fleet Overview',
    'Connect to a Service…',
    'Leave the Demo',
  ]);
  expect(executed).toEqual([]);
  list.choose(...list.items.slice(2));
  await showing;
  expect(executed).toEqual([['poolview.disconnect']]);
});

it('closing the menu of the demo does nothing', async () => {
  const { executed } = dialogs();
  const list = nextQuickPick();
  const showing = showDemoMenu();
  list.hidden.fire();
  await showing;
  expect(executed).toEqual([]);
});
