import type { Box } from './mapLayout';

/** The box that a key goes to from the one at `index`; undefined for other keys, and at the edge. */
export function boxAfterKey(key: string, boxes: readonly Box[], index: number): number | undefined {
  switch (key) {
    case 'Home':
      return 0;
    case 'End':
      return boxes.length - 1;
    case 'ArrowLeft':
      return nearest(boxes, index, -1, 0);
    case 'ArrowRight':
      return nearest(boxes, index, 1, 0);
    case 'ArrowUp':
      return nearest(boxes, index, 0, -1);
    case 'ArrowDown':
      return nearest(boxes, index, 0, 1);
    default:
      return undefined;
  }
}

/** The closest box in a direction. One beside is as far as it is off the line, doubled. */
function nearest(boxes: readonly Box[], index: number, right: number, down: number): number | undefined {
  const from = boxes[index];
  if (from === undefined) return boxes.length > 0 ? 0 : undefined;
  let best: number | undefined;
  let shortest = Infinity;
  boxes.forEach((to, other) => {
    const [ahead, beside] =
      right === 0 ? [gaps(from, to, 'y'), gaps(from, to, 'x')] : [gaps(from, to, 'x'), gaps(from, to, 'y')];
    const forward = ahead.signed * (right + down);
    if (other === index || forward <= 0) return;
    const distance = ahead.gap + 2 * beside.gap + Math.abs(beside.signed) / 100;
    if (distance >= shortest) return;
    shortest = distance;
    best = other;
  });
  return best;
}

/** How far two boxes are apart on an axis: between their edges, and between their centers with a sign. */
function gaps(from: Box, to: Box, axis: 'x' | 'y'): { readonly gap: number; readonly signed: number } {
  const size = axis === 'x' ? 'width' : 'height';
  const gap = Math.max(0, to[axis] - (from[axis] + from[size]), from[axis] - (to[axis] + to[size]));
  const signed = to[axis] + to[size] / 2 - (from[axis] + from[size] / 2);
  return { gap, signed: gap === 0 && Math.abs(signed) < 1 ? 0 : signed };
}

/** The index of the box at a point; undefined between boxes. */
export function boxAt(boxes: readonly Box[], x: number, y: number): number | undefined {
  const index = boxes.findIndex(
    (box) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height,
  );
  return index < 0 ? undefined : index;
}
