import { l10n } from 'vscode';
import { names, optional } from '../presentation/hoverParts';
import { escapeMarkdown } from '../presentation/markdown';
import { markdownTable } from '../presentation/markdownParts';
import { pathText } from '../presentation/text';
import type { Access, Grant } from './access/access';
import { formatNumber } from '../presentation/format';
import { listNames, withoutFilter } from './roleNames';

/** What kind of grant it is, and where: `workspace role on payments › billing`. */
export function grantPlace({ kind, projects, workspace }: Grant): string {
  const [project] = [listNames(projects, 1, 40)];
  switch (kind) {
    case 'tenant':
      return l10n.t('tenant role');
    case 'project':
      return l10n.t('project role on {0}', project);
    case 'workspace':
      return l10n.t('workspace role on {0}', pathText(project, workspace && listNames([workspace], 1, 40)));
    case 'resource':
      return l10n.t('resource role');
  }
}

/** Says that the roles of a grant are disabled; undefined if none is known to be. */
export function disabledText({ roles }: Grant, definitions: Access['roles']): string | undefined {
  const count = roles.filter(({ uid = '' }) => definitions.get(uid)?.isEnabled === false).length;
  if (count === 0) return undefined;
  return count === roles.length
    ? l10n.t('disabled')
    : l10n.t('{0} of {1} disabled', formatNumber(count), formatNumber(roles.length));
}

/** The hover of a grant as Markdown. */
export function grantHover(grant: Grant): string {
  const { kind, roles, projects, workspace, filters, resourceRole, holder } = grant;
  const uid = resourceRole?.uid ?? roles[0]?.uid;
  return markdownTable(names(roles) || escapeMarkdown(uid ?? ''), kindText(grant), [
    [l10n.t('Roles'), names(roles)],
    [l10n.t('Projects'), names(projects)],
    [l10n.t('Workspace'), workspace && names([workspace])],
    [
      l10n.t('Filters'),
      kind === 'resource' ? names(filters) || (resourceRole && withoutFilter(resourceRole)) : '',
    ],
    [l10n.t('Team'), names([holder])],
    [l10n.t('UID'), optional(uid)],
  ]);
}

/** What kind of grant it is. */
export function kindText({ kind }: Grant): string {
  switch (kind) {
    case 'tenant':
      return l10n.t('Tenant role');
    case 'project':
      return l10n.t('Project role');
    case 'workspace':
      return l10n.t('Workspace role');
    case 'resource':
      return l10n.t('Resource role');
  }
}
