import { describe, expect, it } from 'vitest';
import { chooseAgentTools, watchAccess } from '../../../src/agents/turnOn';
import type { Connection } from '../../../src/connections/connection';
import { readSetting } from '../../../src/connections/settings';
import { dialogs, type Answers } from '../support/dialogs';
import { writeSetting } from '../support/vscode';
import { acme, demo, windowOf } from './window';

function setUp(answers?: Answers, connection: Connection = acme) {
  writeSetting('poolview.connections', [acme]);
  return { ...windowOf(connection), ...dialogs(answers) };
}

describe('choosing while agent tools are off', () => {
  it('asks first, and says where the data goes and what agents cannot do', async () => {
    const { access, shown, buttons } = setUp((message) =>
      message.startsWith('Turn on') ? 'Turn On' : undefined,
    );
    await chooseAgentTools(access, acme);
    expect(shown).toEqual([
      `Turn on agent tools for Acme? Service: Acme (api.acme.dev)

What the tools return, such as names, addresses, events and roles, goes to the language model that you use.

Agents can't change anything. They can propose to remove a role, which you then confirm in a dialog each time.`,
      'Agent tools are on. Try #poolviewFleetHealth in chat.',
    ]);
    expect(buttons[0]).toEqual(['Turn On']);
    expect(access.isOn(acme)).toBe(true);
  });

  it('does nothing if the user cancels', async () => {
    const { access, shown } = setUp();
    await chooseAgentTools(access, acme);
    expect(shown).toHaveLength(1);
    expect(access.isOn(acme)).toBe(false);
  });

  it('says that those for the demo service are on for this window', async () => {
    const { access, shown } = setUp(undefined, demo);
    await chooseAgentTools(access, demo);
    expect(shown[0]).toContain('The tools are on for this window, until you leave the demo service.');
  });
});

describe('choosing while agent tools are on', () => {
  it('says so, and can turn them off', async () => {
    const { access, shown, buttons } = setUp(() => 'Turn Off');
    await access.turnOn(acme);
    await chooseAgentTools(access, acme);
    expect(shown).toEqual([expect.stringMatching(/^Agent tools are on for Acme\. Service: Acme/)]);
    expect(buttons).toEqual([['Turn Off']]);
    expect(access.isOn(acme)).toBe(false);
  });

  it('leaves them on if the user closes the dialog', async () => {
    const { access } = setUp();
    await access.turnOn(acme);
    await chooseAgentTools(access, acme);
    expect(access.isOn(acme)).toBe(true);
  });

  it('can list them again if the setting for that is off', async () => {
    const { access, buttons } = setUp((message) => (message.includes('Acme') ? 'Turn On' : undefined));
    await access.turnOn(acme);
    writeSetting('poolview.agentTools', false);
    await chooseAgentTools(access, acme);
    expect(buttons[0]).toEqual(['Turn On', 'Turn Off']);
    expect(readSetting('agentTools')).toBe(true);
  });
});

describe('a connection that only the setting lists', () => {
  const listed = (answers?: Answers, connection: Connection = acme) => {
    writeSetting('poolview.agents', [connection.name]);
    const all = setUp(answers, connection);
    return { ...all, watching: watchAccess(all.access, all.inventories) };
  };

  it('is reported with a button that asks again, once', () => {
    const { shown, executed, activate } = listed(() => 'Turn On…');
    writeSetting('poolview.pageSize', 20);
    expect(shown).toEqual([
      'Agent tools are off for Acme until you confirm that they may read https://api.acme.dev with its current API key.',
    ]);
    activate({ ...acme, baseUrl: 'https://other.dev' });
    expect(shown).toHaveLength(2);
    return expect.poll(() => executed).toContainEqual(['poolview.agentTools']);
  });

  it('is not executed unless the user selects the button', async () => {
    const { executed } = listed();
    await Promise.resolve();
    expect(executed).not.toContainEqual(['poolview.agentTools']);
  });

  it('is shown as text, whatever its name is', async () => {
    const hostile = { ...acme, name: '[x](command:quit) $(trash)\u202e\n' + 'W'.repeat(500) };
    const { access, shown } = listed(() => 'Turn On', hostile);
    await chooseAgentTools(access, hostile);
    await chooseAgentTools(access, hostile);
    expect(shown.length).toBeGreaterThan(2);
    for (const text of shown) {
      expect(text).not.toMatch(/\u202e|W{100}.*W{300}/);
      expect(text.split('\n\n')[0]?.replace(/ Service: .*/s, '')).not.toMatch(/\]\(|\$\(/);
    }
  });
});

it('VS Code knows whether agents may read the active connection', async () => {
  const { access, inventories, activate, executed } = setUp(undefined, { ...acme, name: 'Off' });
  const last = () => executed.filter(([, key]) => key === 'poolview.agents').at(-1)?.[2];
  watchAccess(access, inventories);
  await access.turnOn(acme);
  activate(acme);
  expect(last()).toBe(true);
  await access.turnOff(acme);
  expect(last()).toBe(false);
});
