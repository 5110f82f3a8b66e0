import { Ranking } from '../../src/find/search';
import { withoutLimits } from '../../test/support/withoutLimits';
import { measurement, repeated, timeOf, type Measurement, type Part } from '../measure';
import { withService } from '../service';
import { View } from '../view';

/** Lines that a user types letter by letter: a name, an address, a UID, terms, and a text that matches nothing. */
const typed = ['payments-eu-workers', '10.0.12.3', '66f0a1', 'state:failed env:prod', 'no such thing'];

/** As many items as Go to… shows. */
const mostItems = 100;

/** Go to… with 10,000 projects and 50,000 machines: the time to open it, and the time for each letter. */
const find: Part = async () => {
  const measurements: Measurement[] = [];
  const shape = { clustersPerProject: { exactly: 1 }, poolsPerCluster: { exactly: 10 } };
  await withService({ ...shape, projects: 10_000, machinesPerPool: { exactly: 5000 } }, async (service) => {
    const view = new View(service.client(withoutLimits));
    const cluster = await view.first(await view.first());
    for (const pool of await view.rows(cluster)) {
      if (pool.kind === 'pool') await view.rows(pool);
    }
    await view.model.store.loadAll(new AbortController().signal, () => undefined);
    const rows = view.model.inventory.rows;
    const machines = rows.filter(({ kind }) => kind === 'machine').length;
    if (machines !== 50_000) throw new Error(`There are ${machines} machines.`);

    const { inventory } = view.model;
    const find = (line: string) => timeOf(() => new Ranking(line, inventory).best(rows, mostItems));
    const opening = await repeated(15, () => timeOf(() => inventory.rows.slice(0, mostItems)));
    const first = await repeated(15, () => find('p'));
    const letters: number[] = [];
    for (let run = 0; run < 15; run++) {
      for (const text of typed) {
        for (let length = 1; length <= text.length; length++) {
          letters.push(await find(text.slice(0, length)));
        }
      }
    }
    const over = '10000 projects and 50000 machines';
    measurements.push(
      measurement(`Go to… over ${over}: opening`, 'ms', opening),
      measurement(`Go to… over ${over}: the first letter`, 'ms', first),
      measurement(`Go to… over ${over}: a letter`, 'ms', letters),
    );
    view.dispose();
  });
  return measurements;
};

export default find;
