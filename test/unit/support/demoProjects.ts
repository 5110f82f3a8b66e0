import { Inventory } from '../../../src/items/inventory';
import { isResourceRow, kindOf, type ParentRow } from '../../../src/items/kinds';
import { ProjectsModel } from '../../../src/projects/model';
import { requestTime } from '../../../src/service/requestTime';
import type { ScriptedOptions } from '../../support/demo/service';
import { atEnd, connected, sourceOf, type SourceOptions } from './service';

/** The Projects view of a demo service with 12 projects. */
export async function demoProjects(options: Partial<ScriptedOptions> = {}, source: SourceOptions = {}) {
  const { client, service } = await connected({ projects: 12, ...options });
  const model = new ProjectsModel(new Inventory(sourceOf(client, source, service.baseUrl)));
  atEnd(() => {
    model.inventory.dispose();
  });
  const names = async (parent?: ParentRow): Promise<readonly string[]> =>
    (await model.rows.children(parent)).map((row) =>
      isResourceRow(row) ? (kindOf(row).name(row) ?? '') : row.kind,
    );
  /** Reads all clusters, as the fleet overview does. */
  const readClusters = async (): Promise<void> => {
    const time = requestTime();
    await model.inventory.takeClusters((await client.searchClusterMetadata()).items, time, true);
  };
  return { model, service, names, readClusters };
}
