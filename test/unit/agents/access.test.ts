import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { workspace } from 'vscode';
import type { AgentAccess } from '../../../src/agents/access';
import { Connections } from '../../../src/connections/connections';
import { readSetting } from '../../../src/connections/settings';
import { memory, type Memory } from '../../support/memory';
import { eventually } from '../support/eventually';
import { clearSettings, focusWindow, refuseSettings, writeSetting } from '../support/vscode';
import { acme, demo, windowOf } from './window';

const other = { name: 'Other', baseUrl: 'https://api.other.dev' };
const moved = { ...acme, baseUrl: 'https://api.other.dev' };

function connections(...written: readonly object[]): void {
  writeSetting('poolview.connections', written);
}

function agents(written: unknown): void {
  writeSetting('poolview.agents', written);
}

/** What agents may read in a window. */
const accessOf = (kept: Memory): AgentAccess => windowOf(acme, kept).access;

/** Acme was turned on in an earlier start. */
async function turnedOn(): Promise<Memory> {
  const kept = memory();
  connections(acme);
  const access = accessOf(kept);
  await access.turnOn(acme);
  access.dispose();
  return kept;
}

describe('agents may read a connection', () => {
  it('after the user has turned it on, also after a restart', async () => {
    const kept = memory();
    connections(acme);
    const access = accessOf(kept);
    expect(access.stateOf(acme)).toBe('off');
    await access.turnOn(acme);
    expect(access.isOn(acme)).toBe(true);
    expect(readSetting('agents')).toEqual(['Acme']);
    expect(accessOf(kept).isOn(acme)).toBe(true);
  });

  it('at once when the user turns it on, without another question', async () => {
    connections(acme);
    const access = accessOf(memory());
    const states: string[] = [];
    access.onDidChange(() => states.push(access.stateOf(acme)));
    await access.turnOn(acme);
    expect(new Set(states)).toEqual(new Set(['on']));
  });
});

describe('agents may not read a connection', () => {
  it('after the user has turned it off', async () => {
    const kept = await turnedOn();
    const access = accessOf(kept);
    await access.turnOff(acme);
    expect(access.stateOf(acme)).toBe('off');
    expect(readSetting('agents')).toEqual([]);
    expect(kept.state.size).toBe(0);
  });

  it('whose base URL has changed', async () => {
    const access = accessOf(await turnedOn());
    connections(moved);
    expect(access.stateOf(moved)).toBe('unconfirmed');
    await access.turnOn(moved);
    expect(access.stateOf(moved)).toBe('on');
  });

  it('whose base URL has changed while Poolview was not active', async () => {
    const kept = await turnedOn();
    connections(moved);
    expect(accessOf(kept).stateOf(moved)).toBe('unconfirmed');
  });

  it('that has another name, or the same in another case', async () => {
    const access = accessOf(await turnedOn());
    for (const name of ['acme', 'ACME', 'Acme ', 'New']) {
      connections({ ...acme, name });
      expect(access.stateOf({ ...acme, name })).toBe('off');
    }
  });

  it('that the setting does not list, although the user has turned it on', async () => {
    const access = accessOf(await turnedOn());
    // Poolview has not learned of the change yet.
    const before = workspace.getConfiguration('poolview');
    vi.spyOn(workspace, 'getConfiguration').mockReturnValue({ ...before, get: () => undefined });
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    expect(access.stateOf(acme)).toBe('off');
  });

  it.each([
    ['before it was added', ['agents', 'connections']],
    ['after it was added', ['connections', 'agents']],
  ])('that the user has only listed in the settings, %s', (_when, names) => {
    const access = accessOf(memory());
    const written = { agents: ['Acme'], connections: [acme] };
    for (const name of names) writeSetting(`poolview.${name}`, written[name as keyof typeof written]);
    expect(access.stateOf(acme)).toBe('unconfirmed');
    expect(accessOf(memory()).stateOf(acme)).toBe('unconfirmed');
  });

  it('that has another API key than the one for which the user turned it on', async () => {
    const kept = await turnedOn();
    const connected = new Connections(kept, () => undefined);
    onTestFinished(() => {
      connected.dispose();
    });
    const access = accessOf(kept);
    await connected.replaceKey(acme, 'another key');
    expect(access.stateOf(acme)).toBe('unconfirmed');
    await access.turnOn(acme);
    await connected.replaceKey(acme, 'another key');
    expect(access.stateOf(acme)).toBe('on');
  });

  it('whose API key was replaced while VS Code could not read it', async () => {
    const kept = await turnedOn();
    const connected = new Connections(kept, () => undefined);
    onTestFinished(() => {
      connected.dispose();
    });
    vi.spyOn(kept.secrets, 'get').mockRejectedValueOnce(new Error('locked'));
    await connected.replaceKey(acme, 'another key');
    expect(accessOf(kept).stateOf(acme)).toBe('unconfirmed');
  });

  it('that was disconnected and added again', async () => {
    const kept = await turnedOn();
    agents(['Other', 7, 'Acme']);
    const connected = new Connections(kept, () => undefined);
    onTestFinished(() => {
      connected.dispose();
    });
    const access = accessOf(kept);
    await connected.remove(acme);
    expect(workspace.getConfiguration('poolview').get('agents')).toEqual(['Other', 7]);
    await connected.add(acme, 'key');
    expect(access.stateOf(acme)).toBe('off');
    agents(['Acme']);
    expect(access.stateOf(acme)).toBe('unconfirmed');
  });

  it('that another connection with the same base URL turned on', async () => {
    const access = accessOf(await turnedOn());
    const twin = { ...acme, name: 'Twin' };
    connections(acme, twin);
    expect(access.stateOf(twin)).toBe('off');
  });

  it('if what Poolview stored is damaged', async () => {
    const kept = await turnedOn();
    for (const name of kept.state.keys()) void kept.globalState.update(name, 'true');
    expect(accessOf(kept).stateOf(acme)).toBe('unconfirmed');
  });
});

describe('a name that is removed from the setting', () => {
  it('and listed again needs another confirmation', async () => {
    const access = accessOf(await turnedOn());
    agents([]);
    expect(access.stateOf(acme)).toBe('off');
    agents(['Acme']);
    expect(access.stateOf(acme)).toBe('unconfirmed');
  });

  it('is forgotten if Poolview was not active then', async () => {
    const kept = await turnedOn();
    agents([]);
    accessOf(kept);
    expect(kept.state.size).toBe(0);
  });

  it('is remembered if VS Code cannot read the settings at all', async () => {
    const access = accessOf(await turnedOn());
    clearSettings();
    writeSetting('poolview.pageSize', undefined);
    agents(['Acme']);
    connections(acme);
    expect(access.stateOf(acme)).toBe('on');
  });
});

describe('the demo service', () => {
  it('is turned on for this window only, and its name is never in the settings', async () => {
    const { access, kept } = windowOf(demo);
    await access.turnOn(demo);
    expect(access.stateOf(demo)).toBe('on');
    expect(readSetting('agents')).toEqual([]);
    expect(windowOf(demo, kept).access.stateOf(demo)).toBe('off');
    await access.turnOff(demo);
    expect(access.stateOf(demo)).toBe('off');
  });

  it('is off after it has ended, even if it starts with the same port', async () => {
    const { access } = windowOf(demo);
    await access.turnOn(demo);
    expect(access.stateOf({ ...demo })).toBe('off');
  });

  it('is off if the user left it while it was turned on', async () => {
    const { access, activate } = windowOf(demo);
    const turningOn = access.turnOn(demo);
    activate(acme);
    await turningOn;
    expect(access.stateOf(demo)).toBe('off');
    await eventually(() => {
      expect(readSetting('agentTools')).toBe(false);
    });
  });

  it('is off although a connection with the same name is on', async () => {
    const { name, baseUrl } = demo;
    connections({ name, baseUrl });
    const { access } = windowOf(acme);
    await access.turnOn({ name, baseUrl });
    expect(access.stateOf(demo)).toBe('off');
    expect(access.stateOf({ name, baseUrl })).toBe('on');
  });
});

describe('VS Code lists the tools', () => {
  it('from the first connection that is turned on, until the last one is turned off', async () => {
    connections(acme, other);
    const { access } = windowOf(acme);
    expect(readSetting('agentTools')).toBe(false);
    await access.turnOn(acme);
    expect(readSetting('agentTools')).toBe(true);
    await access.turnOn(other);
    await access.turnOff(acme);
    expect(readSetting('agentTools')).toBe(true);
    await access.turnOff(other);
    expect(readSetting('agentTools')).toBe(false);
  });

  it('although no connection is on if the user wants that, but agents may then read nothing', async () => {
    connections(acme);
    const { access } = windowOf(acme);
    writeSetting('poolview.agentTools', true);
    expect(access.isOn(acme)).toBe(false);
    await access.turnOff(acme);
    expect(readSetting('agentTools')).toBe(true);
  });
});

describe('for the demo service, VS Code lists the tools', () => {
  it('until they are turned off', async () => {
    const { access } = windowOf(demo);
    expect(readSetting('agentTools')).toBe(false);
    await access.turnOn(demo);
    expect(readSetting('agentTools')).toBe(true);
    await access.turnOff(demo);
    expect(readSetting('agentTools')).toBe(false);
  });

  it('until the user leaves it', async () => {
    const { access, activate } = windowOf(demo);
    await access.turnOn(demo);
    activate(acme);
    expect(access.isOn(demo)).toBe(false);
    await eventually(() => {
      expect(readSetting('agentTools')).toBe(false);
    });
  });

  it('until Poolview is activated again, if the window was closed before', async () => {
    const { access, kept } = windowOf(demo);
    await access.turnOn(demo);
    access.dispose();
    expect(readSetting('agentTools')).toBe(true);
    windowOf(acme, kept);
    await eventually(() => {
      expect(readSetting('agentTools')).toBe(false);
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
    expect(readSetting('agentTools')).toBe(true);
    await access.turnOff(again);
    expect(readSetting('agentTools')).toBe(false);
  });

  it('and afterwards as before, if they were listed before or a connection was turned on meanwhile', async () => {
    connections(acme);
    const { access, kept } = windowOf(demo);
    const accessOfOther = accessOf(kept);
    writeSetting('poolview.agentTools', true);
    await access.turnOn(demo);
    await access.turnOff(demo);
    expect(readSetting('agentTools')).toBe(true);

    writeSetting('poolview.agentTools', undefined);
    await access.turnOn(demo);
    await accessOfOther.turnOn(acme);
    await access.turnOff(demo);
    expect(readSetting('agentTools')).toBe(true);
  });

  it('or it stays off, if VS Code cannot write the setting', async () => {
    const { access } = windowOf(demo);
    refuseSettings(true);
    await expect(access.turnOn(demo)).rejects.toThrow('Unable to write');
    expect(access.isOn(demo)).toBe(false);
  });
});

describe('two windows', () => {
  it('both follow what the user turns on and off in one of them', async () => {
    const kept = memory();
    connections(acme);
    const [one, other] = [accessOf(kept), accessOf(kept)];
    await one.turnOn(acme);
    expect(other.isOn(acme)).toBe(true);
    await other.turnOff(acme);
    expect(one.isOn(acme)).toBe(false);
  });

  it('both need no second consent to a new base URL, and learn of it when they get the focus', async () => {
    const kept = await turnedOn();
    const [one, other] = [accessOf(kept), accessOf(kept)];
    connections(moved);
    expect([one.stateOf(moved), other.stateOf(moved)]).toEqual(['unconfirmed', 'unconfirmed']);
    await one.turnOn(moved);
    let told = 0;
    other.onDidChange(() => (told += 1));
    focusWindow(false);
    expect(told).toBe(0);
    focusWindow(true);
    expect(told).toBe(1);
    expect(other.isOn(moved)).toBe(true);
  });
});

describe('turning on', () => {
  it('keeps other entries of the setting, also invalid ones', async () => {
    connections(acme);
    agents(['Other', 7]);
    const access = accessOf(memory());
    await access.turnOn(acme);
    const written = (): unknown => workspace.getConfiguration('poolview').get('agents');
    expect(written()).toEqual(['Other', 7, 'Acme']);
    await access.turnOff(acme);
    expect(written()).toEqual(['Other', 7]);
  });

  it('turns on nothing if VS Code cannot write the setting', async () => {
    const kept = memory();
    connections(acme);
    const access = accessOf(kept);
    refuseSettings(true);
    await expect(access.turnOn(acme)).rejects.toThrow('Unable to write');
    expect(access.stateOf(acme)).toBe('off');
    expect(kept.state.size).toBe(0);
  });
});
