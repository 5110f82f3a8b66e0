import { l10n } from 'vscode';
import * as z from 'zod';
import type { RolesForAgents } from '../../roles/forAgents';
import { rolesOf } from './context';
import { defineTool } from './tool';
import { ToolError } from './answer';

const askAgain = 'Do not propose a removal again unless the user asks.';

/** Asks the user in the dialog of the Team Roles view whether to remove a role. That dialog is the only way to remove it. */
export const proposeRoleRemoval = defineTool({
  referenceName: 'poolviewProposeRoleRemoval',
  description:
    'Proposes to the user to remove one resource role from a team. ' +
    'Poolview reads the role again and asks the user in a dialog of VS Code that names the role, its projects and the team. ' +
    'Nothing is removed unless the user confirms in that dialog, whatever is approved elsewhere. ' +
    'The result says what the user decided and what came of it. ' +
    'Use it only if the user wants this role to be removed. Get both uids from poolview_review_access. ' +
    'Do not use it to look at roles, and do not call it several times at once.',
  input: z.strictObject({
    teamUid: z.string().min(1).max(1000).describe('The uid of the team: of the holder of the grant.'),
    roleUid: z.string().min(1).max(1000).describe('The roleUid of the grant.'),
  }),
  invocation: (_input, where) => l10n.t('Proposing to remove a team role in {0}', where),
  run: async ({ teamUid, roleUid }, context) => {
    const roles = await rolesOf(context);
    const outcome = await roles.proposeRemoval(teamUid, roleUid, context.signal);
    context.signal.throwIfAborted();
    if (outcome.decision === 'notAsked' && outcome.why === 'justDeclined') {
      throw new ToolError(`The user declined a proposal a moment ago. ${askAgain}`);
    }
    const facts =
      outcome.decision === 'notAsked' ? { decision: outcome.decision, reason: outcome.why } : outcome;
    return { facts, notes: nextSteps(outcome) };
  },
});

/** What became of a removal that an agent proposed. */
export type ProposalOutcome = Awaited<ReturnType<RolesForAgents['proposeRemoval']>>;

/** What to do next. */
function nextSteps(outcome: ProposalOutcome): readonly string[] {
  if (outcome.decision === 'declined') return [askAgain];
  if (outcome.decision === 'notAsked') {
    if (outcome.why === 'readOnly') return ['The connection is read-only. Only the user can change that.'];
    return [
      outcome.why === 'notFound'
        ? 'There is no such role in such a team. Check both uids with poolview_review_access.'
        : 'Another removal is in progress. Wait until the user has answered it.',
    ];
  }
  if (outcome.outcome === 'notConfirmed') {
    return ['The role may have been removed. Check with poolview_review_access.'];
  }
  return outcome.canRestore
    ? ['The user can undo this with the command "Poolview: Restore or Show Removed Roles…".']
    : [];
}
