import type { ProjectSearch, ProjectSort } from '../service/resources/project';
import type { SessionState } from '../connections/sessionState';
import type { ProjectRow, Row } from './rows';

const stateName = 'projectSearch';

export const sortFields: readonly ProjectSort['field'][] = [
  'name',
  'creationTimestamp',
  'lastModifiedTimestamp',
];

/** Which projects of one connection are shown, and in which order. It is kept between starts. */
export class ProjectSearchState {
  #current: ProjectSearch;

  constructor(private readonly state: SessionState) {
    this.#current = parseSearch(state.read(stateName));
  }

  get current(): ProjectSearch {
    return this.#current;
  }

  async set(search: ProjectSearch): Promise<void> {
    this.#current = search;
    await this.state.write(stateName, search);
  }
}

/** The valid parts of a stored search. */
function parseSearch(value: unknown): ProjectSearch {
  if (typeof value !== 'object' || value === null) return {};
  const { name, sort } = value as { readonly name?: unknown; readonly sort?: Partial<ProjectSort> | null };
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...(sortFields.some((field) => field === sort?.field) && (sort?.order === 'asc' || sort?.order === 'desc')
      ? { sort: sort as ProjectSort }
      : {}),
  };
}

/** Filters and sorts the rows of projects like a service that can. */
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
