import type { ProjectSearch, ProjectSort } from '../service/resources/project';
import type { SessionState } from '../connections/sessionState';
import type { Node, ProjectNode } from './nodes';

const stateName = 'projectSearch';

export const sortFields: readonly ProjectSort['field'][] = [
  'name',
  'creationTimestamp',
  'lastModifiedTimestamp',
];

/** Which projects of one connection are shown, and in which order: kept between starts. */
export class ProjectSearchState {
  #current: ProjectSearch;

  constructor(private readonly state: SessionState) {
    this.#current = parseSearch(state.read(stateName));
  }

  get current(): ProjectSearch {
    return this.#current;
  }

  async keep(search: ProjectSearch): Promise<void> {
    this.#current = search;
    await this.state.write(stateName, search);
  }
}

/** A search as it was kept; nothing but the parts that make sense. */
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

/** Filters and sorts the rows of projects as the service does that can; once for each list and search. */
export function arranging(): typeof arrangeProjects {
  let last: { nodes: readonly Node[]; search: ProjectSearch; arranged: readonly Node[] } | undefined;
  return (nodes, search) => {
    if (last?.nodes !== nodes || last.search !== search) {
      last = { nodes, search, arranged: arrangeProjects(nodes, search) };
    }
    return last.arranged;
  };
}

function arrangeProjects(nodes: readonly Node[], { name = '', sort }: ProjectSearch): readonly Node[] {
  const wanted = name.toLowerCase();
  const shown = nodes
    .filter((node) => node.kind === 'project')
    .filter(({ project }) => (project.metadata?.name ?? '').toLowerCase().includes(wanted));
  return sort === undefined ? shown : shown.sort(comparison(sort));
}

function comparison({ field, order }: ProjectSort): (one: ProjectNode, other: ProjectNode) => number {
  const direction = order === 'asc' ? 1 : -1;
  const names = new Intl.Collator('en', { sensitivity: 'base' });
  return ({ project: one }, { project: other }) =>
    direction *
    (field === 'name'
      ? names.compare(one.metadata?.name ?? '', other.metadata?.name ?? '')
      : (one.metadata?.[field] ?? 0) - (other.metadata?.[field] ?? 0));
}
