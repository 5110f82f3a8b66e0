import type { ServiceError } from '../../service/errors';
import type { HybridPool, MachinePool } from '../../service/resources/cluster';
import type { TreeRow } from '../store/row';
import type { ItemKind } from './levels';

export interface UnknownFavorite {
  /** That of its mark. */
  readonly key: string;
  /** Those of the items that contain it and its own, the project first. */
  readonly names: readonly string[];
}

/** Why favorites are not known: undefined while they are being read. */
export type WhyUnknown = 'notRead' | 'gone' | ServiceError | undefined;

/** Why a list is empty, or lacks something. */
export type Note =
  | { readonly about: 'empty'; readonly of: ItemKind }
  | { readonly about: 'noMatches' }
  /** Only rows that need attention are shown, and no loaded row does. */
  | { readonly about: 'allWell' }
  | { readonly about: 'favorites'; readonly favorites: readonly UnknownFavorite[]; readonly why: WhyUnknown }
  /** The service can't search clusters, so only their names are known. */
  | { readonly about: 'clustersNotSearched'; readonly error: ServiceError }
  /** Pools (below a project: clusters, too) are not listed. Without an error, the cluster has no cloud config. */
  | { readonly about: 'poolsNotListed'; readonly error: ServiceError | undefined }
  /** Pools whose machines can't be listed: those of another cloud type or without a name. */
  | { readonly about: 'hybridPool'; readonly pool: HybridPool }
  | { readonly about: 'namelessPool'; readonly pool: MachinePool };

/** A row that says why a list is empty, or lacks something. */
export interface NoteRow<Parent extends TreeRow = TreeRow> extends TreeRow {
  readonly kind: 'note';
  readonly parent: Parent | undefined;
  readonly note: Note;
}

/** A note below the row with the ID `parentId`; `place` distinguishes several notes of the same kind. */
export function noteRow<Parent extends TreeRow>(
  parentId: string,
  parent: Parent | undefined,
  note: Note,
  place = '',
): NoteRow<Parent> {
  return { kind: 'note', id: `${parentId}/note~${note.about}${place}`, parent, note };
}
