import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import {
  CancellationError,
  CancellationTokenSource,
  commands,
  ConfigurationTarget,
  version,
  workspace,
} from 'vscode';
import { toolNames } from '../../src/agents/toolNames';
import { tools } from '../../src/agents/toolRunner';
import { profiles } from '../../src/demo/server';
import { call, isValidInput, refusal, turnOn, untilOffered, type Result } from './support/agents';
import { inputsOf, knownFrom, runAll } from './support/allTools';
import { answerModals, atEnd, connect, connected, demo, setting } from './support/service';

describe('the tools of agents', () => {
  it('are offered and answer only while they are turned on for the connection [guarantee: agents-each-call]', async () => {
    await connected('Acme');
    await untilOffered(false);
    for (const name of toolNames) assert.match(await refusal(name, {}), /has not turned on agent tools/);

    const asked = await turnOn();
    assert.deepEqual(asked, ['Turn on agent tools for Acme?']);
    await untilOffered(true);
    assert.deepEqual(workspace.getConfiguration('poolview').get('agents'), ['Acme']);
    await call('poolview_timeline', { sources: ['change'] });

    const chosen = answerModals('Turn Off');
    await commands.executeCommand('poolview.agentTools');
    assert.deepEqual(chosen, ['Agent tools are on for Acme.']);
    await untilOffered(false);
    for (const name of toolNames) assert.match(await refusal(name, {}), /has not turned on agent tools/);
  });

  it('stay off if the user does not confirm', async () => {
    await connected('Acme');
    answerModals(undefined);
    await commands.executeCommand('poolview.agentTools');
    assert.match(
      await refusal('poolview_timeline', { sources: ['change'] }),
      /has not turned on agent tools/,
    );
    assert.deepEqual(workspace.getConfiguration('poolview').get('agents'), []);
  });

  it('are off after the base URL of the connection has changed, until the user confirms it', async () => {
    const { apiKey } = await connected('Acme');
    await turnOn();
    const other = await demo({ apiKey });
    answerModals(undefined);
    await setting('connections', [{ name: 'Acme', baseUrl: other.baseUrl }]);
    assert.match(
      await refusal('poolview_timeline', { sources: ['change'] }),
      /has not turned on agent tools/,
    );
    assert.deepEqual(other.requests, []);
    const asked = answerModals('Turn On');
    await commands.executeCommand('poolview.agentTools');
    assert.deepEqual(asked, ['Turn on agent tools for Acme?']);
    await call('poolview_timeline', { sources: ['change'] });
  });

  it('are off after Disconnect, also for a new connection with the same name and base URL', async () => {
    const { baseUrl, apiKey } = await connected('Acme');
    await turnOn();
    answerModals('Disconnect');
    await commands.executeCommand('poolview.disconnect');
    assert.deepEqual(workspace.getConfiguration('poolview').get('agents'), []);
    await connect('Acme', baseUrl, apiKey);
    await untilOffered(false);
    assert.match(
      await refusal('poolview_timeline', { sources: ['change'] }),
      /has not turned on agent tools/,
    );
  });

  it('are off for other connections', async () => {
    const { baseUrl, apiKey } = await connected('Acme');
    await turnOn();
    await connect('Other', baseUrl, apiKey);
    assert.match(
      await refusal('poolview_timeline', { sources: ['change'] }),
      /has not turned on agent tools/,
    );
  });

  it('are turned on for the demo service until it ends, and it is not in the settings', async () => {
    await commands.executeCommand('poolview.exploreDemo');
    atEnd(() => commands.executeCommand('poolview.disconnect'));
    assert.match(
      await refusal('poolview_timeline', { sources: ['change'] }),
      /has not turned on agent tools/,
    );
    await turnOn();
    await untilOffered(true);
    await call('poolview_timeline', { sources: ['change'] });
    assert.deepEqual(workspace.getConfiguration('poolview').get('agents'), []);
    await commands.executeCommand('poolview.disconnect');
    await untilOffered(false);
    assert.match(await refusal('poolview_timeline', { sources: ['change'] }), /not connected to a service/);
    await commands.executeCommand('poolview.exploreDemo');
    assert.match(
      await refusal('poolview_timeline', { sources: ['change'] }),
      /has not turned on agent tools/,
    );
  });

  it('say where they read', () => {
    for (const name of toolNames) {
      for (const input of inputsOf(name)) {
        const text = tools[name].invocation(input, 'Acme (api.acme.dev)', () => 'payments-eu') ?? '';
        assert.match(text, /Acme \(api\.acme\.dev\)/);
      }
    }
  });

  // `large` offers the same as `full`.
  for (const profile of profiles.filter((name) => name !== 'large')) {
    it(`return no key, whatever they return, with the demo profile ${profile} [guarantee: agents-no-secrets]`, async () => {
      const { apiKey } = await connected(`Agents ${profile}`, { profile });
      await turnOn();
      const outcomes = await runAll();
      for (const { name, result, refusal } of outcomes) {
        assert(!(result?.text ?? refusal ?? '').includes(apiKey), name);
      }
      if (profile !== 'full') return;
      for (const name of toolNames) {
        assert(
          outcomes.some((outcome) => outcome.name === name && outcome.result !== undefined),
          name,
        );
      }
      assert.deepEqual([...knownFrom(outcomes).items.keys()].sort(), [
        'cluster',
        'machine',
        'pool',
        'project',
      ]);
    }).timeout(90_000);
  }

  it('return neither the key nor control characters if all texts of the service are attacks', async () => {
    const { apiKey } = await connected('Agents', { hostile: true });
    await turnOn();
    for (const { name, result, refusal } of await runAll()) {
      assert(!(result?.text ?? refusal ?? '').includes(apiKey), name);
      // As JSON escapes them.
      assert.doesNotMatch(result?.text ?? '', /\\u00[01]|\\[nr]|[\u202e\u2060\ufeff]/, name);
      assert.doesNotMatch(refusal ?? '', /evil|command:|onerror/, name);
    }
  }).timeout(90_000);

  it('tell the agent what to do about arguments that make no sense', async () => {
    const { apiKey } = await connected('Agents');
    await turnOn();
    for (const name of toolNames) {
      const { properties = {} } = tools[name].inputSchema as { readonly properties?: object };
      const [valid = {}] = inputsOf(name);
      const nonsense: readonly unknown[] = [
        { ...valid, unknownArgument: apiKey },
        { ...valid, ['x'.repeat(100_000)]: 1 },
        JSON.parse('{"__proto__":{"polluted":1},"constructor":7}'),
        ...Object.keys(properties).flatMap((property) =>
          [{ nested: [apiKey] }, [1], apiKey.repeat(2000), -1.5].map((value) => ({
            ...valid,
            [property]: value,
          })),
        ),
      ];
      for (const input of nonsense) {
        if (isValidInput(name, input)) continue;
        const message = await refusal(name, input);
        assert.match(message, /call the tool again|Repeat the call/, message);
        assert(!message.includes(apiKey), message);
        assert(message.length < 2000, message);
      }
    }
  });

  it('ask the user before a role is removed, even if VS Code runs tools without asking [guarantee: agents-change-nothing]', async () => {
    const service = await connected('Agents');
    // Newer versions have another setting, about which they ask in a dialog that tests like these cannot show.
    if (version.startsWith('1.100.')) {
      const chat = workspace.getConfiguration('chat');
      atEnd(() => chat.update('tools.autoApprove', undefined, ConfigurationTarget.Global));
      await chat.update('tools.autoApprove', true, ConfigurationTarget.Global);
    }
    await turnOn();
    const team = service.fleet.directory.teams.find(({ resourceRoles }) => resourceRoles.length > 1);
    const [role, other] = team?.resourceRoles ?? [];
    assert(team && role && other);
    const propose = (roleUid: string): Promise<Result> =>
      call('poolview_propose_role_removal', { teamUid: team.uid, roleUid });
    const removals = (): number => service.requests.filter(({ method }) => method === 'DELETE').length;

    const confirmed = answerModals('Remove Role');
    const { data } = await propose(other.uid);
    assert.equal(confirmed.length, 1);
    assert.deepEqual([data['decision'], data['outcome']], ['confirmed', 'removed']);
    assert.equal(removals(), 1);

    const dismissed = answerModals(undefined);
    assert.equal((await propose(role.uid)).data['decision'], 'declined');
    assert.match(dismissed[0] ?? '', /^Remove ".+" from team /);
    const again = await refusal('poolview_propose_role_removal', { teamUid: team.uid, roleUid: role.uid });
    assert.match(again, /declined a proposal/);
    assert.equal(dismissed.length, 1);
    assert.equal(removals(), 1);
  });

  it('can be canceled', async () => {
    await connected('Agents');
    await turnOn();
    const source = new CancellationTokenSource();
    source.cancel();
    await assert.rejects(call('poolview_timeline', { sources: ['change'] }, source.token), (error) => {
      return error instanceof CancellationError || (error instanceof Error && error.name === 'Canceled');
    });
  });
});
