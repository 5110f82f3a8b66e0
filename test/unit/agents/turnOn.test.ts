import { describe, expect, it, onTestFinished } from 'vitest';
import { AgentAccess } from '../../../src/agents/access';
import { offerToTurnOn, turnOffAgents, turnOnAgents } from '../../../src/agents/turnOn';
import type { Connection } from '../../../src/connections/connection';
import { memory } from '../../support/memory';
import { dialogs, type Answers } from '../support/dialogs';
import { clearSettings, writeSetting } from '../support/vscode';

const acme = { name: 'Acme', baseUrl: 'https://api.acme.dev' };
const demo = { name: 'Demo service', baseUrl: 'http://127.0.0.1:4000', isDemo: true } as const;

function setUp(answers?: Answers) {
  writeSetting('poolview.connections', [acme]);
  const access = new AgentAccess(memory().globalState);
  onTestFinished(() => {
    access.dispose();
    clearSettings();
  });
  return { access, ...dialogs(answers) };
}

describe('turning on agent tools', () => {
  it('asks first, and says where the data goes and what agents cannot do', async () => {
    const { access, shown } = setUp((message) => (message.startsWith('Turn on') ? 'Turn On' : undefined));
    await turnOnAgents(access, acme);
    expect(shown).toEqual([
      `Turn on agent tools for Acme? Service: Acme (api.acme.dev)

What the tools return, such as names, addresses, events and roles, goes to the language model that you use.

Agents can't change anything. They can propose to remove a role, which you then confirm in a dialog each time.`,
      'Agent tools are on. Try #poolviewFleetHealth in chat.',
    ]);
    expect(access.isOn(acme)).toBe(true);
  });

  it('does nothing if the user cancels', async () => {
    const { access, shown } = setUp();
    await turnOnAgents(access, acme);
    expect(shown).toHaveLength(1);
    expect(access.isOn(acme)).toBe(false);
  });

  it('does not ask again while they are on', async () => {
    const { access, shown } = setUp();
    await access.turnOn(acme);
    await turnOnAgents(access, acme);
    expect(shown).toEqual([expect.stringMatching(/^Agent tools are on\./)]);
  });

  it('says that those for the demo service are on for this window', async () => {
    const { access, shown } = setUp();
    await turnOnAgents(access, demo);
    expect(shown[0]).toContain('The tools are on for this window, until you leave the demo service.');
  });

  it('shows a hostile name as text', async () => {
    const { access, shown } = setUp(() => 'Turn On');
    const hostile: Connection = { ...acme, name: '[x](command:quit) $(trash)\u202e\n' + 'W'.repeat(500) };
    await turnOnAgents(access, hostile);
    await offerToTurnOn(hostile);
    for (const text of shown) {
      expect(text).not.toMatch(/\u202e|W{100}.*W{300}/);
      expect(text.split('\n\n')[0]?.replace(/ Service: .*/s, '')).not.toMatch(/\]\(|\$\(/);
    }
  });
});

it('turning off agent tools asks nothing', async () => {
  const { access, shown } = setUp();
  await access.turnOn(acme);
  await turnOffAgents(access, acme);
  expect(access.isOn(acme)).toBe(false);
  expect(shown).toEqual([]);
});

it('a connection that only the setting lists is reported with a button that asks again', async () => {
  const { executed, shown } = setUp(() => 'Turn On…');
  await offerToTurnOn(acme);
  expect(shown).toEqual([
    'Agent tools are off for Acme until you confirm that they may read https://api.acme.dev with its current API key.',
  ]);
  expect(executed).toEqual([['poolview.turnOnAgents']]);
});
