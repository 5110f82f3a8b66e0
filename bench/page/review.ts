import type { GrantRow, ReviewHeader, ToReviewPage } from '../../src/review/messages';

const roles = [
  'Resource Cluster Admin',
  'Resource Cluster Editor',
  'Resource Cluster Viewer',
  'Project Viewer',
];
const kinds = ['tenant', 'project', 'workspace', 'resource'] as const;
const permissions = ['cluster.get', 'cluster.update', 'cluster.delete', 'machine.get'];

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

const projects = numbers(128).map((index) => ({ id: `project-${index}`, name: `project-${index}` }));

const header: ReviewHeader = {
  connection: { name: 'bench', host: 'service.example' },
  scope: 'all teams',
  progress: { announcement: '1,000 teams: 4,010 requests, 5 min', state: 'done', done: 4010, total: 4010 },
  coverage: "1,000 of 1,000 teams · users' own roles not read · workspaces not offered",
  readAt: 1_700_000_000_000,
  canReadUsers: true,
  hasConsole: true,
  toRemove: 0,
  answer: undefined,
  permissions,
};

/** The message with a whole review, of teams with five grants each. */
export function reviewMessage(grants: number): ToReviewPage {
  return { type: 'review', header, isWhole: true, changed: numbers(grants).map(grant), removed: [] };
}

function grant(index: number): GrantRow {
  const team = Math.floor(index / 5);
  const kind = kinds[index % 4] ?? 'resource';
  const isKnown = index % 3 === 0;
  const { id, name } = projects[index % projects.length] ?? { id: '', name: '' };
  return {
    id: `grant-${index}`,
    who: { kind: 'team', id: `team-${team}`, name: `Team ${team}`, members: 1 + (team % 20) },
    kind,
    role: roles[index % roles.length] ?? '',
    allows: index % 7 === 0 ? 'not read' : 'change and delete clusters · view machines',
    permissions: index % 7 === 0 ? undefined : permissions.slice(index % 4),
    reach: `${name}, ${name}-2 · filter pci-dss: 4 of 9 clusters`,
    projectNames: kind === 'tenant' ? 'all' : [id],
    findings:
      index % 4 === 0
        ? [
            { finding: 'memberNeverSignedIn', isKnown, text: `User ${team % 20} never signed in` },
            { finding: 'reachesAllClusters', isKnown: true, text: `Reaches all clusters: ${name}` },
          ]
        : [],
    isRemovable: kind === 'resource',
    choice: 'none',
    note: '',
    outcome: undefined,
    isGone: undefined,
    change: undefined,
    decidedAt: undefined,
    notNow: undefined,
  };
}
