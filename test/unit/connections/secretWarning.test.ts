import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { window, type LogOutputChannel } from 'vscode';
import { settingsWithSecrets, warnOfSecrets, readSetting } from '../../../src/connections/settings';
import { clearSettings, writeSetting } from '../support/vscode';

afterEach(clearSettings);

const planted = 'hunter2-hunter2';

/** The messages and the lines of the log from now on. */
async function warnings(): Promise<readonly string[]> {
  const said: string[] = [];
  const { showWarningMessage } = window;
  Object.assign(window, {
    showWarningMessage: (text: string) => Promise.resolve(void said.push(text)),
  });
  const lines: string[] = [];
  const warning = warnOfSecrets({ warn: (line: string) => lines.push(line) } as unknown as LogOutputChannel);
  onTestFinished(() => {
    warning.dispose();
    Object.assign(window, { showWarningMessage });
    expect(lines).toEqual(said);
    expect(said.join()).not.toContain(planted);
  });
  await new Promise((resolve) => setImmediate(resolve));
  return said;
}

describe('the settings', () => {
  it('are used as they are written', () => {
    writeSetting('poolview.editorHover', false);
    writeSetting('poolview.autoRefreshSeconds', 10);
    expect([readSetting('editorHover'), readSetting('autoRefreshSeconds')]).toEqual([false, 10]);
  });

  it('are searched for secrets in the user settings, not in the workspace', () => {
    writeSetting('poolview.apiKey', planted, 'workspace');
    writeSetting('poolview.token', planted);
    expect(settingsWithSecrets()).toEqual(['token']);
  });
});

describe('the warning of secrets', () => {
  it('names the settings, says what to do, and never shows them [guarantee: invalid-settings]', async () => {
    writeSetting('poolview.token', planted);
    writeSetting('poolview.connections', [
      { name: 'acme', baseUrl: `https://me:${planted}@api.example.com`, apiKey: planted },
    ]);
    const [text = ''] = await warnings();
    expect(text).toMatch(/^A key or password was found in poolview\.token, poolview\.connections\. /);
    expect(text).toContain('Delete it there, treat it as compromised');
  });

  it('is not shown for what VS Code marks, and again only if there is another secret', async () => {
    writeSetting('poolview.pageSize', 500);
    writeSetting('poolview.connections', [{ name: 'acme' }, 7]);
    const said = await warnings();
    expect(said).toEqual([]);
    const entry = { name: 'acme', apiKey: planted };
    writeSetting('poolview.connections', [entry]);
    writeSetting('poolview.connections', [{ ...entry, name: 'beta' }]);
    expect(said).toHaveLength(1);
    writeSetting('poolview.connections', []);
    writeSetting('poolview.connections', [entry]);
    expect(said).toHaveLength(2);
  });

  it('escapes and shortens the names of settings', async () => {
    const name = `[Sign in](command:workbench.action.quit) $(error) ${'x'.repeat(100_000)}`;
    writeSetting(`poolview.${name}`, { key: 1 });
    for (let index = 0; index < 1000; index++) writeSetting(`poolview.token${index}`, planted);
    const [text = ''] = await warnings();
    expect(text).toContain('Sign in');
    expect(text).not.toMatch(/\]\(|\$\(/);
    expect(text.length).toBeLessThan(700);
  });
});
