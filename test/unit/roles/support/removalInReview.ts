import type { LogOutputChannel } from 'vscode';
import { anyCluster } from '../../../../src/access/whoCan';
import { resourceGrantId } from '../../../../src/access/readGrants';
import { Journals } from '../../../../src/roles/journal/journal';
import { RemoveFlow } from '../../../../src/roles/removal/removeFlow';
import { removalsOf } from '../../../../src/roles/teamRoles';
import { isDone, reviewOf } from '../../review/support';
import { dialogs, type Answers } from '../../support/dialogs';
import { temporaryFolder } from './journal';

/** A review of a demo service in which everything was read, the real removals of the Team Roles view, and a user who answers its dialogs. */
export async function removalInReview(answers: Answers) {
  const told = dialogs(answers);
  const opened = await reviewOf();
  const { active, model, review, rows, service, shown, asked } = opened;
  const journals = new Journals(await temporaryFolder(), () => undefined);
  const log = { info: () => undefined, warn: () => undefined } as unknown as LogOutputChannel;
  const removals = new RemoveFlow({ active: () => model, journals, log });
  Object.assign(active, {
    remove: (chosen: Parameters<typeof active.remove>[0]) => removals.remove(model, chosen),
    removals: () => removalsOf(journals, active.session.connection),
  });
  await opened.start();
  await review.run({ type: 'read' });
  await shown(isDone);
  const [team] = service.fleet.directory.teams;
  const [role] = team?.resourceRoles ?? [];
  if (team === undefined || role === undefined) throw new Error('The demo service has no role');
  const id = resourceGrantId(team.uid, role.uid);
  const [first] = role.projectUids;
  const project = await asked(({ id: uid }) => uid === first?.uid);
  /** Marks the first role of the first team in the review, and has it removed. */
  const remove = async (): Promise<void> => {
    await review.run({ type: 'decide', ids: [id], choice: 'remove' });
    service.clearRequests();
    await review.run({ type: 'remove' });
  };
  /** The grants through which the team can do something in the first project of the role. */
  const waysOfTeam = async (permission: string): Promise<readonly string[]> => {
    const question = { permission, projectUid: project.id, clusterUid: anyCluster };
    await review.run({ type: 'whoCan' });
    await shown(({ answer }) => answer === undefined);
    await review.run({ type: 'whoCan', question });
    const { answer } = await shown((header) => header.answer !== undefined);
    const ways = answer?.holders.find(({ who }) => who.id === team.uid)?.through ?? [];
    return ways.map(({ grantId }) => grantId);
  };
  return { ...opened, ...told, team, role, id, rows, remove, waysOfTeam };
}
