import { l10n } from 'vscode';
import type { ServiceClient } from '../../service/client';
import { isServiceError, type ServiceFailure } from '../../service/errors';
import { permissions, type Operation, type CallOptions } from '../../service/operations';
import { pageSize, type PageAnswer } from '../../service/pages';
import { listAllProjects } from '../../service/projectListing';
import type { Project } from '../../service/resources/project';

/** What became of an operation. */
export interface Attempt<Result = unknown> {
  readonly result?: Result;
  /** From sending the request: how long the response took or, of a failure, how long it was waited for. */
  readonly ms?: number;
  readonly failure?: ServiceFailure;
  /** Why it was not tried. */
  readonly untried?: string;
  /** Whether the check ended before. */
  readonly isLate?: true;
}

/** There is nothing to ask for. The message says so to users. */
class NothingFound extends Error {}

/** How long each response may take, in milliseconds. */
const timeoutMs = 5000;

/** Calls an operation with these arguments and options, unless the arguments are rejected. */
type Ask = <Args extends readonly unknown[], Result>(
  send: (...all: [...Args, CallOptions]) => Promise<Result>,
  args: Readonly<Args> | Promise<Readonly<Args>>,
) => Promise<Attempt<Result>>;

/**
 * Sends each operation that reads once, for the first item that was found, also if the service refused it before.
 * @param signal ends the check: what was not answered by then counts as not tried
 */
export function checkConnection(client: ServiceClient, signal: AbortSignal) {
  const { refusals } = client;
  refusals.forget();
  // This is remembered for days.
  refusals.forget('listProjects');
  const ask: Ask = async (send, args) => {
    let sentAt = Infinity;
    const onLeave = () => void (sentAt = performance.now());
    const ms = (): number => performance.now() - sentAt;
    try {
      const result = await send(...(await args), { signal, isSentOnce: true, timeoutMs, onLeave });
      return { result, ms: ms() };
    } catch (error) {
      if (error instanceof NothingFound) return { untried: error.message };
      if (!isServiceError(error)) throw error;
      if (error.kind !== 'cancelled') return { failure: error.failure, ms: ms() };
      const isUnsent = sentAt === Infinity;
      const untried = isUnsent ? l10n.t('not sent in time') : l10n.t('not answered before the check ended');
      return { untried, isLate: true };
    }
  };
  const pages = listAllProjects(client, refusals, { limit: pageSize });
  const page = ask((options: CallOptions) => pages.next(options), []);
  const projects = page.then(({ result }) => result?.value?.items);
  return {
    listProjects: [l10n.t('projects'), page],
    ...readItems(client, ask, projects),
    ...readAccess(client, ask),
    addTeamResourceRole: [l10n.t('restoring resource roles'), notTried('addTeamResourceRole')],
    removeTeamResourceRole: [l10n.t('removing resource roles'), notTried('removeTeamResourceRole')],
  } as const satisfies Readonly<Record<Operation, readonly [purpose: string, attempt: Promise<Attempt>]>>;
}

function notTried(operation: Operation): Promise<Attempt> {
  return Promise.resolve({ untried: l10n.t('would change something, needs {0}', permissions[operation]) });
}

/** Projects and clusters, what is in one of them, and what happened. */
function readItems(client: ServiceClient, ask: Ask, projects: Promise<readonly Project[] | undefined>) {
  const searchClusters = ask(client.searchClusters, [{}]);
  const none = l10n.t('no cluster was found');
  const cluster = Promise.all([searchClusters, projects]).then(([{ result }, all]) => {
    // Others may lack what is read.
    const found = result?.items.find(({ status }) => status?.state === 'Running') ?? result?.items[0];
    const project = all?.find(({ status }) => status?.usage?.clusters?.[0]?.uid);
    const first = found?.metadata ?? project?.status?.usage?.clusters?.[0];
    const uid = textOrNone(first?.uid, none, result ?? all);
    const { cloudConfig, projectMeta = project?.metadata } = found?.specSummary ?? {};
    return { uid, projectUid: projectMeta?.uid, cloudConfig };
  });
  const uids = cluster.then(({ uid, projectUid }) => [uid, projectUid] as const);
  const readCluster = ask(client.readCluster, uids);
  const config = Promise.all([cluster, readCluster]).then(([{ cloudConfig, projectUid }, { result }]) => {
    const cloudType = textOrNone(cloudConfig?.cloudType ?? result?.spec?.cloudType, none, result);
    const configUid = textOrNone(cloudConfig?.uid ?? result?.spec?.cloudConfigRef?.uid, none, result);
    return [{ cloudType, configUid, projectUid }] as const;
  });
  const readCloudConfig = ask(client.readCloudConfig, config);
  const pool = Promise.all([config, readCloudConfig]).then(([[ref], { result }]) => {
    const named = result?.spec?.machinePoolConfig?.find(({ name }) => name);
    return [
      { ...ref, poolName: textOrNone(named?.name, l10n.t('no machine pool was found'), result) },
    ] as const;
  });
  const listPendingRepaves = ask(client.listPendingRepaves, [undefined]);
  const waiting = listPendingRepaves.then(({ result }) => {
    const { metadata, specSummary } = result?.items[0] ?? {};
    const uid = textOrNone(metadata?.uid, l10n.t('no cluster waits for approval'), result);
    return [uid, specSummary?.projectMeta?.uid] as const;
  });
  const [startTime, endTime] = [Date.now() - 3_600_000, Date.now()];
  const hour = { start: startTime, end: endTime, period: 60 };
  const measured = uids.then(([clusterUid, projectUid]) => [{ clusterUid, projectUid, ...hour }] as const);
  return {
    listProjectUids: [l10n.t('which projects no longer exist'), ask(client.listProjectUids, [])],
    searchClusters: [l10n.t('state, health and pools of clusters'), searchClusters],
    searchClusterMetadata: [l10n.t('all clusters with one request'), ask(client.searchClusterMetadata, [])],
    readCluster: [l10n.t("clusters that search doesn't find"), readCluster],
    readCloudConfig: [l10n.t('machine pools'), readCloudConfig],
    listMachines: [l10n.t('machines'), ask(client.listMachines, pool)],
    listEvents: [l10n.t('events in timelines'), ask(client.listEvents, [{ projectUid: undefined }])],
    listAudits: [l10n.t('who changed something'), ask(client.listAudits, [{ startTime, endTime }])],
    readClusterOverview: [l10n.t('packs that have failed'), ask(client.readClusterOverview, uids)],
    listPendingRepaves: [l10n.t('clusters awaiting approval'), listPendingRepaves],
    readRepave: [l10n.t('why a cluster waits for approval'), ask(client.readRepave, waiting)],
    readCertificates: [l10n.t('when certificates expire'), ask(client.readCertificates, uids)],
    listMachineMetrics: [l10n.t('CPU, memory and disk in hovers'), ask(client.listMachineMetrics, measured)],
  } as const;
}

/** Teams, users, roles and filters, and what one of each has. */
function readAccess(client: ServiceClient, ask: Ask) {
  const listTeams = ask(client.listTeams, [undefined]);
  const listUserActivity = ask(client.listUserActivity, []);
  const listRoles = ask(client.listRoles, [undefined]);
  const listFilters = ask(client.listFilters, [undefined]);
  const team = firstIn(listTeams, l10n.t('no team was found'));
  const holder = team.then(([uid]) => [{ kind: 'team', uid }] as const);
  const user = firstIn(listUserActivity, l10n.t('no user was found'));
  const role = firstIn(listRoles, l10n.t('no role was found'));
  const filter = firstIn(listFilters, l10n.t('no filter was found'));
  return {
    listTeams: [l10n.t('all teams'), listTeams],
    listTeamResourceRoles: [l10n.t('resource roles of teams'), ask(client.listTeamResourceRoles, team)],
    listTenantRoles: [l10n.t('tenant roles in "Who can…?"'), ask(client.listTenantRoles, holder)],
    listProjectRoles: [l10n.t('project roles in "Who can…?"'), ask(client.listProjectRoles, holder)],
    listWorkspaceRoles: [l10n.t('workspace roles in "Who can…?"'), ask(client.listWorkspaceRoles, holder)],
    listUserResourceRoles: [l10n.t('own roles of users'), ask(client.listUserResourceRoles, user)],
    listRoles: [l10n.t('what roles allow'), listRoles],
    readRole: [l10n.t('what a role allows'), ask(client.readRole, role)],
    listFilters: [l10n.t('names of filters'), listFilters],
    readTagFilter: [l10n.t('which clusters a filter matches'), ask(client.readTagFilter, filter)],
    listUserNames: [l10n.t('users in "Who can…?", and their names'), ask(client.listUserNames, [])],
    listUserActivity: [l10n.t('when users last signed in'), listUserActivity],
    readOwnUser: [l10n.t('who decided, in reports of reviews'), ask(client.readOwnUser, [])],
    listApiKeys: [l10n.t('when your API keys end'), ask(client.listApiKeys, [])],
  } as const;
}

type ListResult = PageAnswer<{ readonly metadata?: { readonly uid?: string | undefined } | undefined }>;

async function firstIn(page: Promise<Attempt<ListResult>>, none: string): Promise<readonly [string]> {
  const { result } = await page;
  return [textOrNone(result?.items[0]?.metadata?.uid, none, result)];
}

/** @param none what to say if `source`, which was read, lacks it */
function textOrNone(text: string | undefined, none: string, source: object | undefined): string {
  if (text === undefined || text === '')
    throw new NothingFound(source === undefined ? l10n.t('what it needs was not read') : none);
  return text;
}
