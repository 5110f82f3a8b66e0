/** Titles of commands that several tests use. */
export const titles = {
  removeRole: 'Poolview: Remove Team Resource Role…',
  /** The same command on a row. */
  removeThisRole: 'Remove…',
  restoreRole: 'Poolview: Restore Removed Role…',
  showRemovedRoles: 'Poolview: Show Removed Roles…',
} as const;
