import { FleetReader } from '../../../src/items/fleet/fleetReader';
import { onTestFinished } from 'vitest';
import { AgentAccess } from '../../../src/agents/access';
import type { Connection } from '../../../src/connections/connection';
import { memory, type Memory } from '../../support/memory';
import { clearSettings, EventEmitter } from '../support/vscode';
import { emptyInventory } from './support';

export const acme = { name: 'Acme', baseUrl: 'https://api.acme.dev' };
export const demo = { name: 'Demo service', baseUrl: 'http://127.0.0.1:4000', isDemo: true } as const;

/** A window of VS Code in which Poolview was activated and a connection is active; closed when the test is over. */
export function windowOf(connection: Connection, kept: Memory = memory()) {
  const changed = new EventEmitter<undefined>();
  let fleet = new FleetReader(emptyInventory(connection));
  const inventories = {
    get active() {
      return fleet.inventory;
    },
    get fleet() {
      return fleet;
    },
    onDidChangeActive: changed.event,
  };
  const access = new AgentAccess(kept.globalState, inventories);
  onTestFinished(() => {
    access.dispose();
    clearSettings();
  });
  const activate = (next: Connection): void => {
    fleet = new FleetReader(emptyInventory(next));
    changed.fire(undefined);
  };
  return { access, inventories, activate, kept };
}
