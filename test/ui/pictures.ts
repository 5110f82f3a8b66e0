import { fromRoot } from '../vscode/paths';
import { connect, expect, test } from './support/service';

test.use({ viewport: { width: 1100, height: 640 } });

test('media/readme.png: from a project to a machine', async ({ workbench, service }) => {
  await connect(workbench, service);
  await workbench.resizeSidebar(470);
  await workbench.expand(workbench.row('payments'));
  await workbench.expand(workbench.row('payments-eu'));
  await workbench.expand(workbench.row('control-plane'));
  await workbench.expand(workbench.row('workers'));
  await expect(workbench.row('workers')).toContainText('11 of 12 healthy');
  await workbench.hover(workbench.row('payments-eu-workers-5'));
  await workbench.page.screenshot({ path: fromRoot('media/readme.png'), animations: 'disabled' });
});
