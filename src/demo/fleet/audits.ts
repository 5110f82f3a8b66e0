import { Random } from '../random';
import type { Action } from './actions';
import type { Cluster } from './cluster';
import type { Event } from './events';
import type { ResourceRole } from './grants';
import { incidentsOf, type Incident } from './incidents';
import { refer, uidOf, type Named } from './metadata';
import type { Project } from './projects';
import type { Team } from './teams';
import { upgraderOf } from './upgrades';
import { nameParts, type User } from './users';

const minute = 60_000;
const day = 1_440 * minute;

/** How long entries are kept, before the start of the service. */
const kept = 7 * day;

interface Place extends Named {
  readonly kind: 'spectrocluster' | 'team' | 'project';
  /** Missing if it does not belong to a project. */
  readonly project?: Named;
}

export type AuditEntry = ReturnType<typeof auditEntry>;

/** @param user the one who did it; the service itself if missing */
export function auditEntry(place: Place, action: Action, user: User | undefined, time: number) {
  const { kind, project, ...named } = place;
  const actor = user
    ? {
        actorType: 'user',
        user: { uid: user.uid, emailId: user.emailId, ...nameParts(user), org: 'Example' },
      }
    : { actorType: 'service', serviceName: 'cluster-operator' };
  return {
    metadata: {
      uid: uidOf(`${named.uid}/audit/${time}/${action.message}`),
      creationTimestamp: new Date(time).toISOString(),
    },
    spec: {
      actionMsg: action.message,
      actionType: action.type,
      actor: { ...actor, ...(project && { project: refer(project) }) },
      contentMsg: '',
      userMsg: '',
      resource: { kind, ...refer(named), label: named.name },
    },
  };
}

/** What somebody did to a cluster, by the reason of the event that follows from it. */
const causes: Readonly<Record<string, (event: Event) => Action>> = {
  UpgradeStarted: ({ message }) => ({ type: 'update', message: message.replace('Upgrading', 'Upgraded') }),
  RepavePending: ({ message }) => ({
    type: 'update',
    message: message.replace('Upgrading', 'Upgraded').replace('waits for approval', 'in the cluster profile'),
  }),
  NodeDraining: ({ involvedObject }) => ({
    type: 'action',
    message: `Cordoned machine ${involvedObject.name}`,
  }),
  ClusterProvisioning: () => ({ type: 'create', message: 'Created the cluster' }),
  ClusterDeleting: () => ({ type: 'delete', message: 'Deleted the cluster' }),
};

/** How long before an event its cause was, in milliseconds. */
const delay = 20_000;

const routine: readonly [Action, ...Action[]] = [
  { type: 'activity', message: 'Downloaded the kubeconfig' },
  { type: 'action', message: 'Started a conformance scan' },
  { type: 'update', message: 'Changed the tags' },
  { type: 'update', message: 'Changed the schedule of backups' },
  { type: 'update', message: 'Changed the maintenance window' },
  { type: 'action', message: 'Started a backup' },
  { type: 'activity', message: 'Opened a shell in a pod' },
];

/**
 * The entries of a cluster, in no order: what led to its events, and what changed nothing that is shown.
 * @param count the least and the greatest number of the latter
 */
export function clusterAudits(
  cluster: Cluster,
  project: Project,
  events: readonly Event[],
  users: readonly User[],
  [least, most]: readonly [least: number, most: number],
  started: number,
): readonly AuditEntry[] {
  const place: Place = { kind: 'spectrocluster', ...refer(cluster), project };
  const caused = events.flatMap((event) => {
    const time = Date.parse(event.metadata.creationTimestamp) - delay;
    const action = causes[event.reason]?.(event);
    const incident = incidentsOf(cluster).find(({ cause }) => cause === event.reason && time < started);
    const who = incident ? incident.who : upgraderOf(event);
    const user =
      who === undefined && incident === undefined
        ? someone(users, `${cluster.uid}/${time - started}`)
        : userNamed(who, users);
    return action ? [auditEntry(place, action, user, time)] : [];
  });
  if (cluster.initialState !== 'Running') return caused;
  const random = new Random(`${cluster.uid}/audits`);
  const others = Array.from({ length: random.integer(least, most) }, () => {
    const time = started - Math.round((0.05 + 0.95 * random.next()) * kept);
    const user = random.chance(0.85) ? someone(users, `${cluster.uid}/${time - started}`) : undefined;
    return auditEntry(place, random.pick(routine), user, time);
  });
  return [...caused, ...others];
}

/** What led to an incident of a cluster, unless an event tells it, too. */
export function incidentAudits(
  incident: Incident,
  cluster: Cluster,
  project: Project,
  { teams, users }: { readonly teams: readonly Team[]; readonly users: readonly User[] },
  started: number,
): readonly AuditEntry[] {
  const { cause } = incident;
  if (typeof cause === 'string') return [];
  const { to, before, ...action } = cause;
  const team = typeof to === 'object' && teams.find(({ name }) => name === to.team);
  // It was removed.
  if (typeof to === 'object' && !team) return [];
  const place: Place = team
    ? { kind: 'team', ...refer(team) }
    : to === 'project'
      ? { kind: 'project', ...refer(project), project }
      : { kind: 'spectrocluster', ...refer(cluster), project };
  return [auditEntry(place, action, userNamed(incident.who, users), started - before * minute)];
}

const userNamed = (wanted: string | undefined, users: readonly User[]) =>
  users.find(({ name }) => name === wanted);

/** The entries of a team: some of what it has was given to it lately. */
export function teamAudits(team: Team, users: readonly User[], started: number): readonly AuditEntry[] {
  const random = new Random(`${team.uid}/audits`);
  const place: Place = { kind: 'team', ...refer(team) };
  const actions: readonly Action[] = [
    ...random.sample(team.users, 2).map(({ name }) => update(`Added ${name} to the team`)),
    ...random.sample(team.resourceRoles, 1).map((role) => update(roleMessage('Added', role))),
  ];
  return actions.map((action) => {
    const time = started - Math.round((0.02 + 0.9 * random.next()) * kept);
    return auditEntry(place, action, someone(users, `${team.uid}/${time - started}`), time);
  });
}

/** The entry of adding or removing a resource role of a team. */
export const roleAudit = (
  team: Team,
  verb: 'Added' | 'Removed',
  role: ResourceRole,
  user: User | undefined,
  time: number,
) => auditEntry({ kind: 'team', ...refer(team) }, update(roleMessage(verb, role)), user, time);

export function projectAudits(
  project: Project,
  users: readonly User[],
  started: number,
): readonly AuditEntry[] {
  const random = new Random(`${project.uid}/audits`);
  const time = started - Math.round((0.1 + 0.9 * random.next()) * kept);
  const place: Place = { kind: 'project', ...refer(project), project };
  return [auditEntry(place, update('Changed the description'), someone(users, project.uid), time)];
}

const update = (message: string): Action => ({ type: 'update', message });

const names = (all: readonly Named[]) => all.map(({ name }) => name).join(', ');

/** `Removed the resource role Resource Cluster Admin on payments, ledger with the filter pci-dss` */
function roleMessage(verb: string, { roles, projectUids, filterRefs }: ResourceRole): string {
  const on = projectUids.length === 0 ? '' : ` on ${names(projectUids)}`;
  const filtered = filterRefs.length === 0 ? '' : ` with the filter ${names(filterRefs)}`;
  return `${verb} the resource role ${names(roles)}${on}${filtered}`;
}

function someone(users: readonly User[], key: string): User | undefined {
  const active = users.filter(({ isActive }) => isActive);
  return new Random(key).sample(active, 1)[0];
}
