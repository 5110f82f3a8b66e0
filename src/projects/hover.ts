import { setTimeout } from 'node:timers/promises';
import { ColorThemeKind, Hover, l10n, type Position, Range, type TextDocument, window } from 'vscode';
import type { HoverDetail } from '../items/details/clusterReads';
import type { Inventory } from '../items/inventory';
import { clusterOf, kindOf, type ResourceRow } from '../items/kinds';
import { summaryLines, summaryOf } from '../items/summary';
import { needsAttention } from '../items/severity';
import { machineUsage, machineUsageText, readUsage, worstUsage, type Usage } from '../items/usage';
import { timesAt } from '../text/format';
import { andMore } from '../text/hoverParts';
import { escapeMarkdown } from '../text/markdown';
import { hoverLine, writeHover, type Row } from '../text/markdownParts';
import { curvePath, curveSize, curveText } from '../text/sparkline';
import { parts, present, withoutPrefix } from '../text/text';
import { hoverMarkdown } from '../tree/treeView';
import { pendingDetails, readCause, readRepave } from './causes';
import { hoverLinks, linkedCommands } from './hoverLinks';
import { mentionAt } from './machineMentions';
import { nameOf } from '../items/cluster';
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
    ...(row.kind === 'cluster' ? [readCause(row, inventory), readRepave(row, inventory)] : []),
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
  const cluster = (own && nameOf(own)) ?? '';
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
