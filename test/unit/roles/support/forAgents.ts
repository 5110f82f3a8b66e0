import type { LogOutputChannel } from 'vscode';
import type { FleetReader } from '../../../../src/reads/fleetReader';
import type { Session } from '../../../../src/connections/session';
import { RolesForAgents } from '../../../../src/roles/forAgents';
import { Journals } from '../../../../src/roles/journal/journal';
import { TeamRolesModel } from '../../../../src/roles/model';
import { RemoveFlow } from '../../../../src/roles/removal/removeFlow';
import { atEnd } from '../../support/service';
import { temporaryFolder } from './journal';

/** The Team Roles view of the session that a tool is called for, with a journal on disk. @param fleet of that session */
export async function rolesForAgents(fleet?: () => FleetReader | undefined) {
  const journals = new Journals(await temporaryFolder(), () => undefined);
  let active: TeamRolesModel | undefined;
  const log = { info: () => undefined, warn: () => undefined } as unknown as LogOutputChannel;
  const removals = new RemoveFlow({
    active: () => active,
    journals,
    log,
  });
  const activate = (session: object): TeamRolesModel => {
    if (active?.session === session) return active;
    const model = new TeamRolesModel(session as Session, fleet);
    atEnd(() => {
      model.dispose();
    });
    return (active = model);
  };
  return {
    removals,
    journals,
    activate,
    roles: (session: object) => Promise.resolve(new RolesForAgents(activate(session), removals)),
  };
}
