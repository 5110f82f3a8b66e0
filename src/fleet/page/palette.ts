import { itemStates, type ItemState } from '../../items/item';

/** How a state is drawn. */
export interface StateColors {
  /** Of its shapes and its border. */
  readonly color: string;
  /** Of the cell below the pattern. */
  readonly fill: string;
  /** Of the cell below a name or machines. */
  readonly plain: string;
  readonly pattern: CanvasPattern | null;
}

/** The colors of the theme. Canvases do not follow it by themselves. */
export interface Palette {
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
