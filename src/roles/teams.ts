import { isServiceError } from '../service/errors';
import { Pages, type PageAnswer } from '../service/pages';
import type { CallOptions } from '../service/schedule';
import type { ServiceClient } from '../service/client';
import type { Reference } from '../service/readers';
import type { Project } from '../service/resources/project';
import type * as resource from '../service/resources/team';

/** A team, as far as it is known. If the user typed the uid, it has no name. */
export interface Team {
  readonly uid: string;
  readonly name?: string | undefined;
  /** The team as the service lists it; undefined if only a project names it. */
  readonly resource?: resource.Team | undefined;
}

/** Where the teams are read from. */
export interface TeamsSource {
  client(): Promise<Pick<ServiceClient, 'listTeams'>>;
  projects(): Promise<Pages<Project>>;
}

export interface TeamListing {
  readonly pages: Pages<Team>;
  /** If the service does not list teams: how many projects were read for theirs. */
  readonly gatheredFrom: { readonly loaded: number; readonly total: number | undefined } | undefined;
}

/**
 * Lists the teams of the service, or else those that its projects name. Then each page of projects is one of teams, which
 * may be empty.
 */
export function listTeams(source: TeamsSource): TeamListing {
  let projects: Pages<Project> | undefined;
  let gatheredFrom: TeamListing['gatheredFrom'];
  let pageCount = 0;
  const gather = async (from: Pages<Project>, options: CallOptions): Promise<PageAnswer<Team>> => {
    const { value: page } = await from.next(options);
    const items = page?.items ?? [];
    projects = from;
    gatheredFrom = { loaded: (gatheredFrom?.loaded ?? 0) + items.length, total: page?.total };
    pageCount++;
    return {
      items: items.flatMap(({ specSummary }) => teamsIn(specSummary?.teams)),
      // A token for each page. Only `projects` knows the real ones.
      continue: from.done ? undefined : String(pageCount),
      cut: from.cut,
    };
  };
  const pages = new Pages<Team>(async (token, options = {}) => {
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
      return gatheredFrom;
    },
  };
}

function teamOf(team: resource.Team): readonly Team[] {
  return teamsIn([team.metadata ?? {}]).map((known) => ({ ...known, resource: team }));
}

/** The teams that have a uid. */
export function teamsIn(references: readonly Reference[] = []): readonly Team[] {
  return references.flatMap(({ uid, name }) => (uid === undefined || uid === '' ? [] : [{ uid, name }]));
}
