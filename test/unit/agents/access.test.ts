import { describe, expect, it, onTestFinished } from 'vitest';
import { workspace } from 'vscode';
import { AgentAccess } from '../../../src/agents/access';
import { settings } from '../../../src/connections/settings';
import { memory, type Memory } from '../../support/memory';
import { clearSettings, focusWindow, refuseSettings, writeSetting } from '../support/vscode';

const acme = { name: 'Acme', baseUrl: 'https://api.acme.dev' };
const moved = { ...acme, baseUrl: 'https://api.other.dev' };
const demo = { name: 'Demo service', baseUrl: 'http://127.0.0.1:4000', isDemo: true } as const;

function connections(...written: readonly object[]): void {
  writeSetting('poolview.connections', written);
}

function agents(written: unknown): void {
  writeSetting('poolview.agents', written);
}

/** A window of VS Code in which Poolview was activated; closed when the test is over. */
function windowOf(kept: Memory): AgentAccess {
  const access = new AgentAccess(kept.globalState);
  onTestFinished(() => {
    access.dispose();
    clearSettings();
  });
  return access;
}

/** Acme was turned on in an earlier start. */
async function turnedOn(): Promise<Memory> {
  const kept = memory();
  connections(acme);
  const access = windowOf(kept);
  await access.turnOn(acme);
  access.dispose();
  return kept;
}

describe('agents may read a connection', () => {
  it('after the user has turned it on, also after a restart', async () => {
    const kept = memory();
    connections(acme);
    const access = windowOf(kept);
    expect(access.stateOf(acme)).toBe('off');
    await access.turnOn(acme);
    expect(access.isOn(acme)).toBe(true);
    expect(settings.agents).toEqual(['Acme']);
    expect(windowOf(kept).isOn(acme)).toBe(true);
  });

  it('that the user has listed in the settings', () => {
    connections(acme);
    const access = windowOf(memory());
    agents(['Acme']);
    expect(access.isOn(acme)).toBe(true);
  });

  it('that the user has listed while Poolview was not active', () => {
    connections(acme);
    agents(['Acme']);
    expect(windowOf(memory()).isOn(acme)).toBe(true);
  });

  it('that the user has listed before it was added', () => {
    const access = windowOf(memory());
    agents(['Acme']);
    connections(acme);
    expect(access.isOn(acme)).toBe(true);
  });

  it('that is the same as one that was removed', async () => {
    const access = windowOf(await turnedOn());
    connections();
    connections(acme);
    expect(access.isOn(acme)).toBe(true);
  });

  it('whose name is that of a property of all objects', async () => {
    const odd = ['__proto__', 'constructor', 'toString'].map((name) => ({ ...acme, name }));
    connections(...odd);
    const access = windowOf(memory());
    expect(odd.map((one) => access.isOn(one))).toEqual([false, false, false]);
    for (const one of odd) await access.turnOn(one);
    expect(odd.map((one) => access.isOn(one))).toEqual([true, true, true]);
    connections(...odd.map((one) => ({ ...one, baseUrl: moved.baseUrl })));
    expect(odd.map((one) => access.stateOf({ ...one, baseUrl: moved.baseUrl }))).toEqual(
      odd.map(() => 'changed'),
    );
  });
});

describe('agents may not read a connection', () => {
  it('after the user has turned it off', async () => {
    const kept = await turnedOn();
    const access = windowOf(kept);
    await access.turnOff(acme);
    expect(access.stateOf(acme)).toBe('off');
    expect(settings.agents).toEqual([]);
    expect(kept.state.size).toBe(0);
  });

  it('whose base URL has changed', async () => {
    const access = windowOf(await turnedOn());
    connections(moved);
    expect(access.stateOf(moved)).toBe('changed');
    await access.turnOn(moved);
    expect(access.stateOf(moved)).toBe('on');
    expect(access.stateOf(acme)).toBe('changed');
  });

  it('whose base URL has changed while Poolview was not active', async () => {
    const kept = await turnedOn();
    connections(moved);
    expect(windowOf(kept).stateOf(moved)).toBe('changed');
  });

  it('that was removed and added with another base URL', async () => {
    const access = windowOf(await turnedOn());
    connections();
    connections(moved);
    expect(access.stateOf(moved)).toBe('changed');
  });

  it('that has another name, or the same in another case', async () => {
    const access = windowOf(await turnedOn());
    for (const name of ['acme', 'ACME', 'Acme ', 'New']) {
      connections({ ...acme, name });
      expect(access.stateOf({ ...acme, name })).toBe('off');
    }
  });

  it('that only a value of the wrong kind lists', () => {
    connections(acme);
    const access = windowOf(memory());
    for (const written of ['Acme', { Acme: true }, [['Acme']], [{ name: 'Acme' }], 7, null, true, []]) {
      agents(written);
      expect(access.stateOf(acme)).toBe('off');
    }
    agents([null, 'Acme', 7]);
    expect(access.stateOf(acme)).toBe('on');
  });

  it('that another connection with the same base URL turned on', async () => {
    const access = windowOf(await turnedOn());
    const twin = { ...acme, name: 'Twin' };
    connections(acme, twin);
    expect(access.stateOf(twin)).toBe('off');
  });

  it('if what Poolview stored is damaged, until the user lists it again', () => {
    const kept = memory();
    connections(acme);
    void kept.globalState.update('agents', [null, 7, { name: 'Acme' }, 'Acme']);
    const access = windowOf(kept);
    expect(access.stateOf(acme)).toBe('off');
    agents(['Acme']);
    expect(access.stateOf(acme)).toBe('on');
  });
});

describe('a name that is removed from the setting', () => {
  it('and added again turns on the connection with its base URL of then', async () => {
    const access = windowOf(await turnedOn());
    connections(moved);
    agents([]);
    expect(access.stateOf(moved)).toBe('off');
    agents(['Acme']);
    expect(access.stateOf(moved)).toBe('on');
  });

  it('is forgotten if Poolview was not active then', async () => {
    const kept = await turnedOn();
    agents([]);
    windowOf(kept);
    expect(kept.state.size).toBe(0);
  });

  it('is remembered if VS Code cannot read the settings at all', async () => {
    const access = windowOf(await turnedOn());
    clearSettings();
    writeSetting('poolview.pageSize', undefined);
    agents(['Acme']);
    connections(moved);
    expect(access.stateOf(moved)).toBe('changed');
  });
});

describe('the demo service', () => {
  it('is turned on for this window only, and never in the settings', async () => {
    const kept = memory();
    const access = windowOf(kept);
    await access.turnOn(demo);
    expect(access.stateOf(demo)).toBe('on');
    expect(settings.agents).toEqual([]);
    expect(kept.state.size).toBe(0);
    expect(windowOf(kept).stateOf(demo)).toBe('off');
    await access.turnOff(demo);
    expect(access.stateOf(demo)).toBe('off');
  });

  it('is off after it has ended, even if it starts with the same port', async () => {
    const access = windowOf(memory());
    await access.turnOn(demo);
    expect(access.stateOf({ ...demo })).toBe('off');
  });

  it('is off although a connection with the same name is on', () => {
    const { name, baseUrl } = demo;
    connections({ name, baseUrl });
    agents([name]);
    const access = windowOf(memory());
    expect(access.stateOf(demo)).toBe('off');
    expect(access.stateOf({ name, baseUrl })).toBe('on');
  });
});

describe('two windows', () => {
  it('both follow what the user turns on and off in one of them', async () => {
    const kept = memory();
    connections(acme);
    const [one, other] = [windowOf(kept), windowOf(kept)];
    await one.turnOn(acme);
    expect(other.isOn(acme)).toBe(true);
    await other.turnOff(acme);
    expect(one.isOn(acme)).toBe(false);
  });

  it('both need no second consent to a new base URL, and learn of it when they get the focus', async () => {
    const kept = await turnedOn();
    const [one, other] = [windowOf(kept), windowOf(kept)];
    connections(moved);
    expect([one.stateOf(moved), other.stateOf(moved)]).toEqual(['changed', 'changed']);
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
    const access = windowOf(memory());
    await access.turnOn(acme);
    const written = (): unknown => workspace.getConfiguration('poolview').get('agents');
    expect(written()).toEqual(['Other', 7, 'Acme']);
    await access.turnOff(acme);
    expect(written()).toEqual(['Other', 7]);
  });

  it('turns on nothing if VS Code cannot write the setting', async () => {
    const kept = memory();
    connections(acme);
    const access = windowOf(kept);
    refuseSettings(true);
    await expect(access.turnOn(acme)).rejects.toThrow('Unable to write');
    expect(access.stateOf(acme)).toBe('off');
    expect(kept.state.size).toBe(0);
  });
});
