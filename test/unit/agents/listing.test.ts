import { describe, expect, it, onTestFinished } from 'vitest';
import { Agents } from '../../../src/agents/agents';
import type { McpProvider } from '../../../src/agents/mcp/provider';
import { turnOnAgents } from '../../../src/agents/turnOn';
import type { Connection } from '../../../src/connections/connection';
import { settings } from '../../../src/connections/settings';
import { memory, type Memory } from '../../support/memory';
import { dialogs } from '../support/dialogs';
import { clearSettings, EventEmitter, mcpProviders, refuseSettings, writeSetting } from '../support/vscode';
import { emptyInventory, nothing } from './support';
import { eventually } from '../support/eventually';

const acme = { name: 'Acme', baseUrl: 'https://api.acme.dev' };
const other = { name: 'Other', baseUrl: 'https://api.other.dev' };
const demo = { name: 'Demo service', baseUrl: 'http://127.0.0.1:4000', isDemo: true } as const;

/** A window of VS Code in which a connection is active. */
function windowOf(connection: Connection, kept: Memory = memory()) {
  writeSetting('poolview.connections', [acme, other]);
  const changed = new EventEmitter<undefined>();
  let active = emptyInventory(connection);
  const inventories = {
    get active() {
      return active;
    },
    onDidChangeActive: changed.event,
  };
  const agents = new Agents({ ...nothing, inventories }, kept.globalState, {} as never);
  const close = (): void => {
    agents.dispose();
  };
  onTestFinished(() => {
    close();
    clearSettings();
  });
  const activate = (next: Connection): void => {
    active = emptyInventory(next);
    changed.fire(undefined);
  };
  return { access: agents.access, activate, close, kept };
}

describe('VS Code lists the tools', () => {
  it('from the first connection that is turned on, until the last one is turned off', async () => {
    const { access } = windowOf(acme);
    expect(settings.agentTools).toBe(false);
    await access.turnOn(acme);
    expect(settings.agentTools).toBe(true);
    await access.turnOn(other);
    await access.turnOff(acme);
    expect(settings.agentTools).toBe(true);
    await access.turnOff(other);
    expect(settings.agentTools).toBe(false);
  });

  it('again if the user turns on a connection that is on but not listed, without asking', async () => {
    const { access } = windowOf(acme);
    await access.turnOn(acme);
    writeSetting('poolview.agentTools', false);
    expect(access.isOn(acme)).toBe(true);
    const { shown } = dialogs();
    await turnOnAgents(access, acme);
    expect(settings.agentTools).toBe(true);
    expect(shown).toEqual([expect.stringMatching(/^Agent tools are on\./)]);
  });

  it('although no connection is on if the user wants that, but agents may then read nothing', async () => {
    const { access } = windowOf(acme);
    writeSetting('poolview.agentTools', true);
    expect(access.isOn(acme)).toBe(false);
    await access.turnOff(acme);
    expect(settings.agentTools).toBe(true);
  });
});

describe('for the demo service, VS Code lists the tools', () => {
  it('only after they were turned on for it', () => {
    windowOf(demo);
    expect(settings.agentTools).toBe(false);
  });

  it('until they are turned off', async () => {
    const { access } = windowOf(demo);
    await access.turnOn(demo);
    expect(settings.agentTools).toBe(true);
    await access.turnOff(demo);
    expect(settings.agentTools).toBe(false);
  });

  it('until the user leaves it', async () => {
    const { access, activate } = windowOf(demo);
    await access.turnOn(demo);
    activate(acme);
    expect(access.isOn(demo)).toBe(false);
    await eventually(() => {
      expect(settings.agentTools).toBe(false);
    });
  });

  it('until Poolview is activated again, if the window was closed before', async () => {
    const { access, close, kept } = windowOf(demo);
    await access.turnOn(demo);
    close();
    expect(settings.agentTools).toBe(true);
    windowOf(acme, kept);
    await eventually(() => {
      expect(settings.agentTools).toBe(false);
      expect(kept.state.size).toBe(0);
    });
  });

  it('also if it is left and started again at once', async () => {
    const { access, activate } = windowOf(demo);
    await access.turnOn(demo);
    const again = { ...demo };
    activate(acme);
    activate(again);
    await access.turnOn(again);
    expect(settings.agentTools).toBe(true);
    await access.turnOff(again);
    expect(settings.agentTools).toBe(false);
  });

  it('and afterwards as before, if they were listed before or a connection was turned on meanwhile', async () => {
    const { access, kept } = windowOf(demo);
    const { access: accessOfOther } = windowOf(acme, kept);
    writeSetting('poolview.agentTools', true);
    await access.turnOn(demo);
    await access.turnOff(demo);
    expect(settings.agentTools).toBe(true);

    writeSetting('poolview.agentTools', undefined);
    await access.turnOn(demo);
    await accessOfOther.turnOn(acme);
    await access.turnOff(demo);
    expect(settings.agentTools).toBe(true);
  });

  it('or it stays off, if VS Code cannot write the setting', async () => {
    const { access } = windowOf(demo);
    refuseSettings(true);
    await expect(access.turnOn(demo)).rejects.toThrow('Unable to write');
    expect(access.isOn(demo)).toBe(false);
  });
});

describe('the MCP server', () => {
  const definitions = () => (mcpProviders.get('poolview.mcp') as McpProvider).provideMcpServerDefinitions();

  it('is offered only if the user wants that, and while agents may read the active connection', async () => {
    const { access, activate } = windowOf(acme);
    await access.turnOn(acme);
    expect(definitions()).toEqual([]);
    writeSetting('poolview.mcpServer', true);
    expect(definitions()).toHaveLength(1);
    activate(other);
    expect(definitions()).toEqual([]);
    activate(acme);
    expect(definitions()).toHaveLength(1);
    writeSetting('poolview.mcpServer', false);
    expect(definitions()).toEqual([]);
  });
});
