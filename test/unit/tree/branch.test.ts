import { describe, expect, it } from 'vitest';
import { Branch } from '../../../src/tree/branch';

const rows: readonly string[] = ['a'];

describe('a branch', () => {
  it('does not stay broken after a failure that nobody foresaw', async () => {
    const branch = new Branch<string>();
    await expect(
      branch.load(
        () => Promise.reject(new Error('a bug')),
        () => undefined,
      ),
    ).rejects.toThrow('a bug');
    await branch.load(
      () => Promise.resolve(rows),
      () => undefined,
    );
    expect(branch.nodes).toBe(rows);
  });

  it('reads nothing once it is closed', async () => {
    const branch = new Branch<string>();
    branch.close();
    await branch.load(
      () => Promise.reject(new Error('read')),
      () => undefined,
    );
    expect(branch.nodes).toEqual([]);
  });
});
