export const actionTypes = ['create', 'update', 'delete', 'publish', 'deploy', 'activity', 'action'] as const;

/** What was done, without when, where and by whom. */
export interface Action {
  readonly type: (typeof actionTypes)[number];
  readonly message: string;
}
