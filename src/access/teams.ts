import { l10n } from 'vscode';
import type { Session } from '../connections/session';
import type { ListDetails } from '../items/store/loadedList';
import { isServiceError } from '../service/errors';
import { Pages, type PageAnswer } from '../service/pages';
import type { CallOptions } from '../service/operations';
import type { Reference } from '../service/readers';
import type { Project } from '../service/resources/project';
import { formatProgress } from '../text/format';
import { displayName } from '../text/text';
import type * as resource from '../service/resources/team';

/** A team, as far as it is known. If the user entered its UID, it has no name. */
export interface Team {
  readonly uid: string;
  readonly name?: string | undefined;
  /** The team as listed by the service; undefined if it comes from a project or from the user. */
  readonly resource?: resource.TeamResource | undefined;
}

/** Teams may be gathered from projects. */
export interface TeamListing extends ListDetails {
  readonly pages: Pages<Team>;
}

/**
 * Lists the teams of the service, or those of its projects if it does not list teams. Each page of projects is then a page
 * of teams, which may be empty.
 */
export function teamListing(session: Session): TeamListing {
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
      items: items.flatMap((project) => teamsIn(project.specSummary?.teams)),
      // A placeholder: only `projects` knows the real tokens.
      continue: from.done ? undefined : String(pageCount),
      cut: from.cut,
    };
  };
  const pages = new Pages<Team>(async (token, options = {}) => {
    if (projects !== undefined) return gather(projects, options);
    const client = await session.client();
    try {
      const { items, ...rest } = await client.listTeams(token, options);
      return { items: items.flatMap(teamOf), ...rest };
    } catch (error) {
      if (token !== undefined || !isServiceError(error, 'unsupported', 'forbidden')) throw error;
      return gather(await session.projects(), options);
    }
  });
  return {
    pages,
    get gatheredFrom() {
      return gatheredFrom;
    },
  };
}

function teamOf(team: resource.TeamResource): readonly Team[] {
  return teamsIn([team.metadata ?? {}]).map((known) => ({ ...known, resource: team }));
}

/** The teams that have a UID. */
function teamsIn(references: readonly Reference[] = []): readonly Team[] {
  return references.flatMap(({ uid, name }) => (uid === undefined || uid === '' ? [] : [{ uid, name }]));
}

export function teamName({ name, uid }: Reference): string {
  return displayName(name, uid, '?');
}

/** `50 of 120`, or the progress of the projects if the teams come from them. */
export function progressOfTeams(
  gatheredFrom: TeamListing['gatheredFrom'],
  loaded: number,
  total: number | undefined,
): string {
  return gatheredFrom === undefined
    ? formatProgress(loaded, total)
    : l10n.t('from projects: {0}', formatProgress(gatheredFrom.loaded, gatheredFrom.total));
}
