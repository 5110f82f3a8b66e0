import { isServiceError, type ServiceError } from '../service/errors';
import type { Operation, CallOptions } from '../service/operations';
import {
  grantsOf,
  kindsToRead,
  listsOf,
  type Access,
  type Grant,
  type GrantKind,
  type Holder,
} from './access';
import { uidsOf, type AccessList, type AccessReader } from './accessReader';

/** What has to be known to answer. */
export interface Needed {
  /** Those whose grants are read, with what these allow and match. */
  readonly holders: readonly Holder[];
  readonly lists: readonly AccessList[];
  /** Other grants of which it has to be known what they allow and match. */
  readonly grants?: readonly Grant[];
  /** The UIDs of filters that grants which were not read may have. */
  readonly filters?: readonly string[];
}

/** One part of a plan. */
export interface PlanStep {
  /** How many requests it takes. */
  readonly requests: number;
  /** @returns why it failed, or a part of it. @throws ServiceError if it is canceled */
  readonly read: (options: CallOptions) => Promise<ServiceError | undefined>;
}

/**
 * What is still to be read of what is needed: what was not requested after `since`. What was refused is not read again. What grants
 * that are read turn out to have is part of the next plan.
 */
export function accessPlan(
  reader: AccessReader,
  { holders, lists, grants = [], filters = [] }: Needed,
  since: number,
): readonly PlanStep[] {
  const access = reader.at(since);
  const isOpen = (operation: Operation, uid = ''): boolean =>
    reader.isOffered(operation) && !reader.isSettled(operation, uid, since);
  const ofHolders = holders
    .map((holder) => ({ holder, kinds: kindsToRead(listsOf(access, holder)) }))
    .filter(({ kinds }) => kinds.length > 0)
    .map(({ holder, kinds }): PlanStep => {
      // Those that the service refuses take no request.
      const offered = kinds.filter((kind) => reader.isOffered(operationFor(holder, kind), holder.kind));
      const read = async (options: CallOptions) => {
        const all = Object.values(await reader.readGrants(holder, kinds, options));
        return all.map(({ error }) => error).find((error) => error !== undefined);
      };
      return { requests: offered.length, read };
    });
  const known = [...grants, ...grantsOfAll(holders, access)];
  const ofLists = lists
    .filter((list) => isOpen(list))
    .map((list): PlanStep => ({
      requests: reader.requestsFor(list),
      read: (options) => reader.readList(list, since, options),
    }));
  // The list of roles has most of them.
  const roles = lists.includes('listRoles') && isOpen('listRoles') ? [] : uidsOf(known, 'roles');
  const ofRoles = roles
    .filter((uid) => isOpen('readRole', uid))
    .map((uid): PlanStep => ({ requests: 1, read: (options) => reader.readRole(uid, since, options) }));
  const ofFilters = [...new Set([...uidsOf(known, 'filters'), ...filters])]
    .filter((uid) => isOpen('readTagFilter', uid))
    .map((uid): PlanStep => ({ requests: 1, read: (options) => reader.readFilter(uid, since, options) }));
  return [...ofHolders, ...ofLists, ...ofRoles, ...ofFilters];
}

function grantsOfAll(holders: readonly Holder[], access: Access): readonly Grant[] {
  return holders.flatMap((holder) => grantsOf(listsOf(access, holder)));
}

export function requestsOf(plan: readonly PlanStep[]): number {
  return plan.reduce((sum, { requests }) => sum + requests, 0);
}

/**
 * Reads a plan.
 * @param onEnd called at the end of each step with its requests and why it failed. If it throws, so does this
 * @throws ServiceError if it is canceled
 */
export async function readPlan(
  plan: readonly PlanStep[],
  options: CallOptions,
  onEnd: (requests: number, error: ServiceError | undefined) => void = () => undefined,
): Promise<void> {
  await Promise.all(
    plan.map(async ({ requests, read }) => {
      onEnd(requests, await read(options));
    }),
  );
}

/** Reads what is needed, then what grants that were read turned out to have. @throws ServiceError if it is canceled */
export async function readNeeded(
  reader: AccessReader,
  needed: () => Needed,
  since: number,
  options: CallOptions,
  onEnd?: Parameters<typeof readPlan>[2],
): Promise<void> {
  await readPlan(accessPlan(reader, needed(), since), options, onEnd);
  const { holders, grants = [] } = needed();
  const all = [...grants, ...grantsOfAll(holders, reader.at(since))];
  await readPlan(accessPlan(reader, { holders: [], lists: [], grants: all }, since), options, onEnd);
}

/** How long the user waits for what is only of help, in milliseconds. */
const maxReadMs = 5000;

/** Reads what can be read in a short time, or before `signal` is aborted. The rest stays unknown. */
export async function readInTime(
  read: (signal: AbortSignal) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(maxReadMs)]);
  try {
    await read(until);
  } catch (error) {
    if (!until.aborted && !isServiceError(error, 'cancelled')) throw error;
  }
}

function operationFor(holder: Holder, kind: GrantKind): Operation {
  if (kind === 'resource') return holder.kind === 'team' ? 'listTeamResourceRoles' : 'listUserResourceRoles';
  return (
    { tenant: 'listTenantRoles', project: 'listProjectRoles', workspace: 'listWorkspaceRoles' } as const
  )[kind];
}
