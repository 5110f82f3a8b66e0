import { isServiceError } from '../service/errors';
import { Pages, type PageAnswer } from '../service/pages';
import type { CallOptions } from '../service/schedule';
import type { ServiceClient } from '../service/client';
import type { Reference } from '../service/readers';
import type { Project } from '../service/resources/project';
import type * as resource from '../service/resources/team';

/** A team, as far as it is known: one that a person typed the uid of has no name. */
export interface Team {
  readonly uid: string;
  readonly name?: string | undefined;
  /** What the service says about the team itself; undefined where only others mention it. */
  readonly resource?: resource.Team | undefined;
}

/** What the teams are read from. */
export interface TeamsSource {
  client(): Promise<Pick<ServiceClient, 'listTeams'>>;
  projects(): Promise<Pages<Project>>;
}

/** The teams of a service, page by page, and where they come from. */
export interface TeamListing {
  readonly pages: Pages<Team>;
  /** Where teams are not listed: the projects that those here work in, as far as they are read. */
  readonly gatheredFrom: { readonly loaded: number; readonly total: number | undefined } | undefined;
}

/**
 * The teams that the service lists, else those that its projects name. A page of teams that are gathered may have none:
 * it is that of a page of projects.
 */
export function listTeams(source: TeamsSource): TeamListing {
  let projects: Pages<Project> | undefined;
  let loaded = 0;
  let total: number | undefined;
  let pageCount = 0;
  const gather = async (
    from: Pages<Project>,
    options: CallOptions | undefined,
  ): Promise<PageAnswer<Team>> => {
    const { value: page } = await from.next(options);
    projects = from;
    loaded += page?.items.length ?? 0;
    total = page?.total;
    pageCount++;
    return {
      items: (page?.items ?? []).flatMap(teamsOf),
      // Pages needs another token for each page; only `projects` knows the real ones.
      continue: from.done ? undefined : String(pageCount),
      cut: from.cut,
    };
  };
  const pages = new Pages<Team>(async (token, options) => {
    // A list that began with one of the two goes on with it.
    if (projects !== undefined) return gather(projects, options);
    const client = await source.client();
    try {
      const { items, ...rest } = await client.listTeams(token, options);
      return { items: items.flatMap(teamOf), ...rest };
    } catch (error) {
      if (token !== undefined || !isServiceError(error, 'unsupported', 'forbidden')) throw error;
      return gather(await source.projects(), options);
    }
  });
  return {
    pages,
    get gatheredFrom() {
      return projects === undefined ? undefined : { loaded, total };
    },
  };
}

function teamOf(team: resource.Team): readonly Team[] {
  return teamsIn([{ uid: team.metadata?.uid, name: team.metadata?.name }]).map((known) => ({
    ...known,
    resource: team,
  }));
}

/** The teams of a project that have a uid to be asked for by. */
export function teamsOf(project: Project): readonly Team[] {
  return teamsIn(project.specSummary?.teams);
}

/** Those of `references` that have a uid to be asked for by. */
export function teamsIn(references: readonly Reference[] = []): readonly Team[] {
  return references.flatMap(({ uid, name }) => (uid === undefined || uid === '' ? [] : [{ uid, name }]));
}
