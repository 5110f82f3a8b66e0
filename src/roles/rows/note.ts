import { l10n, ThemeIcon } from 'vscode';
import { errorSentence } from '../../text/errors';
import type { ServiceError } from '../../service/errors';
import { noteLook, type RowLook, type RowSpec } from '../../tree/rowSpec';
import { clickCommand } from '../../ui/runCommand';
import { rolesViewId, type RoleNote, type RoleNoteRow, type RoleContext } from './rowTypes';

/** What a click on a row runs if it is nothing in the service. */
export const roleClick = clickCommand(rolesViewId);

/** A note below the row with the ID `parentId`. */
export function roleNoteRow(parentId: string, parent: RoleNoteRow['parent'], note: RoleNote): RoleNoteRow {
  return { kind: 'note', id: `${parentId}/note~${note.about}`, parent, note };
}

export const noteSpec: RowSpec<RoleNoteRow, RoleContext> = { look: roleNoteLook };

function roleNoteLook({ note }: RoleNoteRow, { canRemove, gatheredFrom }: RoleContext): RowLook {
  switch (note.about) {
    case 'noTeams':
      return noteLook(
        l10n.t('No teams'),
        gatheredFrom !== undefined
          ? l10n.t('in the loaded projects')
          : l10n.t('that this API key can access'),
      );
    case 'noRoles':
      return noteLook(l10n.t('No resource roles'), l10n.t('in this team'));
    // Poolview removes only resource roles: the access review shows all other grants.
    case 'otherGrants':
      return noteLook(
        l10n.t('Other grants'),
        l10n.t('tenant, project and workspace roles: opens the access review'),
        {
          icon: new ThemeIcon('checklist'),
          command: { command: roleClick, title: l10n.t('Review Access…') },
        },
      );
    case 'rolesNotListed':
      return notListedLook(note.error, canRemove);
  }
}

/** A role that is not listed can be removed by its UID. */
function notListedLook(error: ServiceError, canRemove: boolean): RowLook {
  const label = canRemove ? l10n.t('Remove Role by UID…') : l10n.t('Roles unavailable');
  return noteLook(label, whyNotListed(error), {
    tooltip: errorSentence(error),
    ...(canRemove && { icon: new ThemeIcon('edit'), command: { command: roleClick, title: label } }),
  });
}

/** Why the roles of a team are not listed, without a period. */
export function whyNotListed({ kind }: ServiceError): string {
  return kind === 'forbidden'
    ? l10n.t("The API key can't list this team's roles")
    : l10n.t("The service doesn't list this team's roles");
}
