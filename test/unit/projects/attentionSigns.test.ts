import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { MarkdownString, window } from 'vscode';
import { attentionIn } from '../../../src/items/attention';
import type { Inventory } from '../../../src/items/inventory';
import { AttentionSigns } from '../../../src/projects/attentionSigns';
import { speakChinese } from '../shown/support/chinese';
import { clearSettings } from '../support/vscode';

vi.mock(import('../../../src/items/attention'), async (original) => ({
  ...(await original()),
  attentionIn: vi.fn(),
}));

let shown: string | undefined;
const item = {
  text: '',
  tooltip: new MarkdownString(''),
  show: () => (shown = item.text),
  hide: () => (shown = undefined),
  dispose: () => (shown = undefined),
};

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(window, { createStatusBarItem: () => item });
});

afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(window, 'createStatusBarItem');
  clearSettings();
});

/** The badge and status bar item of a view in which this many clusters and machines need attention. */
function signsFor(clusters: number, machines: number, known = 0) {
  const view: { badge?: { readonly value: number; readonly tooltip: string } | undefined } = {};
  const active = {
    session: { connection: { name: 'Acme', baseUrl: 'https://api.example.com' } },
    coverage: () => ({ projects: { read: 41, total: 128 } }),
  };
  vi.mocked(attentionIn).mockReturnValue({
    count: clusters || machines,
    clusters,
    machines,
    known,
    rows: [],
    counted: [],
  });
  const signs = new AttentionSigns(view, () => active as unknown as Inventory);
  const update = (): void => {
    signs.update();
    vi.runAllTimers();
  };
  update();
  return { view, signs, update };
}

it.each([
  [12, 3, '12 clusters, 3 machines need attention; 41 of 128 projects counted'],
  [2, 0, '2 clusters need attention; 41 of 128 projects counted'],
  [0, 1, '1 machine needs attention; 41 of 128 projects counted'],
])('show what was counted: %d clusters, %d machines', (clusters, machines, text) => {
  const { view, signs } = signsFor(clusters, machines);
  expect(view.badge).toEqual({ value: clusters || machines, tooltip: text });
  expect(shown).toBe(`$(warning) Poolview: ${clusters || machines}`);
  const shownText = `${text} · Acme · api.example.com`.replaceAll(/[.;,]/g, String.raw`\$&`);
  expect(item.tooltip).toMatchObject({
    value: `${shownText}\n\n[Open Fleet Overview](command:poolview.openFleetOverview)`,
    isTrusted: { enabledCommands: ['poolview.openFleetOverview'] },
  });
  signs.dispose();
});

it('separate what is known as the language does', () => {
  onTestFinished(speakChinese());
  const { view, signs } = signsFor(2, 0, 3);
  expect(view.badge?.tooltip).toBe('2 个集群需要关注；3 个已知；已统计 41（共 128 个项目）');
  signs.dispose();
});

it('are hidden if nothing needs attention', () => {
  const { view, signs } = signsFor(0, 0);
  expect([view.badge, shown]).toEqual([undefined, undefined]);
  signs.dispose();
});
