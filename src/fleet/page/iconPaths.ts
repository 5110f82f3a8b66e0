import type { ItemState } from '../../items/item';

/** The paths of an icon of 16 × 16. */
export interface IconPaths {
  readonly filled?: string;
  readonly stroked?: string;
}

/** The width of stroked paths. */
export const strokeWidth = 1.5;

const circle = 'M14.2 8A6.2 6.2 0 1 1 1.8 8 6.2 6.2 0 0 1 14.2 8z';

/** Changes that are neither good nor bad. */
export const changeIcons = {
  appeared: { stroked: 'M8 2.5v11M2.5 8h11' },
  disappeared: { stroked: 'M2.5 8h11' },
  size: { stroked: 'M5 13.5V3M2 6l3-3 3 3M11 2.5V13M8 10l3 3 3-3' },
} as const satisfies Readonly<Record<string, IconPaths>>;

/** Each state has its own shape, the one of its rows in the Projects view: see `healthIcon` in `tree/items.ts`. */
export const stateIcons: Readonly<Record<ItemState, IconPaths>> = {
  failed: {
    filled:
      'M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1zM5.5 4.4L4.4 5.5 6.9 8l-2.5 2.5 1.1 1.1L8 9.1l2.5 2.5 1.1-1.1L9.1 8l2.5-2.5-1.1-1.1L8 6.9z',
  },
  unhealthy: { filled: 'M8 1.2L15.4 14.5H.6zM7.2 6v4h1.6V6zm0 5.2v1.6h1.6v-1.6z' },
  lateHeartbeat: { stroked: 'M1 8.5H4L6.3 2.8 9.7 13.2 12 8.5H15' },
  maintenance: {
    stroked:
      'M3.4 1.8a2.7 2.7 0 0 0-.6 4.9V13a1.5 1.5 0 0 0 3 0V6.7a2.7 2.7 0 0 0-.6-4.9V4.2H3.4zM11.7 1.5V8M10.2 8.6h3V13a1.5 1.5 0 0 1-3 0z',
  },
  inTransition: {
    stroked: 'M2.3 8.6a5.8 5.8 0 0 1 10-4.6M13.7 7.4a5.8 5.8 0 0 1-10 4.6M12.9 1.2V4.5H9.6M3.1 14.8V11.5H6.4',
  },
  unknown: { stroked: `${circle}M6 6.3a2 2 0 1 1 2.9 1.8c-.6.3-.9.6-.9 1.2M8 10.8v1.4` },
  healthy: { stroked: 'M2.5 8.5L6.2 12.2 13.5 4.2' },
  notRead: { stroked: circle },
};
