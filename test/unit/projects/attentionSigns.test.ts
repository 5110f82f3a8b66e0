import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { window } from 'vscode';
import type { ActiveProjects } from '../../../src/projects/activeProjects';
import { AttentionSigns } from '../../../src/projects/attentionSigns';
import { clearSettings, writeSetting } from '../support/vscode';

let shown: string | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  const item = {
    text: '',
    show: () => (shown = item.text),
    dispose: () => (shown = undefined),
  };
  Object.assign(window, { createStatusBarItem: () => item });
});

afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(window, 'createStatusBarItem');
  clearSettings();
});

it('the status bar says how many machines need attention, unless poolview.statusBar is off', () => {
  const view: { badge?: { readonly value: number; readonly tooltip: string } | undefined } = {};
  const active = {
    session: { connection: { name: 'Acme', baseUrl: 'https://api.example.com' } },
    model: { machinesNeedingAttention: ['one', 'other'] },
  };
  const signs = new AttentionSigns(view, () => active as unknown as ActiveProjects);
  const update = (): void => {
    signs.update();
    vi.runAllTimers();
  };
  update();
  expect(shown).toContain('2');
  expect(view.badge?.value).toBe(2);

  writeSetting('poolview.statusBar', false);
  update();
  expect(shown).toBeUndefined();
  expect(view.badge?.value).toBe(2);

  writeSetting('poolview.statusBar', undefined);
  update();
  expect(shown).toContain('2');
  signs.dispose();
  expect(shown).toBeUndefined();
});
