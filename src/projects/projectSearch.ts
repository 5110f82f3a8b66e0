import type { ProjectSearch, ProjectSort } from '../service/resources/project';
import type { SessionState } from '../connections/sessionState';
import { compareSeverities } from '../presentation/severity';
import { severityOf } from '../items/known';
import type { ProjectRow, Row } from '../items/kinds';
import type { ItemStore } from '../items/kinds/kind';

const stateName = 'projectSearch';

export const sortFields: readonly ProjectSort['field'][] = [
  'name',
  'creationTimestamp',
  'lastModifiedTimestamp',
];

/** Which projects are shown, and in which order. */
export interface ShownProjects extends ProjectSearch {
  /** Whether loaded rows that need attention come first, at every level. */
  readonly isUnhealthyFirst?: boolean;
}

/** Which projects of one connection are shown, and in which order. Persists across restarts. */
export class ProjectSearchState {
  #current: ShownProjects;

  constructor(private readonly state: SessionState) {
    this.#current = parseSearch(state.read(stateName));
  }

  get current(): ShownProjects {
    return this.#current;
  }

  async set(search: ShownProjects): Promise<void> {
    this.#current = search;
    await this.state.write(stateName, search);
  }
}

/** The valid parts of a stored search. */
function parseSearch(value: unknown): ShownProjects {
  if (typeof value !== 'object' || value === null) return {};
  const { name, sort, isUnhealthyFirst } = value as {
    readonly name?: unknown;
    readonly sort?: Partial<ProjectSort> | null;
    readonly isUnhealthyFirst?: unknown;
  };
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...(sortFields.some((field) => field === sort?.field) && (sort?.order === 'asc' || sort?.order === 'desc')
      ? { sort: sort as ProjectSort }
      : {}),
    ...(isUnhealthyFirst === true ? { isUnhealthyFirst } : {}),
  };
}

/** Whether the change from one search to the other needs a new request. */
export function isOtherRequest(before: ShownProjects, after: ShownProjects): boolean {
  const requestOf = ({ name = '', sort }: ShownProjects): string => JSON.stringify([name, sort]);
  return requestOf(before) !== requestOf(after);
}

/** Sorts the worst rows first, keeping the order of equally bad ones. Notes stay at the end. */
export function unhealthyFirst(rows: readonly Row[], store: ItemStore): readonly Row[] {
  const items = rows
    .filter((row) => row.kind !== 'note')
    .map((row) => ({ row, severity: severityOf(row, store) }));
  items.sort((one, other) => compareSeverities(one.severity, other.severity));
  return [...items.map(({ row }) => row), ...rows.filter((row) => row.kind === 'note')];
}

/** Filters and sorts projects as the service would. */
export function arrangeProjects(rows: readonly Row[], { name = '', sort }: ProjectSearch): readonly Row[] {
  const wanted = name.toLowerCase();
  const shown = rows
    .filter((row) => row.kind === 'project')
    .filter(({ project }) => (project.metadata?.name ?? '').toLowerCase().includes(wanted));
  return sort === undefined ? shown : shown.sort(comparison(sort));
}

function comparison({ field, order }: ProjectSort): (one: ProjectRow, other: ProjectRow) => number {
  const direction = order === 'asc' ? 1 : -1;
  const names = new Intl.Collator('en', { sensitivity: 'base' });
  return ({ project: one }, { project: other }) =>
    direction *
    (field === 'name'
      ? names.compare(one.metadata?.name ?? '', other.metadata?.name ?? '')
      : (one.metadata?.[field] ?? 0) - (other.metadata?.[field] ?? 0));
}
