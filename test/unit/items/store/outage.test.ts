import { describe, expect, it } from 'vitest';
import { ServiceError, type ServiceErrorKind } from '../../../../src/service/errors';
import { itemStore, listOf, wordsFor, type ListScript } from '../../support/lists';

const failure = (kind: ServiceErrorKind, status?: number): ServiceError =>
  new ServiceError({ kind, operation: 'listTeams', status });

/** A view with the rows `a` and `b`, which have one child each, and `c`, whose children are not loaded. */
async function start() {
  const lists = {
    root: listOf('a b c'),
    'root/a': listOf('a1'),
    'root/b': listOf('b1'),
    'root/c': listOf('c1'),
  } satisfies Record<string, ListScript>;
  const scripted = itemStore(lists);
  const a = await scripted.item('a');
  const b = await scripted.item('b');
  const c = await scripted.item('c');
  await scripted.words(a);
  await scripted.words(b);
  const fail = (error: ServiceError, ...names: readonly (keyof typeof lists)[]): void => {
    for (const name of names) lists[name].pages = [error];
  };
  /** The rows of the view, and those of each loaded list. */
  const shown = () =>
    [undefined, a, b, c]
      .map((row) => wordsFor(scripted.view.known(row) ?? []))
      .filter((words) => words !== '');
  return { ...scripted, lists, a, b, c, fail, shown };
}

describe('an outage', () => {
  it.each<ServiceErrorKind>([
    'unreachable',
    'unauthorized',
    'rateLimited',
    'untrustedCertificate',
    'timedOut',
  ])('is shown once, at the top: %s', async (kind) => {
    const { store, view, fail, shown, a } = await start();
    fail(failure(kind), 'root', 'root/a', 'root/b');
    await view.refresh();
    expect(shown()).toEqual([`(${kind}) a b c`, 'a1', 'b1']);
    const [row] = view.known() ?? [];
    expect(row).toMatchObject({ kind: 'error', parent: undefined, isOutage: true, error: { kind } });
    for (const old of [a, ...store.rows(a)]) expect(store.isOutdated(old)).toBe(true);
  });

  it('is shown at the top, whichever lists report it, until any list is read again', async () => {
    const { store, view, fail, shown, lists, a, b } = await start();
    fail(failure('unreachable'), 'root/a', 'root/b');
    await view.refresh();
    expect(shown()).toEqual(['(unreachable) a b c', 'a1', 'b1']);
    expect(store.isOutdated(a)).toBe(false);
    lists['root/a'].pages = ['a1'];
    await view.refresh(a);
    // The service can be reached: only this list is not up to date.
    expect(shown()).toEqual(['a b c', 'a1', '(unreachable) b1']);
    lists['root/b'].pages = ['b1'];
    await view.refresh(b);
    expect(shown()).toEqual(['a b c', 'a1', 'b1']);
  });

  it('ends when its row is retried, which refreshes everything', async () => {
    const { view, fail, shown, lists } = await start();
    fail(failure('unreachable'), 'root', 'root/a', 'root/b');
    await view.refresh();
    lists.root.pages = ['a b'];
    lists['root/a'].pages = ['a2'];
    lists['root/b'].pages = ['b2'];
    const [row] = view.known() ?? [];
    expect(row?.kind).toBe('error');
    await view.refresh();
    expect(shown()).toEqual(['a b', 'a2', 'b2']);
  });

  it('is also shown in a list without rows', async () => {
    const { fail, shown, words, c } = await start();
    fail(failure('unreachable'), 'root/c');
    expect(await words(c)).toBe('(unreachable)');
    expect(shown()).toEqual(['a b c', 'a1', 'b1', '(unreachable)']);
  });

  it('is any failure that the top-level list has, too', async () => {
    const { view, fail, shown } = await start();
    fail(failure('serviceFault', 503), 'root', 'root/a');
    fail(failure('serviceFault', 500), 'root/b');
    await view.refresh();
    expect(shown()).toEqual(['(serviceFault) a b c', 'a1', '(serviceFault) b1']);
  });
});

describe('a failure of one list', () => {
  it.each([
    ['forbidden', 403],
    ['notFound', 404],
    ['serviceFault', 500],
    ['invalidResponse', 200],
  ] as const)('is shown in that list: %s', async (kind, status) => {
    const { view, fail, shown } = await start();
    fail(failure(kind, status), 'root/a');
    await view.refresh();
    expect(shown()).toEqual(['a b c', `(${kind}) a1`, 'b1']);
  });
});

describe('the decorations of rows', () => {
  it('are updated when a refresh fails and when it works again', async () => {
    const { view, fail, looks, lists, a } = await start();
    fail(failure('unreachable'), 'root/a');
    looks.length = 0;
    await view.refresh(a);
    expect(looks.map(({ id }) => id)).toContain('root/a/a1');
    lists['root/a'].pages = ['a1'];
    looks.length = 0;
    await view.refresh(a);
    expect(looks.map(({ id }) => id)).toContain('root/a/a1');
  });
});
