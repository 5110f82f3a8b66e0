import { afterEach, describe, expect, it } from 'vitest';
import { settings } from '../../../src/connections/settings';
import { clearSettings, writeSetting } from '../support/vscode';

afterEach(clearSettings);

describe('the settings', () => {
  it('are those of the user where a workspace writes what Poolview does not know', () => {
    writeSetting('poolview.apiKey', 'key-in-a-workspace', 'workspace');
    writeSetting('poolview.token', 'key-of-the-user');
    expect(settings.problems.map(({ setting, isSecret }) => [setting, isSecret])).toEqual([['token', true]]);
  });

  it('are used as they are written', () => {
    writeSetting('poolview.statusBar', false);
    writeSetting('poolview.autoRefreshSeconds', 10);
    expect([settings.statusBar, settings.autoRefreshMs, settings.problems]).toEqual([false, 10_000, []]);
  });
});
