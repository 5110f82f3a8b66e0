import { itemStates, type ItemState } from '../../items/item';
import { parts } from '../../presentation/text';
import { clusterCount } from '../../presentation/format';
import { countsText } from './describe';
import { stateIcons, strokeWidth } from './iconPaths';
import { machineShapes } from './machineMap';
import type { Cell, CellGroup, Grouping } from './mapLayout';

type Context = CanvasRenderingContext2D;

const labelHeight = 17;
const iconSize = 11;

/** Draws the cells of the map. With 2,000 of them, elements take three times as long. */
export function drawMap(
  context: Context,
  groups: readonly CellGroup[],
  grouping: Grouping,
  palette: Palette,
): void {
  context.font = `11px ${palette.fontFamily}`;
  context.textBaseline = 'middle';
  for (const group of groups) {
    if (group.hasHeading) {
      context.fillStyle = palette.muted;
      drawText(context, headingOf(group, grouping), group.x, group.y + 9, group.width);
    }
    for (const cell of group.cells) drawCell(context, cell, palette);
  }
}

/** `alpha · 12 clusters`, or with how many are in which state if they have not been read one by one. */
function headingOf({ name, cells }: CellGroup, grouping: Grouping): string {
  const project = grouping === 'project' ? cells[0]?.cluster.project : undefined;
  const states = countsText(project?.clusterStates);
  // Without the mark, numbers after a right-to-left name would be drawn before it.
  return parts(`${name}\u200e`, states === '' ? clusterCount(cells.length) : states);
}

function drawCell(context: Context, { cluster, x, y, width, height }: Cell, palette: Palette): void {
  const { item, machines } = cluster;
  const { color, fill, plain, pattern } = palette.states[item.state];
  const hasLabel = width >= 48 && height >= labelHeight + 4;
  const top = y + (hasLabel ? labelHeight : 0);
  const shapes = machineShapes(machines, width - 6, y + height - top - 6);
  context.fillStyle = shapes.length > 0 ? plain : fill;
  context.fillRect(x, y, width, height);
  if (pattern && shapes.length === 0) {
    context.fillStyle = pattern;
    context.fillRect(x, y, width, height);
  }
  if (hasLabel) {
    context.fillStyle = plain;
    context.fillRect(x, y, width, labelHeight);
    drawIcon(context, cluster, x + 4, y + 3.5, color);
    context.fillStyle = palette.text;
    drawText(context, item.name, x + 4 + iconSize + 4, y + labelHeight / 2 + 0.5, width - iconSize - 12);
  }
  context.strokeStyle = color;
  context.lineWidth = 1;
  context.setLineDash(item.state === 'notRead' ? [3, 2] : []);
  context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
  for (const { state, path } of shapes) {
    context.fillStyle = palette.states[state].color;
    fillAt(context, x + 3, top + 3, path);
  }
}

function fillAt(context: Context, x: number, y: number, path: string): void {
  context.translate(x, y);
  context.fill(new Path2D(path), 'evenodd');
  context.translate(-x, -y);
}

function drawIcon(context: Context, { item }: Cell['cluster'], x: number, y: number, color: string): void {
  const { filled, stroked } = stateIcons[item.state];
  context.save();
  context.translate(x, y);
  context.scale(iconSize / 16, iconSize / 16);
  context.fillStyle = context.strokeStyle = color;
  context.lineWidth = strokeWidth;
  context.setLineDash([]);
  if (filled !== undefined) context.fill(new Path2D(filled), 'evenodd');
  if (stroked !== undefined) context.stroke(new Path2D(stroked));
  context.restore();
}

/** Ends the text with an ellipsis if it does not fit. */
function drawText(context: Context, text: string, x: number, y: number, width: number): void {
  let shown = text;
  let measured = context.measureText(text).width;
  let length = text.length;
  while (measured > width && length > 0) {
    length = Math.min(length - 1, Math.floor((length * width) / measured));
    shown = `${text.slice(0, length).toWellFormed()}…`;
    measured = context.measureText(shown).width;
  }
  if (length > 0) context.fillText(shown, x, y);
}

/** How a state is drawn. */
interface StateColors {
  /** Of its shapes and its border. */
  readonly color: string;
  /** Of the cell below the pattern. */
  readonly fill: string;
  /** Of the cell below a name or machines. */
  readonly plain: string;
  readonly pattern: CanvasPattern | null;
}

/** The colors of the theme. Canvases do not follow it by themselves. */
interface Palette {
  readonly states: Readonly<Record<ItemState, StateColors>>;
  readonly text: string;
  readonly muted: string;
  readonly fontFamily: string;
}

/**
 * @param swatches an element for each state, by which the stylesheet decides on its colors
 * @param scale how many pixels of the screen are in one of the page
 */
export function readPalette(
  context: CanvasRenderingContext2D,
  swatches: ReadonlyMap<ItemState, Element>,
  scale: number,
): Palette {
  const body = getComputedStyle(document.body);
  const style = (state: ItemState): CSSStyleDeclaration =>
    getComputedStyle(swatches.get(state) ?? document.body);
  const states = Object.fromEntries(
    itemStates.map((state) => {
      const { color, backgroundColor, outlineColor } = style(state);
      const pattern = patternOf(context, state, color, scale);
      return [state, { color, fill: backgroundColor, plain: outlineColor, pattern }];
    }),
  ) as Record<ItemState, StateColors>;
  const { color: muted } = style('notRead');
  return { states, text: body.color, muted, fontFamily: body.fontFamily };
}

/** The side of the square that a pattern repeats. */
const side = 6;

function patternOf(
  context: CanvasRenderingContext2D,
  state: ItemState,
  color: string,
  scale: number,
): CanvasPattern | null {
  const lines = patterns[state];
  if (lines === undefined) return null;
  const tile = document.createElement('canvas');
  tile.width = tile.height = Math.round(side * scale);
  const drawing = tile.getContext('2d');
  if (drawing === null) return null;
  drawing.scale(tile.width / side, tile.width / side);
  drawing.strokeStyle = color;
  drawing.lineWidth = 1.4;
  drawing.stroke(new Path2D(lines));
  const pattern = context.createPattern(tile, 'repeat');
  pattern?.setTransform(new DOMMatrix().scale(side / tile.width));
  return pattern;
}

const rising = 'M-1 7L7 -1M-1 1L1 -1M5 7L7 5';
const falling = 'M-1 -1L7 7M5 -1L7 1M-1 5L1 7';

/** The lines of the square that a pattern repeats, as a path. */
const patterns: Readonly<Partial<Record<ItemState, string>>> = {
  failed: rising + falling,
  unhealthy: rising,
  lateHeartbeat: 'M0 3H6',
  maintenance: 'M3 0V6',
  inTransition: 'M2 3h2',
  unknown: 'M1 3h1',
};
