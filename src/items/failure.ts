import type { ClusterCondition, Pack } from '../service/resources/clusterOverview';
import type { Condition } from '../service/resources/machine';
import type { ClusterFacts, Failure } from './cluster';
import { present, sanitizeLine } from '../text/text';

// What conditions say has failed.

/** Kubernetes node conditions that are bad when true. `Ready` is bad when it is not true. */
const pressures = new Set(['MemoryPressure', 'DiskPressure', 'PIDPressure', 'NetworkUnavailable']);

/** Whether a condition says that something is wrong. Unknown types are never judged. */
export function isUnhealthy({ type, status }: Condition): boolean {
  if (type === 'Ready') return status === 'False' || status === 'Unknown';
  return type !== undefined && pressures.has(type) && status === 'True';
}

/** The most characters of a state or condition that fit in a row. */
const maxCause = 40;

/** A state or condition for a row. */
export function causeText(text = ''): string {
  return sanitizeLine(text, maxCause);
}

/** `NotReady`, as `kubectl` says, or the type of a condition. */
export function conditionText({ type }: Condition): string {
  return type === 'Ready' ? 'NotReady' : causeText(type);
}

/**
 * Whether a condition of a cluster or of a pack is an error. The type of that of a pack is its state: its status says nothing
 * about an error.
 */
export function isError({ type, status }: ClusterCondition, isOfPack: boolean): boolean {
  return type === 'Error' && (isOfPack || status !== 'False');
}

/** Whether a condition says that something has failed. Unknown types are never judged. */
function hasFailed(condition: ClusterCondition, isOfPack: boolean): boolean {
  return isError(condition, isOfPack) || isUnhealthy(condition);
}

/** The packs that have failed, the one that failed first at the start. */
export function failedPacks(packs: readonly Pack[] = []): readonly Pack[] {
  const since = ({ condition }: Pack): number => condition?.lastTransitionTime ?? Number.MAX_VALUE;
  return packs
    .filter(({ condition = {} }) => hasFailed(condition, true))
    .sort((one, other) => since(one) - since(other));
}

/** All that an overview says has failed, by name. */
export function failedNames(overview: ClusterFacts['overview'] | undefined): readonly string[] {
  const { packs, conditions = [] } = overview?.status ?? {};
  const failed = conditions.filter((condition) => hasFailed(condition, false)).map(({ type }) => type);
  return present(...failedPacks(packs).map(({ name }) => name), ...failed);
}

/** The most characters of a name and of a reason that fit in a row. */
const maxPart = 24;

/** What an overview says has failed: a pack, or else a condition. `cni-calico ImagePullBackOff` */
export function failureOf(overview: ClusterFacts['overview'] | undefined): Failure | undefined {
  const { packs, conditions } = overview?.status ?? {};
  const [pack] = failedPacks(packs);
  const condition = pack?.condition ?? conditions?.find((each) => hasFailed(each, false));
  if (condition === undefined) return undefined;
  const [name, type, reason] = [pack?.name, conditionText(condition), condition.reason].map((text = '') =>
    sanitizeLine(text, maxPart),
  );
  // The reason of an error says that it is one.
  const state = condition.type === 'Error' && reason !== '' ? '' : type;
  return { cause: present(name, present(state, reason).join(': ')).join(' '), message: condition.message };
}

/** Such as `ClusterInfrastructureReady` and `ControlPlaneNodeAdditionDone`. */
const isStep = /(?:Ready|Done)$/;

/** What else an overview says about a cluster that is not well: a step that was not done, or what the check of its health found. */
export function findingOf(overview: ClusterFacts['overview'] | undefined): Failure | undefined {
  const { conditions = [], health } = overview?.status ?? {};
  const step = conditions.find(
    ({ type = '', status, reason }) => isStep.test(type) && status === 'False' && reason,
  );
  if (step !== undefined) return { cause: causeText(step.reason), message: step.message };
  const found = health?.conditions?.find(({ type = '' }) => type !== '');
  const message = present(found?.relatedObject?.name, found?.message).join(': ');
  return found && { cause: causeText(found.type), message };
}
