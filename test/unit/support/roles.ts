import type { ResourceRole } from '../../../src/service/resources/team';

/** The fields of `role` that the service sent, without `content`. */
export function withoutContent(role: ResourceRole): Omit<ResourceRole, 'content'> {
  const { uid, roles, projectUids, filterRefs } = role;
  return { uid, roles, projectUids, filterRefs };
}
