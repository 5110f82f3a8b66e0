import { env, l10n } from 'vscode';
import { clusterCount, formatNumber, machineCount, poolCount, projectCount } from '../text/format';
import { severityText } from './severity';
import { parts, present, separator } from '../text/text';
import { knownText } from './knownText';
import { kinds, type Counted, type Item, type ItemKind, type ItemState } from './item';

// Used by the extension and by the fleet page.

const kindTexts: Record<
  ItemKind,
  { readonly name: () => string; readonly count: (count: number) => string }
> = {
  project: { name: () => l10n.t('Project'), count: projectCount },
  cluster: { name: () => l10n.t('Cluster'), count: clusterCount },
  pool: { name: () => l10n.t('Machine pool'), count: poolCount },
  machine: { name: () => l10n.t('Machine'), count: machineCount },
};

/** What an item of a kind is called. */
export function kindText(kind: ItemKind): string {
  return kindTexts[kind].name();
}

/** `1 project` or `3 machines` */
export function kindCount(kind: ItemKind, count: number): string {
  return kindTexts[kind].count(count);
}

/** `2 clusters and 3 machines`; empty if there are none. */
export function kindCounts(countOf: (kind: ItemKind) => number): string {
  const texts = kinds.filter((kind) => countOf(kind) > 0).map((kind) => kindCount(kind, countOf(kind)));
  return new Intl.ListFormat(env.language, { type: 'conjunction' }).format(texts);
}

export function stateText(state: ItemState): string {
  return state === 'notRead' ? l10n.t('Not read') : severityText(state);
}

/** What a cause says besides the message of the service: what the message is about, and what follows. */
export function besidesMessage({ cause, message = '' }: Pick<Item, 'cause' | 'message'>): {
  readonly about: string;
  readonly more: readonly string[];
} {
  const [first = '', ...more] = cause.split(separator);
  // Such as `azure: No valid host was found…`
  const said = first.replace(/…$/, '');
  const [, about = '', start = said] = message.startsWith(said) ? [] : (/^(.*): (.*)$/.exec(said) ?? []);
  return { about: message.startsWith(start) ? about : first, more };
}

/** `DiskPressure: /var is full · 2 machines`: why an item is in its state, without the name of the state, and what it waits for. */
export function causeText(item: Pick<Item, 'state' | 'cause' | 'message' | 'known' | 'isWaiting'>): string {
  const { state, message, known, isWaiting } = item;
  const { about, more } = besidesMessage(item);
  const isState = stateText(state).toLowerCase().includes(about.toLowerCase());
  const why = present(isState ? '' : about, message).join(': ');
  return parts(
    knownText(known),
    why,
    ...more,
    isWaiting === true ? l10n.t('waiting for approval') : undefined,
  );
}

/** `612 of about 3,100 read`, or `612 read` if the total is unknown or too small. */
export function coverageText({ read, total }: Counted): string {
  return total === undefined || total < read
    ? l10n.t('{0} read', formatNumber(read))
    : l10n.t('{0} of about {1} read', formatNumber(read), formatNumber(total));
}
