import { FleetReader } from '../../../src/reads/fleetReader';
import type { ItemKind } from '../../../src/items/kinds/levels';
import { Inventory } from '../../../src/items/inventory';
import { ProjectsModel } from '../../../src/projects/model';
import type { ServiceClient } from '../../../src/service/client';
import type { Schedule } from '../../../src/service/schedule';
import type { ScriptedOptions } from '../../support/demo/service';
import { atEnd, connected, sourceOf, unhurried } from '../support/service';

/** The reader of the fleet of a client, with the rows of a Projects view. */
export function readerOf(client: ServiceClient, baseUrl: string) {
  const fleet = new Inventory(sourceOf(client, {}, baseUrl));
  const model = new ProjectsModel(fleet);
  let changes = 0;
  const reader = new FleetReader(fleet);
  reader.onDidChange(() => changes++);
  atEnd(() => {
    model.inventory.dispose();
  });
  const of = (kind: ItemKind) => fleet.items().filter((item) => item.kind === kind);
  return { reader, fleet, model, of, changes: () => changes };
}

/** A reader of the fleet of a demo service. */
export async function start(
  options: Partial<ScriptedOptions> = {},
  schedule: Schedule | undefined = unhurried(),
) {
  const { service, client, records } = await connected({ projects: 60, ...options }, {}, schedule);
  /** How often each operation was requested since the last call. */
  const asked = (): Readonly<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (const { operation = 'unknown' } of service.requests)
      counts[operation] = (counts[operation] ?? 0) + 1;
    service.clearRequests();
    return counts;
  };
  const clusters = () => service.fleet.projects.flatMap((project) => project.clusters);
  return { service, client, records, asked, clusters, ...readerOf(client, service.baseUrl) };
}
