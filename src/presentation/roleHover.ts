import { l10n } from 'vscode';
import type { ResourceRole, Team } from '../service/resources/team';
import { count, description, metadataRows, names, optional } from './hoverParts';
import { escapeMarkdown as escape, markdownTable } from './markdown';

/** A team as far as it is known; `resource` where the service lists teams, `roles` once they have been read. */
interface KnownTeam {
  readonly uid: string;
  readonly name?: string | undefined;
  readonly resource?: Team | undefined;
}

/** The hover of a team as Markdown; `now` in milliseconds since 1970. */
export function teamHover(
  { uid, name, resource }: KnownTeam,
  roles: number | undefined,
  now: number,
): string {
  return markdownTable(names([{ name, uid }]), l10n.t('Team'), [
    [l10n.t('Description'), description(resource?.metadata)],
    [l10n.t('Resource roles'), count(roles)],
    [l10n.t('Users'), count(resource?.spec?.users?.length)],
    ...(resource === undefined
      ? [[l10n.t('Uid'), escape(uid)] as const]
      : metadataRows(resource.metadata, now)),
  ]);
}

/** Every role, project and filter, and whose it is. */
export function roleHover(role: ResourceRole, team: KnownTeam): string {
  return markdownTable(names(role.roles) || escape(role.uid ?? ''), l10n.t('Resource role'), [
    [l10n.t('Roles'), names(role.roles)],
    [l10n.t('Projects'), names(role.projectUids)],
    [l10n.t('Filters'), names(role.filterRefs)],
    [l10n.t('Team'), names([team])],
    [l10n.t('Uid'), optional(role.uid)],
  ]);
}
