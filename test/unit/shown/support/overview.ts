import type { FleetHeader } from '../../../../src/fleet/messages';
import type { ScriptedOptions } from '../../../support/demo/service';
import { opened, hasExplained } from '../../fleet/openedTab';
import { eventually } from '../../support/eventually';
import { loadPage } from '../../support/shownPage';

type Opened = Awaited<ReturnType<typeof opened>>;

/** The fleet overview of a demo service, with its page. @param prepare what happens before the page is loaded */
export async function openOverview(
  options: Partial<ScriptedOptions> = {},
  prepare: (fleet: Opened) => unknown = () => undefined,
) {
  const fleet = await opened(options);
  await prepare(fleet);
  const { panel } = fleet;
  const page = await loadPage(panel, 'fleet');
  /** Waits until the page shows something. */
  const until = async (isShown: (header: FleetHeader) => boolean = hasExplained): Promise<void> => {
    await eventually(() => {
      const header = panel.fleets.at(-1)?.header;
      if (header === undefined || !isShown(header)) throw new Error('It is not shown.');
    });
    await page.drawn();
  };
  await until();
  return { ...fleet, page, until };
}
