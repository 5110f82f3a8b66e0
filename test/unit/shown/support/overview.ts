import { onTestFinished } from 'vitest';
import type { FleetHeader } from '../../../../src/fleet/messages';
import type { ScriptedOptions } from '../../../support/demo/service';
import { opened, hasExplained } from '../../fleet/openedTab';
import { eventually } from '../../support/eventually';
import { DrawnPage } from './page';

type Opened = Awaited<ReturnType<typeof opened>>;

/** The fleet overview of a demo service, with its page. @param prepare what happens before the page is loaded */
export async function openOverview(
  options: Partial<ScriptedOptions> = {},
  prepare: (fleet: Opened) => unknown = () => undefined,
) {
  const fleet = await opened(options);
  await prepare(fleet);
  const { panel } = fleet;
  const page = await DrawnPage.open();
  let header: FleetHeader | undefined;
  /** Passes on what the page and the extension have sent each other, until nothing is left. */
  const pass = async (): Promise<void> => {
    while (page.sent.length + panel.received.length > 0) {
      for (const message of page.sent.splice(0)) panel.send(message);
      for (const message of panel.take()) {
        if (message.type === 'fleet') ({ header } = message);
        await page.receive(message);
      }
    }
  };
  /** Waits until the page shows something. */
  const until = async (isShown: (header: FleetHeader) => boolean = hasExplained): Promise<void> => {
    await eventually(async () => {
      await pass();
      if (header === undefined || !isShown(header)) throw new Error('It is not shown.');
    });
  };
  await until();
  onTestFinished(() => {
    page.sent.length = 0;
  });
  return { ...fleet, page, pass, until };
}
