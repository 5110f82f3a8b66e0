/** The tools, in the order in which they are listed. Their definitions are loaded when one of them is called. */
export const toolNames = [
  'poolview_get_fleet_health',
  'poolview_find',
  'poolview_get',
  'poolview_timeline',
  'poolview_review_access',
  'poolview_propose_role_removal',
] as const;

export type ToolName = (typeof toolNames)[number];
