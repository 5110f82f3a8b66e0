import type { ChangeLogs } from '../items/changes/changeLogs';
import type { EventLists } from '../items/events';
import type { Inventories } from '../items/inventories';
import type { Inventory } from '../items/inventory';
import type { RolesForAgents } from '../roles/forAgents';

/** What the tools read. */
export interface AgentSources {
  readonly inventories: Pick<Inventories, 'active' | 'fleet' | 'onDidChangeActive'>;
  readonly events: Pick<EventLists, 'list'>;
  readonly changes: Pick<ChangeLogs, 'changes' | 'coverage'>;
  /** The teams and roles of a session; undefined if it is not the active one. */
  readonly roles: (session: Inventory['session']) => Promise<AgentRoles | undefined>;
}

/** The teams of one connection and their roles, as the Team Roles view reads them. What is read is shown there. */
export type AgentRoles = Pick<
  RolesForAgents,
  'teams' | 'moreTeams' | 'findTeams' | 'reviewAccess' | 'proposeRemoval'
>;

/** The teams that have been read. */
export type AgentTeams = Awaited<ReturnType<AgentRoles['teams']>>;
export type AgentTeam = AgentTeams['teams'][number];

/** Who has access, as far as it was read. Without mail addresses. */
export type AgentAccess = Awaited<ReturnType<AgentRoles['reviewAccess']>>;

/** What became of a removal that an agent proposed. */
export type ProposalOutcome = Awaited<ReturnType<AgentRoles['proposeRemoval']>>;
