/** The path of an icon of 16 × 16, relative to its corner, so that many of them can be one path. */
export interface IconPath {
  readonly d: string;
  /** Otherwise, it is stroked. */
  readonly isFilled?: boolean;
}

export const warningPath: IconPath = {
  d: 'm8 1.2l7.4 13.3h-14.8zm-.8 4.8v4h1.6v-4zm0 5.2v1.6h1.6v-1.6z',
  isFilled: true,
};
