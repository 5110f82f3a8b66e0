import type { Cut } from '../service/pages';
import type { ServiceError } from '../service/errors';
import type { ResourceRole } from '../service/resources/team';
import { isNodeOf, type ErrorNode, type LoadMoreNode, type TreeNode } from '../tree/nodes';
import type { Team } from './teams';

/** A row of the Team Roles view, as data. */
export type Node = TeamNode | RoleNode | NoteNode | LoadMoreNode<TeamNode> | ErrorNode<TeamNode>;

export interface TeamNode extends TreeNode<TeamNode> {
  readonly kind: 'team';
  readonly parent: undefined;
  readonly team: Team;
}

export interface RoleNode extends TreeNode<TeamNode> {
  readonly kind: 'role';
  readonly parent: TeamNode;
  readonly role: ResourceRole;
}

/** Why there is nothing, or not everything, where a person looks. */
export type Note =
  | { readonly about: 'noTeams' | 'noRoles' }
  | { readonly about: 'rolesNotListed'; readonly error: ServiceError }
  | { readonly about: 'cut'; readonly cut: Cut; readonly loaded: number };

export interface NoteNode extends TreeNode<TeamNode> {
  readonly kind: 'note';
  readonly note: Note;
}

/** A note below the row with the id `parentId`. */
export function noteNode(parentId: string, parent: TeamNode | undefined, note: Note): NoteNode {
  return { kind: 'note', id: `${parentId}/note~${note.about}`, parent, note };
}

/** Whether `value`, which a command may have been given by anybody, is a row of this view of one of `kinds`. */
export function isNode<Kind extends Node['kind']>(
  value: unknown,
  ...kinds: readonly Kind[]
): value is Extract<Node, { kind: Kind }> {
  return isNodeOf(value, kinds);
}

/** Whether a row has rows below it. */
export function isParent(node: Node): node is TeamNode {
  return node.kind === 'team';
}
