export const curveSize = { width: 60, height: 14 };

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
