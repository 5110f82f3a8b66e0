/** Titles of commands that several tests use. */
export const titles = {
  removeRole: 'Poolview: Remove Team Resource Role…',
  /** The same command on a row. */
  removeThisRole: 'Remove Team Resource Role…',
  restoreRole: 'Poolview: Restore or Show Removed Roles…',
  showRemovedRoles: 'Poolview: Restore or Show Removed Roles…',
} as const;
