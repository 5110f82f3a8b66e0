import type { FleetState } from '../../presentation/fleetItem';

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

/** States differ in shape as well as in color. */
export const stateIcons: Readonly<Record<FleetState, IconPaths>> = {
  failed: {
    filled:
      'M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1zM5.5 4.4L4.4 5.5 6.9 8l-2.5 2.5 1.1 1.1L8 9.1l2.5 2.5 1.1-1.1L9.1 8l2.5-2.5-1.1-1.1L8 6.9z',
  },
  unhealthy: { filled: 'M8 1.2L15.4 14.5H.6zM7.2 6v4h1.6V6zm0 5.2v1.6h1.6v-1.6z' },
  lateHeartbeat: { stroked: `${circle}M8 4.2V8.3L10.8 10` },
  maintenance: {
    filled:
      'M14.6 4.3l-2.4 2.4-2.3-.6-.6-2.3 2.4-2.4a4.2 4.2 0 0 0-5.5 5.3L1.7 11.2a2.2 2.2 0 0 0 3.1 3.1l4.5-4.5a4.2 4.2 0 0 0 5.3-5.5z',
  },
  inTransition: {
    stroked: 'M2.3 8.6a5.8 5.8 0 0 1 10-4.6M13.7 7.4a5.8 5.8 0 0 1-10 4.6M12.9 1.2V4.5H9.6M3.1 14.8V11.5H6.4',
  },
  unknown: { stroked: `${circle}M6 6.3a2 2 0 1 1 2.9 1.8c-.6.3-.9.6-.9 1.2M8 10.8v1.4` },
  healthy: { stroked: 'M2.5 8.5L6.2 12.2 13.5 4.2' },
  notRead: {
    stroked:
      'M8 1.8a6.2 6.2 0 0 1 3.6 1.2M13.5 5.2a6.2 6.2 0 0 1 .4 4.6M12 12.7a6.2 6.2 0 0 1-4 1.5M5 13.4A6.2 6.2 0 0 1 2.1 9.8M2.4 5.3A6.2 6.2 0 0 1 4.9 2.6',
  },
};
