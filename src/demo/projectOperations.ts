import { notFound, ok, type Answer } from './answers';
import type { Fleet } from './fleet/fleet';
import { refer } from './fleet/metadata';
import type { Project } from './fleet/projects';
import type { Pager } from './paging';
import { searchProjects } from './search';
import { parseBody } from './requestBody';
import type { Call, Operations } from './routes';

export function projectOperations(
  fleet: Fleet,
  pager: Pager,
): Operations<'listProjectsGet' | 'listProjectsPost' | 'listProjectNames'> {
  const listProjects = ({ query, projectUid, body }: Call): Answer => {
    const found = searchProjects(projectsInScope(fleet, projectUid), parseBody(body));
    const { items, listmeta } = pager.page(found, query, `${projectUid ?? ''}\n${body}`);
    return ok({ items: items.map((project) => fleet.summarize(project)), listmeta });
  };
  return {
    listProjectsGet: (call) => listProjects({ ...call, body: '' }),
    listProjectsPost: listProjects,
    listProjectNames: () => ok({ items: fleet.projects.map((project) => ({ metadata: refer(project) })) }),
  };
}

/** The project that a request is scoped to, or all projects. */
export function projectsInScope(fleet: Fleet, projectUid: string | undefined): readonly Project[] {
  if (projectUid === undefined) return fleet.projects;
  const project = fleet.findProject(projectUid);
  if (!project) throw notFound('The project');
  return [project];
}
