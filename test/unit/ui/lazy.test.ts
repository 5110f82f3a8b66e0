import { describe, expect, it, vi } from 'vitest';
import { lazy } from '../../../src/ui/timing';

describe('lazy', () => {
  const disposed = vi.fn();
  const create = vi.fn(() => Promise.resolve({ dispose: disposed }));

  it('creates nothing until it is needed, and then once', async () => {
    create.mockClear();
    const view = lazy(create);
    expect(create).not.toHaveBeenCalled();
    expect(await view()).toBe(await view());
    expect(create).toHaveBeenCalledOnce();
  });

  it('disposes of what was created, even while it is being loaded, and creates it again afterwards', async () => {
    disposed.mockClear();
    const view = lazy(create);
    await view.dispose();
    expect(disposed).not.toHaveBeenCalled();
    const first = view();
    await view.dispose();
    expect(disposed).toHaveBeenCalledOnce();
    expect(await view()).not.toBe(await first);
  });
});
