import type { ResourceRole } from '../../../src/service/resources/team';

/** The fields of `role` that were sent as they are: `content` is what Poolview makes of them. */
export function withoutContent(role: ResourceRole): Omit<ResourceRole, 'content'> {
  const { uid, roles, projectUids, filterRefs } = role;
  return { uid, roles, projectUids, filterRefs };
}
