import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { window, type LogOutputChannel } from 'vscode';
import {
  invalidSettings,
  readSetting,
  settingsWithSecrets,
  warnOfSettings,
} from '../../../src/connections/settings';
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
  const warning = warnOfSettings({ warn: (line: string) => lines.push(line) } as unknown as LogOutputChannel);
  onTestFinished(() => {
    warning.dispose();
    Object.assign(window, { showWarningMessage });
    expect(lines).toEqual(said);
    expect(said.join()).not.toContain(planted);
  });
  await new Promise((resolve) => setImmediate(resolve));
  await vi.dynamicImportSettled();
  return said;
}

describe('the settings', () => {
  it('are used as they are written', () => {
    writeSetting('poolview.editorHover', false);
    writeSetting('poolview.autoRefreshSeconds', 10);
    expect([readSetting('editorHover'), readSetting('autoRefreshSeconds') * 1000, invalidSettings()]).toEqual(
      [false, 10_000, []],
    );
  });

  it('are searched for secrets in the user settings, not in the workspace', () => {
    writeSetting('poolview.apiKey', planted, 'workspace');
    writeSetting('poolview.token', planted);
    expect(settingsWithSecrets()).toEqual(['token']);
  });
});

describe('the warning of settings', () => {
  it('names all invalid settings in one message, at startup', async () => {
    writeSetting('poolview.pageSize', 500);
    writeSetting('poolview.connections', 'nonsense');
    expect(await warnings()).toEqual([
      'These settings have invalid values: poolview.connections, poolview.pageSize.',
    ]);
  });

  it('is not shown if all settings are valid', async () => {
    writeSetting('poolview.pageSize', 20);
    writeSetting('poolview.pagesize', 500);
    expect(await warnings()).toEqual([]);
  });

  it('is shown again only if another setting becomes invalid, or the same one again', async () => {
    const said = await warnings();
    writeSetting('poolview.pageSize', 500);
    writeSetting('poolview.pageSize', 600);
    await vi.dynamicImportSettled();
    expect(said).toHaveLength(1);
    writeSetting('poolview.editorHover', 'yes');
    await vi.dynamicImportSettled();
    expect(said).toHaveLength(2);
    writeSetting('poolview.pageSize', 20);
    await vi.dynamicImportSettled();
    expect(said).toHaveLength(2);
    writeSetting('poolview.pageSize', 500);
    await vi.dynamicImportSettled();
    expect(said).toHaveLength(3);
  });

  it('starts with secrets, says what to do, and never shows them', async () => {
    writeSetting('poolview.pageSize', 500);
    writeSetting('poolview.token', planted);
    writeSetting('poolview.connections', [
      { name: 'acme', baseUrl: `https://me:${planted}@api.example.com`, apiKey: planted },
    ]);
    const [text = ''] = await warnings();
    expect(text).toMatch(/^A key or password was found in poolview\.token, poolview\.connections\. /);
    expect(text).toContain('Delete it there, treat it as compromised');
    expect(text).toContain('These settings have invalid values: poolview.pageSize.');
  });

  it('is shown for a secret in a setting that is already invalid', async () => {
    writeSetting('poolview.connections', [{ name: 'acme' }]);
    const said = await warnings();
    writeSetting('poolview.connections', [{ name: 'acme', apiKey: planted }]);
    await vi.dynamicImportSettled();
    expect(said).toHaveLength(2);
    expect(said[1]).toContain('A key or password was found in');
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
