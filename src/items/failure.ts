import type { Pack } from '../service/resources/clusterFacts';
import type { Condition } from '../service/resources/machine';
import type { ClusterFacts, Failure } from './cluster';
import { present, sanitizeLine } from '../text/text';
import { l10n } from 'vscode';
import type { EventLevel } from './eventText';
import { formatCount } from '../text/format';
import { lines, escapeMarkdown as escape, type Row } from '../text/markdown';

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

export function shortCause(text = ''): string {
  return sanitizeLine(text, maxCause);
}

/** `NotReady`, as `kubectl` says, or the type of a condition. */
export function conditionText({ type }: Condition): string {
  return type === 'Ready' ? 'NotReady' : shortCause(type);
}

/**
 * Whether a condition of a cluster or of a pack is an error. The type of that of a pack is its state: its status says nothing
 * about an error.
 */
function isError({ type, status }: Condition, isOfPack: boolean): boolean {
  return type === 'Error' && (isOfPack || status !== 'False');
}

/** Whether a condition says that something has failed. Unknown types are never judged. */
function hasFailed(condition: Condition, isOfPack: boolean): boolean {
  return isError(condition, isOfPack) || isUnhealthy(condition);
}

/** The packs that have failed, the one that failed first at the start. */
export function failedPacks(packs: readonly Pack[] = []): readonly Pack[] {
  const since = ({ condition }: Pack): number => condition?.lastTransitionTime ?? Number.MAX_VALUE;
  return packs
    .filter(({ condition = {} }) => hasFailed(condition, true))
    .sort((one, other) => since(one) - since(other));
}

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
  return {
    cause: present(name, present(state, reason).join(': ')).join(' '),
    message: condition.message,
    began: condition.lastTransitionTime,
    pack: pack?.name,
  };
}

/** Such as `ClusterInfrastructureReady` and `ControlPlaneNodeAdditionDone`. */
const isStep = /(?:Ready|Done)$/;

/** What else an overview says about a cluster that is not well: a step that was not done, or what the check of its health found. */
export function findingOf(overview: ClusterFacts['overview'] | undefined): Failure | undefined {
  const { conditions = [], health } = overview?.status ?? {};
  const step = conditions.find(
    ({ type = '', status, reason }) => isStep.test(type) && status === 'False' && reason,
  );
  if (step !== undefined) {
    const { reason, message, lastTransitionTime: began } = step;
    return { cause: shortCause(reason), message, began };
  }
  const found = health?.conditions?.find(({ type = '' }) => type !== '');
  const message = present(found?.relatedObject?.name, found?.message).join(': ');
  return found && { cause: shortCause(found.type), message, began: undefined };
}

/** The ends of types that are good when true, and parts of those that are bad when true, as Kubernetes names conditions. */
const goodType = /(?:Ready|Available|Healthy|Succeeded|Done)$/;
const badType =
  /^(?:Frequent|Corrupt|Readonly)|(?:Pressure|Unavailable|Unhealthy|Problem|Failure|Failed|Error|Deadlock|Degraded|(?:Event|Freeze|Preempt|Reboot|Redeploy|Terminate)Scheduled)$/;

/** Whether a condition says that nothing is wrong. Not so for a type whose name does not say what its status means. */
function isFine({ type = '', status }: Condition): boolean {
  if (badType.test(type)) return status === 'False';
  return goodType.test(type) && status === 'True';
}

/** How a condition is marked. What is said by a type whose name does not say what its status means is unknown. */
export function conditionLevel(condition: Condition, isOfPack: boolean): EventLevel {
  const { type = '', status } = condition;
  if (isError(condition, isOfPack)) return 'error';
  const isBad = badType.test(type) ? status === 'True' : goodType.test(type) && status === 'False';
  if (isBad || isUnhealthy(condition)) return 'warning';
  return isFine(condition) || status !== 'False' ? 'info' : 'unknown';
}

/** The conditions of an item: the unhealthy ones first, and how many are fine in one line. */
export function conditionRow(conditions: readonly Condition[] = []): Row {
  const unhealthy = conditions.filter(isUnhealthy);
  const others = conditions.filter((condition) => !isUnhealthy(condition) && !isFine(condition));
  const shown = lines([...unhealthy, ...others], conditionLine);
  const fine = conditions.length - unhealthy.length - others.length;
  return [l10n.t('Conditions'), fine === 0 ? shown : [...shown, fineText(fine, shown.length > 0)]];
}

function conditionLine(condition: Condition): string {
  const { type = '', status = '', reason, message } = condition;
  // Without a name, it would look like a part of the line above.
  const name = escape(type) || l10n.t('Condition');
  const state = status === '' ? name : l10n.t('{0}: {1}', name, escape(status));
  const because = escape(present(reason, message).join(': '));
  return present(isUnhealthy(condition) ? `**${state}**` : state, because).join(', ');
}

/** `39 others are fine` */
function fineText(count: number, hasOthers: boolean): string {
  return hasOthers
    ? formatCount(count, l10n.t('1 other is fine'), (n) => l10n.t('{0} others are fine', n))
    : formatCount(count, l10n.t('1 is fine'), (n) => l10n.t('All {0} are fine', n));
}
