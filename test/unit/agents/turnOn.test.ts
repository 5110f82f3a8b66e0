import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import * as vscode from 'vscode';
import { registerAgents } from '../../../src/agents';
import { toolNames } from '../../../src/agents/toolNames';
import { memory } from '../../support/memory';
import { focusWindow, refuseSettings, writeSetting } from '../support/vscode';
import { nothing } from './support';
import { acme, listed, windowOf } from './window';

const answered = /"items\\":\[\]/;
const refused = /has not turned on agent tools/;
const demo = { name: 'Demo service', baseUrl: 'http://127.0.0.1:4000', isDemo: true } as const;

/** The user turns on the tools each time. */
const yes = (message: string): string | undefined => (message.startsWith('Turn on') ? 'Turn On' : undefined);

const setting = (name: string): unknown => vscode.workspace.getConfiguration('poolview').get(name);

const nextTask = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve));

/** Lets VS Code write the next setting only at the `end`. */
function holdNextWrite() {
  const original = vscode.workspace.getConfiguration;
  const ended = new AbortController();
  const write = {
    isHeld: false,
    end: () => {
      ended.abort();
    },
  };
  vi.spyOn(vscode.workspace, 'getConfiguration').mockImplementation((section) => {
    const configuration = original(section);
    const update: typeof configuration.update = async (...given) => {
      if (!write.isHeld) {
        write.isHeld = true;
        await once(ended.signal, 'abort');
      }
      await configuration.update(...given);
    };
    return { ...configuration, update };
  });
  return write;
}

/** A window in which the user has turned on the tools for Acme. */
async function turnedOn(answers = yes) {
  const answer = { next: yes };
  const opened = await windowOf(memory(), (message) => answer.next(message));
  await opened.connect(acme);
  await opened.choose();
  answer.next = answers;
  opened.shown.length = 0;
  return opened;
}

describe('Agent Tools…', () => {
  it('asks first, and says where the data goes and what agents cannot do', async () => {
    const { connect, choose, ask, shown, buttons } = await windowOf(memory(), yes);
    await connect(acme);
    expect([await ask(), listed.now]).toEqual([expect.stringMatching(refused), false]);
    await choose();
    expect(shown).toEqual([
      `Turn on agent tools for Acme? Service: Acme (api.acme.dev)

What the tools return, such as names, addresses, events and roles, goes to the language model that you use.

Agents can't change anything. They can propose to remove a role, which you then confirm in a dialog each time.`,
      'Agent tools are on. Try #poolviewFleetHealth in chat.',
    ]);
    expect(buttons[0]).toEqual(['Turn On']);
    expect([await ask(), listed.now, setting('agents')]).toEqual([
      expect.stringMatching(answered),
      true,
      ['Acme'],
    ]);
  });

  it('turns nothing on if the user cancels, or if VS Code cannot write the setting', async () => {
    const { connect, choose, ask } = await windowOf();
    await connect(acme);
    await choose();
    expect([await ask(), listed.now, setting('agents')]).toEqual([
      expect.stringMatching(refused),
      false,
      undefined,
    ]);
    const other = await windowOf(memory(), yes);
    await other.connect(acme);
    refuseSettings(true);
    await expect(other.choose()).rejects.toThrow('Unable to write');
    refuseSettings(false);
    expect(await other.ask()).toMatch(refused);
  });

  it('says that they are on, and turns them off; then it asks again', async () => {
    const { choose, ask, shown, buttons } = await turnedOn((message) =>
      message.startsWith('Agent tools are on for') ? 'Turn Off' : yes(message),
    );
    buttons.length = 0;
    await choose();
    expect(shown[0]).toMatch(/^Agent tools are on for Acme\. Service: Acme/);
    expect(buttons).toEqual([['Turn Off']]);
    expect([await ask(), listed.now, setting('agents')]).toEqual([expect.stringMatching(refused), false, []]);
    await choose();
    expect(shown[1]).toMatch(/^Turn on agent tools for Acme\?/);
  });

  it('keeps other entries of the setting, also invalid ones', async () => {
    writeSetting('poolview.agents', ['Other', 7]);
    const { connect, choose } = await windowOf(memory(), yes);
    await connect(acme);
    await choose();
    expect(setting('agents')).toEqual(['Other', 7, 'Acme']);
  });

  it('shows the name of the connection as text, whatever it is', async () => {
    const hostile = { ...acme, name: '[x](command:quit) $(trash)\u202e\n' + 'W'.repeat(500) };
    const { connect, choose, shown } = await windowOf(memory(), yes);
    await connect(hostile);
    await choose();
    await choose();
    expect(shown.length).toBeGreaterThan(2);
    for (const text of shown) {
      expect(text).not.toMatch(/\u202e|W{100}.*W{300}/);
      expect(text.split('\n\n')[0]?.replace(/ Service: .*/s, '')).not.toMatch(/\]\(|\$\(/);
    }
  });
});

describe('the user confirms a connection and its key', () => {
  it('once, also after a restart', async () => {
    const { kept } = await turnedOn();
    const { ask, shown } = await windowOf(kept);
    expect([await ask(), listed.now, shown]).toEqual([expect.stringMatching(answered), true, []]);
  });

  it('again for another key, until which agents read nothing [guarantee: agents-confirmed]', async () => {
    const answers = { next: 'Turn On' as string | undefined };
    const { connections, ask, shown, settled } = await turnedOn(() => answers.next);
    await connections.replaceKey(acme, 'another key');
    await settled();
    expect(shown[0]).toMatch(/^Turn on agent tools for Acme\?/);
    expect(await ask()).toMatch(answered);
    answers.next = undefined;
    await connections.replaceKey(acme, 'a third key');
    expect(await ask()).toMatch(refused);
    expect(setting('agents')).toEqual([]);
  });

  it('again for another base URL, and never for another connection [guarantee: agents-confirmed]', async () => {
    const { connections, ask, shown, settled, connect } = await turnedOn(() => undefined);
    writeSetting('poolview.connections', [{ ...acme, baseUrl: 'https://api.other.dev' }]);
    await settled();
    expect(shown[0]).toMatch(/^Turn on agent tools for Acme\? Service: Acme \(api\.other\.dev\)/);
    expect(await ask()).toMatch(refused);
    await connect({ ...acme, name: 'ACME' });
    expect(await ask()).toMatch(refused);
    expect([shown.length, connections.session?.connection.name]).toEqual([1, 'ACME']);
  });

  it('and their last answer counts, although VS Code takes its time to write the one before', async () => {
    const answers = { next: undefined as string | undefined };
    const { connections, choose, ask } = await turnedOn(() => answers.next);
    const write = holdNextWrite();
    // The user cancels the question about the new base URL, and chooses the command.
    writeSetting('poolview.connections', [{ ...acme, baseUrl: 'https://api.other.dev' }]);
    await vi.waitFor(() => {
      expect(write.isHeld).toBe(true);
    });
    expect(connections.session?.connection.baseUrl).toBe('https://api.other.dev');
    answers.next = 'Turn On';
    const chosen = choose();
    await nextTask();
    write.end();
    await chosen;
    expect(await ask()).toMatch(answered);
    expect(setting('agents')).toEqual(['Acme']);
  });

  it('again after it was disconnected and added again', async () => {
    const { connections, connect, ask, kept, shown } = await turnedOn();
    await connections.remove(acme);
    expect([setting('agents'), [...kept.state.keys()].filter((name) => name.includes('agents'))]).toEqual([
      [],
      [],
    ]);
    await connect(acme);
    expect([await ask(), shown]).toEqual([expect.stringMatching(refused), []]);
  });

  it('if a name was only written into the setting, in the window with the focus [guarantee: agents-confirmed]', async () => {
    const kept = memory();
    writeSetting('poolview.connections', [acme]);
    writeSetting('poolview.agents', ['Acme']);
    focusWindow(false);
    const { ask, shown, settled } = await windowOf(kept, yes);
    expect([await ask(), shown]).toEqual([expect.stringMatching(refused), []]);
    focusWindow(true);
    await settled();
    expect([await ask(), shown.length]).toEqual([expect.stringMatching(answered), 2]);
  });

  it('not if an earlier version of Poolview has asked; its other setting does not matter', async () => {
    const kept = memory();
    await kept.globalState.update('connection:Acme:https%3A%2F%2Fapi.acme.dev:key:agents', true);
    await kept.globalState.update('agentToolsListedForDemo', true);
    writeSetting('poolview.connections', [acme]);
    writeSetting('poolview.agents', ['Acme']);
    writeSetting('poolview.agentTools', true);
    const { ask, shown } = await windowOf(kept);
    expect([await ask(), listed.now, shown]).toEqual([expect.stringMatching(answered), true, []]);
    expect(setting('agentTools')).toBe(true);
  });
});

describe('the demo service', () => {
  it('is on after the same question, in this window and until it ends, and is in no setting', async () => {
    const { connect, choose, connections, ask, shown, kept } = await windowOf(memory(), yes);
    await connect(demo);
    expect(await ask()).toMatch(refused);
    await choose();
    expect(shown[0]).toContain('The tools are on for this window, until you leave the demo service.');
    expect(await ask()).toMatch(answered);
    expect([setting('agents'), kept.state.size]).toEqual([undefined, 0]);
    await connections.remove(demo);
    await connect({ ...demo });
    expect(await ask()).toMatch(refused);
  });

  it('is off although a connection with the same name is on', async () => {
    const { connect, choose, ask } = await windowOf(memory(), yes);
    await connect({ ...acme, name: demo.name });
    await choose();
    await connect(demo);
    expect(await ask()).toMatch(refused);
  });
});

it('the tools end as VS Code expects it when they are canceled', async () => {
  const { ask, tools } = await turnedOn();
  expect([...tools.keys()]).toEqual(toolNames);
  expect(await ask(true)).toBeInstanceOf(vscode.CancellationError);
});

it.each([
  ['no language models', undefined],
  ['language models, but no tools', {}],
])('in an editor with %s, the command is still registered', async (_what, lm) => {
  const { inventories } = await windowOf();
  vi.spyOn(vscode, 'lm', 'get').mockReturnValue(lm as never);
  const { commands } = registerAgents({ ...nothing, inventories }, {} as never);
  expect(Object.keys(commands ?? {})).toEqual(['agentTools']);
});
