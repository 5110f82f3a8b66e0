import { describe, expect, it } from 'vitest';
import { Branch } from '../../../src/projects/branch';
import type { Node } from '../../../src/projects/nodes';
import { projectFrom } from '../support/resources';

const rows: readonly Node[] = [{ kind: 'project', id: 'a', parent: undefined, project: projectFrom({}) }];

describe('a branch', () => {
  it('does not stay broken after a failure that nobody foresaw', async () => {
    const branch = new Branch();
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
    const branch = new Branch();
    branch.close();
    await branch.load(
      () => Promise.reject(new Error('read')),
      () => undefined,
    );
    expect(branch.nodes).toEqual([]);
  });
});
