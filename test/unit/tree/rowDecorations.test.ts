import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ThemeColor } from 'vscode';
import type { ItemHealth } from '../../../src/items/item';
import { RowDecorations } from '../../../src/tree/rowDecorations';

function decorations(...health: (readonly [id: string, ItemHealth])[]) {
  const rows = new Map<string, ItemHealth>(health);
  const provider = new RowDecorations((id: string) => rows.get(id));
  const changed: string[] = [];
  provider.onDidChangeFileDecorations((uris) => changed.push(...(uris?.map(({ path }) => path) ?? ['all'])));
  onTestFinished(() => {
    provider.dispose();
  });
  const of = (id: string) => provider.provideFileDecoration(provider.uriOf(id));
  return { rows, provider, changed, of };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the decoration of a row', () => {
  const error = new ThemeColor('poolview.failedRowForeground');
  it.each<[ItemHealth, object | undefined]>([
    [
      { state: 'failed', cause: 'Failed' },
      { badge: '!', tooltip: 'Failed', color: error },
    ],
    [
      { state: 'failed', cause: 'Error' },
      { badge: '!', tooltip: 'Failed: Error' },
    ],
    [
      { state: 'unhealthy', cause: 'DiskPressure' },
      {
        badge: '!',
        tooltip: 'Unhealthy: DiskPressure',
        color: new ThemeColor('poolview.unhealthyRowForeground'),
      },
    ],
    [
      { state: 'lateHeartbeat', cause: 'No heartbeat for 1 hr' },
      { badge: 'H', tooltip: 'No heartbeat for 1 hr' },
    ],
    [
      { state: 'maintenance', cause: 'Maintenance' },
      { badge: 'M', tooltip: 'Maintenance' },
    ],
    [
      { state: 'inTransition', cause: 'Provisioning' },
      { badge: '…', tooltip: 'Provisioning' },
    ],
    [
      { state: 'unknown', cause: 'Hibernating' },
      { badge: '?', tooltip: 'Hibernating' },
    ],
    [{ state: 'notRead', cause: '' }, undefined],
    [{ state: 'unknown', cause: '' }, undefined],
    [{ state: 'healthy', cause: '' }, undefined],
  ])('matches the health %j', (health, expected) => {
    const { of } = decorations(['row', health]);
    if (expected === undefined) expect(of('row')).toBeUndefined();
    else expect(of('row')).toMatchObject(expected);
  });

  it('applies to one row, although VS Code ignores case', () => {
    const failed = { state: 'failed', cause: 'Failed' } as const;
    const { provider, of } = decorations(['root/pool~A%2Fb', failed]);
    expect(of('root/pool~A%2Fb')).toBeDefined();
    expect(of('root/pool~a%2Fb')).toBeUndefined();
    const paths = ['root/pool~A', 'root/pool~a'].map((id) => provider.uriOf(id).path.toLowerCase());
    expect(new Set(paths).size).toBe(2);
  });

  it('is updated only when it has changed', () => {
    const healthy = { state: 'healthy', cause: '' } as const;
    const failed = { state: 'failed', cause: 'Failed' } as const;
    const { rows, provider, changed, of } = decorations(['a', healthy], ['b', healthy], ['c', failed]);
    for (const id of rows.keys()) of(id);
    rows.set('b', failed);
    for (const [id, health] of rows) provider.follow(id, health);
    provider.follow('never-asked-for', failed);
    vi.runAllTimers();
    expect(changed).toEqual(['/b']);
  });

  it('is asked for again, and kept no longer, when another connection is shown', () => {
    const failed = { state: 'failed', cause: 'Failed' } as const;
    const { provider, changed, of } = decorations(['a', failed]);
    provider.forget();
    expect(changed).toEqual([]);
    of('a');
    provider.forget();
    expect(changed).toEqual(['all']);
    provider.follow('a', { state: 'healthy', cause: '' });
    vi.runAllTimers();
    expect(changed).toEqual(['all']);
  });
});
