import { setTimeout } from 'node:timers/promises';
import { ColorThemeKind, Hover, l10n, type Position, Range, type TextDocument, window } from 'vscode';
import type { HoverDetail } from '../items/details/clusterReads';
import type { Inventory } from '../items/inventory';
import { clusterOf, kindOf, type ResourceRow } from '../items/kinds';
import { summaryLines, summaryOf } from '../items/summary';
import { needsAttention } from '../items/severity';
import { machineUsage, machineUsageText, readUsage, worstUsage, type Usage } from '../items/usage';
import { timesAt } from '../text/format';
import { andMore, escapeMarkdown, hoverLine, writeHover, type Row } from '../text/markdown';
import { parts, present, withoutPrefix } from '../text/text';
import { hoverMarkdown } from '../tree/treeView';
import { pendingDetails, readCause, readApproval } from './causes';
import { hoverLinks, linkedCommands } from './hoverLinks';
import { clusterName } from '../items/cluster';
import { isGroup, isLeaf } from '../items/kinds/levels';

/** What hovers need. */
export interface HoverContext {
  readonly inventory: Inventory;
  readonly consoleUrl: string | undefined;
}

/** How long a hover waits for what is read for it, in milliseconds. It says what comes later. */
const waitMs = 300;

/** A row's hover, after its metrics have been read and, for a cluster that needs attention, what has failed. */
export async function readHover(row: ResourceRow, context: HoverContext, now: number): Promise<string> {
  const { inventory } = context;
  const cluster = clusterOf(row);
  // What is in a group is known once it has been expanded.
  const isMeasured = cluster !== undefined && (!isGroup(row) || inventory.isRead(row.id));
  const reads = [
    ...(isMeasured ? [readUsage(cluster, inventory)] : []),
    ...(row.kind === 'cluster' ? [readCause(row, inventory), readApproval(row, inventory)] : []),
  ];
  await Promise.race([Promise.all(reads), setTimeout(waitMs, undefined, { ref: false })]);
  return hoverOf(row, context, now);
}

/** A row's hover: first what users need most and what they can do, then a table of all fields. */
export function hoverOf(row: ResourceRow, { inventory, consoleUrl }: HoverContext, now: number): string {
  const summary = summaryOf(row, inventory);
  const { item, change } = summary;
  const asksWho = change === undefined && needsAttention(item.state) && clusterOf(row) !== undefined;
  return writeHover(
    summaryLines(summary, timesAt(now), hoverLine, usageLines(row, inventory, now)),
    [pendingRow(row, inventory), ...kindOf(row).hoverTable(row, now, inventory.store)],
    hoverLinks(row, consoleUrl, asksWho),
  );
}

function pendingRow(row: ResourceRow, inventory: Inventory): Row {
  const names: Readonly<Record<HoverDetail, string>> = {
    metrics: l10n.t('usage'),
    overview: l10n.t('packs and conditions'),
    repave: l10n.t('why it waits for approval'),
    certificates: l10n.t('certificates'),
  };
  return [l10n.t('Still being read'), pendingDetails(row, inventory).map((name) => names[name])];
}

/** What is used most, `▁▂▂▅▇ Disk 93% of 80 GiB on workers-5, mean 48%`, and in a second line the rest. */
function usageLines(row: ResourceRow, inventory: Inventory, now: number): readonly string[] {
  const reported = machineUsage(row, inventory);
  const usages = worstUsage(reported);
  const { machines = 1 } = inventory.itemOf(row);
  const own = clusterOf(row);
  const cluster = (own && clusterName(own)) ?? '';
  const texts = usages.map((usage) => {
    const { values, top, kind, name } = usage;
    const total = isLeaf(row) ? 1 : Math.max(machines, reported.length);
    const text = machineUsageText(usage, now, total, withoutPrefix(name, cluster));
    const image = `![${curveText(values, top)}](data:image/svg+xml;base64,${curveImage(usage)})`;
    return `${image} **${escapeMarkdown(kind)}** ${escapeMarkdown(text)}`;
  });
  return present(texts[0], parts(...texts.slice(1)));
}

/** An image made from numbers alone, as Base64. */
function curveImage({ values, top }: Usage): string {
  const { width, height } = curveSize;
  const path = curvePath(values, top);
  const { kind } = window.activeColorTheme;
  const isLight = kind === ColorThemeKind.Light || kind === ColorThemeKind.HighContrastLight;
  // After a change of the theme, the other one still has a contrast of 3:1.
  const color = isLight ? '#2a7fd4' : '#3b8eea';
  const size = `xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"`;
  const svg = `<svg ${size} stroke="${color}"><path d="${path}" fill="none" stroke-width="1.5"/><path d="${path}V${height}H1Z" fill="${color}" opacity=".3" stroke="none"/></svg>`;
  return Buffer.from(svg).toString('base64');
}

/** The most machines with the same name that a hover shows. */
const mostShown = 3;

/** The hover for the machines mentioned at a position. */
export function hoverAt(
  document: TextDocument,
  { line, character }: Position,
  context: HoverContext,
): Hover | undefined {
  const mention = mentionAt(document.lineAt(line).text, character, context.inventory.rows);
  if (mention === undefined) return undefined;
  const { machines, start, end } = mention;
  const more = machines.length - mostShown;
  const now = Date.now();
  const texts = [
    ...machines.slice(0, mostShown).map((machine) => hoverOf(machine, context, now)),
    ...(more > 0 ? [andMore(more)] : []),
  ];
  const contents = texts.map((text) => hoverMarkdown(text, linkedCommands));
  return new Hover(contents, new Range(line, start, line, end));
}

const curveSize = { width: 60, height: 14 };

/** The path of a curve in an SVG of {@link curveSize}. @param top the value at its upper edge */
export function curvePath(values: readonly number[], top: number): string {
  const { width, height } = curveSize;
  const step = (width - 2) / Math.max(1, values.length - 1);
  const places = values.map((value, index) => {
    const y = (1 - value / (top || 1)) * (height - 2);
    return `${(1 + index * step).toFixed(1)} ${(1 + y).toFixed(1)}`;
  });
  // Without a length of 0 at its end, a single point would not be drawn.
  return `M${places.join('L')}h0`;
}

/** A curve as text: `▁▂▂▅▇` */
export function curveText(values: readonly number[], top: number): string {
  return values.map((value) => '▁▂▃▄▅▆▇█'[Math.min(7, Math.floor((8 * value) / (top || 1)))]).join('');
}

/** Shorter names match too many words. */
const leastLength = 3;

/** What a machine may be called in a text, in lower case. */
function mentionedNames(row: ResourceRow): ReadonlySet<string> {
  const kind = kindOf(row);
  const names = [
    kind.name(row) ?? '',
    kind.uid(row) ?? '',
    ...(kind.aliases?.(row) ?? []),
    // Some clouds append the network prefix length to an address.
    ...(kind.addresses?.(row) ?? []).map((address) => address.replace(/\/\d+$/, '')),
  ];
  return new Set(names.filter(({ length }) => length >= leastLength).map((text) => text.toLowerCase()));
}

/** How many characters before and after a position are searched: the length of the longest host name. */
const reach = 256;

/** The machines among `rows` that are mentioned at `character` of a line, and where; undefined if none is. */
export function mentionAt(line: string, character: number, rows: readonly ResourceRow[]) {
  const start = Math.max(0, character - reach);
  const seen = { text: line.slice(start, character + reach), start };
  const word = partAt(seen, character, /[\p{L}\p{N}._:-]+/gu);
  // First without punctuation, then without a port or whatever else a colon separates.
  const trimmed = partAt(word, character, /[\p{L}\p{N}](.*[\p{L}\p{N}])?/gu);
  const part = partAt(trimmed, character, /[^:]+/g);
  // A host name with its domain. The first part of an IP address is not a name.
  const host = part && { ...part, text: /^[^.]*\p{L}[^.]*(?=\.)/u.exec(part.text)?.[0] ?? '' };
  const named = rows.filter(isLeaf).map((row) => ({ row, names: mentionedNames(row) }));
  for (const found of [word, trimmed, part, host].filter((one) => one !== undefined)) {
    const machines = named.filter(({ names }) => names.has(found.text.toLowerCase())).map(({ row }) => row);
    if (machines.length > 0) return { machines, start: found.start, end: found.end };
  }
  return undefined;
}

/** A part of a line, and where it starts in it. */
interface LinePart {
  readonly text: string;
  readonly start: number;
}

/** The match of `pattern` in `whole` that contains `character` of the line. */
function partAt(whole: LinePart | undefined, character: number, pattern: RegExp) {
  if (whole === undefined) return undefined;
  for (const { 0: text, index } of whole.text.matchAll(pattern)) {
    const start = whole.start + index;
    const end = start + text.length;
    if (start <= character && character <= end) return { text, start, end };
  }
  return undefined;
}
