import { l10n } from 'vscode';
import type { Condition } from '../service/resources/machine';
import type { EventLevel } from './eventText';
import { isError, isUnhealthy } from './failure';
import { formatCount } from '../text/format';
import { lines } from '../text/hoverParts';
import { escapeMarkdown as escape } from '../text/markdown';
import type { Row } from '../text/markdownParts';
import { present } from '../text/text';

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
  const shown = lines([...unhealthy, ...others], conditionText);
  const fine = conditions.length - unhealthy.length - others.length;
  return [l10n.t('Conditions'), fine === 0 ? shown : [...shown, fineText(fine, shown.length > 0)]];
}

function conditionText(condition: Condition): string {
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
