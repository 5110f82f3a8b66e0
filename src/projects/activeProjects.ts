import type { Session } from '../connections/session';
import type { Inventory } from '../items/inventory';
import type { ProjectsModel } from './model';

/** What the commands of the Projects view work on: the active connection and its rows. */
export interface ActiveProjects {
  readonly session: Session;
  readonly model: ProjectsModel;
  readonly fleet: Inventory;
}
