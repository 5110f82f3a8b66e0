import { l10n } from 'vscode';
import { displayName, isVisible, present } from '../text/text';
import type { Condition } from '../service/resources/machine';
import type { InvolvedObject, ServiceEvent } from '../service/resources/logs';
import { type Change, changeText } from '../items/changes/change';
import { conditionLevel } from '../items/failure';
import { actorName, auditText, eventLevel, line, maxEventText, type EventLevel } from '../items/eventText';
import { markOf, type LogSource } from '../items/details/events';
import { pathOfRow, type ClusterRow } from '../items/kinds';
import { versionText, type ItemPath } from '../items/item';
import { isWorse, type Severity } from '../items/severity';
import type { EntryItem, TimelineEntry } from './entry';
import { uidOf } from '../items/cluster';

export function logEntry(
  source: LogSource,
  event: ServiceEvent,
  { id, time, item }: Pick<TimelineEntry, 'id' | 'time' | 'item'>,
): TimelineEntry {
  // What somebody did is no problem of itself, and no repetition of what others did.
  if (source === 'audit') return { id, source, time, level: 'info', item, reason: '', ...auditText(event) };
  const [reason, message] = [line(event.reason, 100), line(event.message, maxEventText)];
  const [who, what] = [line(actorName(event)), present(reason, message).join(': ')];
  return { id, source, time, level: eventLevel(event), item, who, what, reason };
}

export function changeEntry(change: Change): TimelineEntry {
  const { item, what, before, after, severityBefore, severityAfter, explainedBy } = change;
  const isNew = what === 'reopened' || isWorse(severityBefore, severityAfter);
  return {
    id: changeId(change.number),
    source: 'change',
    time: before,
    // The clock may have been set back in between.
    after: Math.min(after, before),
    level: isNew ? levelOf(severityAfter) : 'info',
    item: itemOfPath(item),
    who: '',
    what: line(changeText(change), maxEventText),
    reason: '',
    ...(explainedBy === undefined ? {} : { explainedBy: changeId(explainedBy) }),
  };
}

function changeId(number: number): string {
  return `change:${number}`;
}

function levelOf(severity: Severity | undefined): EventLevel {
  if (severity === 'failed') return 'error';
  return severity === 'unhealthy' || severity === 'lateHeartbeat' ? 'warning' : 'info';
}

/** What a cluster says of its packs and conditions, and of the replacement of its machines, in no order. */
export function clusterEntries(cluster: ClusterRow, since: number): readonly TimelineEntry[] {
  const item = itemOfPath(pathOfRow(cluster));
  const uid = uidOf(cluster) ?? '';
  const { overview, repave } = cluster.readings;
  const entries: TimelineEntry[] = [];
  const add = (
    source: 'pack' | 'repave',
    time: number | undefined,
    level: EventLevel,
    texts: readonly (string | undefined)[],
    pack?: TimelineEntry['pack'],
  ): void => {
    if (time === undefined || time < since) return;
    const what = present(...texts.map((text) => line(text, maxEventText))).join(': ');
    const id = `${source}:${markOf(JSON.stringify([uid, time, what]))}`;
    entries.push({ id, source, time, level, item, who: '', what, reason: '', pack });
  };
  const addCondition = (condition: Condition, about?: string, pack?: TimelineEntry['pack']): void => {
    const { type, status = '', reason, message, lastTransitionTime } = condition;
    // Nearly all are true, which is not worth a word.
    const title = present(type, /^true$/i.test(status) ? '' : status).join(' ');
    const level = conditionLevel(condition, pack !== undefined);
    add('pack', lastTransitionTime, level, [about, title, reason, message], pack);
  };
  const { conditions = [], packs = [] } = overview?.value.status ?? {};
  for (const condition of conditions) addCondition(condition);
  for (const { name = '', version = '', condition, startTime, endTime } of packs) {
    const about = l10n.t('pack {0}', versionText({ name, version }));
    const pack = { name: line(name), version: line(version) };
    if (condition !== undefined) addCondition(condition, about, pack);
    const isOther = (time: number | undefined): boolean => time !== condition?.lastTransitionTime;
    if (isOther(startTime)) add('pack', startTime, 'info', [about, l10n.t('Started')], pack);
    if (isOther(endTime)) add('pack', endTime, 'info', [about, l10n.t('Ended')], pack);
  }
  const { spec: { reasons = [] } = {}, status } = repave?.value ?? {};
  if (status?.state !== undefined) {
    const why = [status.state, status.message, ...reasons.map(({ message }) => message)];
    add('repave', status.repaveTransitionTime, 'info', why);
  }
  return entries;
}

export function itemOfPath({ names, ...item }: ItemPath): EntryItem {
  return { ...item, names: names.map((name) => line(name)) };
}

/** Something that Poolview does not know, in an item that it knows; undefined if nothing is said about it. */
export function unknownItem(
  { kind = '', name, uid }: InvolvedObject,
  container: EntryItem | undefined,
): EntryItem | undefined {
  const shown = line(displayName(name, uid, ''));
  if (!isVisible(shown)) return undefined;
  const isCluster = kind.toLowerCase() === 'spectrocluster';
  return { kind: isCluster ? 'cluster' : line(kind, 60), names: [...(container?.names ?? []), shown] };
}
