import { afterEach, describe, expect, it, vi } from 'vitest';
import type * as fs from 'node:fs';

const acme = { name: 'Acme', baseUrl: 'https://api.acme.dev' };

/** What is said to a user of a computer that has this file of an administrator. */
async function toldWith(read: () => string) {
  vi.resetModules();
  vi.doMock('node:fs', async (original) => ({
    ...(await original<typeof fs>()),
    readFileSync: (file: string) => (file.endsWith('policy.json') ? read() : ''),
  }));
  const { parseEnteredBaseUrl } = await import('../../../src/connections/enteredValues');
  const { allowChanges } = await import('../../../src/connections/connect');
  const { chooseAgentTools } = await import('../../../src/agents/access');
  const { dialogs } = await import('../support/dialogs');
  const { shown } = dialogs();
  const connections = { session: { connection: { ...acme, readOnly: true } } };
  await allowChanges(connections as unknown as Parameters<typeof allowChanges>[0]);
  const [access, session] = [{}, { connection: acme }];
  await chooseAgentTools(...([access, session] as unknown as Parameters<typeof chooseAgentTools>));
  return { connecting: parseEnteredBaseUrl(acme.baseUrl), changes: shown[0], agents: shown[1] };
}

afterEach(() => {
  vi.doUnmock('node:fs');
  vi.resetModules();
});

const failing = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};

describe('the file of an administrator', () => {
  it.each([
    ['is not JSON', () => '{'],
    ['has a property that Poolview does not know', () => '{"readonly": true}'],
    ["can't be read", failing('EACCES')],
  ])(
    'is named if it %s, and no rule is made up that it does not have [guarantee: administrator-file]',
    async (_, read) => {
      const { connecting, changes, agents } = await toldWith(read);
      const said = expect.stringMatching(
        /^Your administrator's file can't be read or understood, and allows nothing: .*policy\.json$/,
      ) as string;
      expect(connecting).toEqual({ reason: said });
      expect([changes, agents]).toEqual([said, said]);
    },
  );

  it('is understood with a byte order mark, as editors on Windows write it', async () => {
    const { connecting, changes, agents } = await toldWith(
      () => '\ufeff{"readOnly": true, "agents": false, "baseUrls": ["https://api.acme.dev"]}',
    );
    expect(connecting).toEqual({ value: acme.baseUrl });
    expect(changes).toBe('Your administrator allows only read-only connections.');
    expect(agents).toBe('Your administrator has turned off agent tools.');
  });
});
