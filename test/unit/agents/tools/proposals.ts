import type { ProposalOutcome } from '../../../../src/agents/tools/proposeRoleRemoval';
import type { TeamRole } from '../../../../src/access/resourceRoles';
import type { ScriptedOptions } from '../../../support/demo/service';
import { rolesForAgents } from '../../roles/support/forAgents';
import { deedsOf, small } from '../../roles/support/roles';
import { dialogs, type Answers } from '../../support/dialogs';
import { startTools } from '../support';

export const tool = 'poolview_propose_role_removal';

interface Proposed {
  readonly decision: ProposalOutcome['decision'];
  readonly outcome?: string;
  readonly reason?: string;
  readonly canRestore?: boolean;
}

/** The user confirms removals. */
export const confirm: Answers = (message) => (message.startsWith('Remove "') ? 'Remove Role' : undefined);

/** The tools of a demo service, the Team Roles view, and a user who answers its dialogs. */
export async function startProposals(
  answers: Answers = () => undefined,
  options: Partial<ScriptedOptions> = {},
) {
  const { roles, removals, activate, journals } = await rolesForAgents();
  const started = await startTools({ ...small, ...options }, { roles });
  const [team, otherTeam] = started.service.fleet.directory.teams;
  const [role, otherRole] = team?.resourceRoles ?? [];
  if (team === undefined || otherTeam === undefined || role === undefined || otherRole === undefined) {
    throw new Error('The demo service has too few roles');
  }
  const [roleOfOther] = otherTeam.resourceRoles;
  if (roleOfOther === undefined) throw new Error('The demo service has too few roles');
  /** A role of another team, as a row of the view has it. */
  const otherTeamRole: TeamRole = {
    team: otherTeam,
    role: { ...roleOfOther, content: roleOfOther },
    isListed: true,
  };
  const deeds = deedsOf(started.service.fleet.directory.teams);
  const changes = () => started.service.requests.filter(({ method }) => !['GET', 'POST'].includes(method));
  const propose = (roleUid = role.uid, { teamUid = team.uid, signal = new AbortController().signal } = {}) =>
    started.call<Proposed>(tool, { teamUid, roleUid }, { signal });
  const journal = () => journals.of(started.fleet.session.connection);
  const active = activate(started.fleet.session);
  return {
    ...started,
    ...dialogs(answers),
    removals,
    active,
    team,
    otherTeam,
    role,
    otherRole,
    otherTeamRole,
    deeds,
    changes,
    propose,
    journal,
  };
}
