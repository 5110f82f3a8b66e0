import { ServiceError } from './errors';
import { createHttp, type Endpoint, type HttpOptions } from './http';
import type { PageAnswer } from './pages';
import { createSchedule } from './schedule';
import * as clusters from './resources/cluster';
import * as machines from './resources/machine';
import * as projects from './resources/project';
import * as teams from './resources/team';
import type { ZodMiniType, output } from 'zod/mini';

/**
 * The service, one method per operation. Every method throws nothing but {@link ServiceError} and gives up when its
 * signal is aborted.
 */
export interface ServiceClient {
  listProjects(query: projects.ProjectQuery, signal?: AbortSignal): Promise<PageAnswer<projects.Project>>;
  readCluster(uid: string, projectUid: string | undefined, signal?: AbortSignal): Promise<clusters.Cluster>;
  readCloudConfig(
    configUid: string,
    projectUid: string | undefined,
    signal?: AbortSignal,
  ): Promise<clusters.CloudConfig>;
  listMachines(pool: machines.PoolRef, signal?: AbortSignal): Promise<readonly machines.Machine[]>;
  listTeamResourceRoles(teamUid: string, signal?: AbortSignal): Promise<readonly teams.ResourceRole[]>;
  removeTeamResourceRole(teamUid: string, resourceRoleUid: string, signal?: AbortSignal): Promise<void>;
}

/** A client for the service at `options.baseUrl`, with a queue of its own. */
export function createServiceClient(options: HttpOptions): ServiceClient {
  const http = createHttp(options);
  const schedule = createSchedule();

  const send = async <Answer extends ZodMiniType>(
    endpoint: Endpoint<Answer>,
    signal: AbortSignal | undefined,
  ): Promise<output<Answer>> => {
    try {
      return await schedule(() => http(endpoint, signal), signal);
    } catch (error) {
      // The queue's own word for a task that was aborted before it began.
      if (signal?.aborted === true && !(error instanceof ServiceError)) {
        throw new ServiceError({ kind: 'cancelled', operation: endpoint.operation });
      }
      throw error;
    }
  };

  return {
    async listProjects(query, signal) {
      const { items, listmeta } = await send(projects.listProjects(query), signal);
      return { items, total: listmeta?.count, continue: listmeta?.continue };
    },
    readCluster: (uid, projectUid, signal) => send(clusters.readCluster(uid, projectUid), signal),
    readCloudConfig: (configUid, projectUid, signal) =>
      send(clusters.readCloudConfig(configUid, projectUid), signal),
    async listMachines(pool, signal) {
      return (await send(machines.listMachines(pool), signal)).items;
    },
    async listTeamResourceRoles(teamUid, signal) {
      return (await send(teams.listTeamResourceRoles(teamUid), signal)).resourceRoles ?? [];
    },
    removeTeamResourceRole: (teamUid, resourceRoleUid, signal) =>
      send(teams.removeTeamResourceRole(teamUid, resourceRoleUid), signal),
  };
}
