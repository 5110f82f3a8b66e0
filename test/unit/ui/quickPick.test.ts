import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { QuickInputButtons, QuickPickItemKind } from 'vscode';
import { back } from '../../../src/ui/quickInput';
import type { PickItem } from '../../../src/ui/searchList';
import { pickMany, pickOne } from '../../../src/ui/quickPick';
import { nextQuickPick } from '../support/quickPick';

type Item = PickItem<string>;

const separator: Item = { label: '', kind: QuickPickItemKind.Separator };
const [one, two, three] = ['one', 'two', 'three'].map((label): Item => ({ label, value: label })) as [
  Item,
  Item,
  Item,
];

const title = 'Title';

describe('a quick pick', () => {
  it('stays open while a button in its title does something', async () => {
    const list = nextQuickPick();
    const run = vi.fn(() => Promise.resolve());
    const picked = pickOne({ title, items: [one], buttons: [{ icon: 'copy', tooltip: 'Copy', run }] });
    expect(list.buttons).toMatchObject([{ iconPath: { id: 'copy' }, tooltip: 'Copy' }]);
    list.pressed.fire(list.buttons[0]);
    expect(run).toHaveBeenCalledOnce();
    list.choose(one);
    expect(await picked).toBe('one');
  });

  it('returns the value of the chosen item', async () => {
    const list = nextQuickPick();
    const picked = pickOne({ title, items: [one, two] });
    list.choose(two);
    expect(await picked).toBe('two');
    expect(list.dispose).toHaveBeenCalled();
  });

  it('returns undefined when it is closed, and ignores an item that is only shown', async () => {
    const list = nextQuickPick();
    const picked = pickOne({ title, items: [{ label: 'Nothing' }] });
    list.choose(...list.items);
    list.hidden.fire();
    expect(await picked).toBeUndefined();
  });

  it('goes back from any step but the first', async () => {
    const list = nextQuickPick();
    const picked = pickOne({ title, items: [one], step: 2, totalSteps: 2 });
    expect(list.buttons).toEqual([QuickInputButtons.Back]);
    list.pressed.fire(QuickInputButtons.Back);
    expect(await picked).toBe(back);
    const first = nextQuickPick();
    void pickOne({ title, items: [one], step: 1, totalSteps: 2 });
    expect(first.buttons).toEqual([]);
  });

  it('returns the checked items, or else the focused one', async () => {
    const list = nextQuickPick();
    const picked = pickMany({ title, items: [one, two, three] });
    expect(list.canSelectMany).toBe(true);
    list.choose(one, three);
    expect(await picked).toEqual(['one', 'three']);
    const other = nextQuickPick();
    const focused = pickMany({ title, items: [one, two] });
    other.activeItems = [two];
    other.choose();
    expect(await focused).toEqual(['two']);
  });

  it('has no check box for a single item', () => {
    const list = nextQuickPick();
    void pickMany({ title, items: [one] });
    expect(list.canSelectMany).toBe(false);
  });
});

describe('a quick pick that loads its items', () => {
  it('is busy until they are loaded, and focuses the first below a separator', async () => {
    const list = nextQuickPick();
    let answer: ((items: readonly Item[]) => void) | undefined;
    void pickOne({ title, items: () => new Promise<readonly Item[]>((resolve) => (answer = resolve)) });
    expect([list.busy, list.show.mock.calls.length]).toEqual([true, 1]);
    answer?.([three, separator, one, two]);
    await expect.poll(() => !list.busy).toBeTruthy();
    expect(list.activeItems).toEqual([one]);
  });

  it('aborts the loading when it is closed', async () => {
    const list = nextQuickPick();
    let aborted: AbortSignal | undefined;
    const picked = pickOne<string>({
      title,
      items: (signal) => {
        aborted = signal;
        return new Promise(() => undefined);
      },
    });
    list.hidden.fire();
    expect([await picked, aborted?.aborted]).toEqual([undefined, true]);
  });

  it('closes with the error if loading fails', async () => {
    const list = nextQuickPick();
    await expect(pickOne({ title, items: () => Promise.reject(new Error('failed')) })).rejects.toThrow(
      'failed',
    );
    expect(list.dispose).toHaveBeenCalled();
  });
});

describe('a quick pick that searches', () => {
  const nothingFound = (): string => 'No results';
  const searching = { label: 'Searching…', alwaysShow: true };
  const find = (text: string): readonly Item[] =>
    [one, two].filter(({ label }) => label.includes(text.trim()));

  it('shows known items at once, and further ones after a pause in typing', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const list = nextQuickPick();
    const search = vi.fn(() => Promise.resolve([three]));
    void pickOne({ title, items: { find, search, nothingFound } });
    expect([list.items, list.busy]).toEqual([[one, two], false]);
    list.type('t');
    list.type('tw');
    expect([list.items, list.busy]).toEqual([[two], true]);
    list.activeItems = [two];
    await vi.advanceTimersByTimeAsync(300);
    expect(search.mock.calls).toEqual([['tw', expect.any(AbortSignal)]]);
    expect([list.items, list.activeItems, list.busy]).toEqual([[two, three], [two], false]);
  });

  it('drops the result for a text that was changed meanwhile', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const list = nextQuickPick();
    const answers: ((items: readonly Item[]) => void)[] = [];
    const search = () => new Promise<readonly Item[]>((resolve) => answers.push(resolve));
    void pickOne({ title, items: { find, search, nothingFound } });
    list.type('x');
    await vi.advanceTimersByTimeAsync(300);
    list.type('xy');
    await vi.advanceTimersByTimeAsync(300);
    answers[0]?.([three]);
    await vi.advanceTimersByTimeAsync(0);
    expect([list.items, list.busy, list.title]).toEqual([[searching], true, title]);
    answers[1]?.([]);
    await vi.advanceTimersByTimeAsync(0);
    // What can't be chosen is no item.
    expect([list.items, list.busy, list.title]).toEqual([[], false, 'Title · No results']);
    list.type('o');
    expect([list.items, list.title]).toEqual([[one, two], title]);
  });

  it('searches for no text that was not checked, although an earlier one still is', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const list = nextQuickPick();
    const checks = new Map<string, (refusal: string | undefined) => void>();
    const refusalOf = (text: string) =>
      new Promise<string | undefined>((resolve) => void checks.set(text, resolve));
    const search = vi.fn(() => Promise.resolve([]));
    void pickOne({ title, items: { find: () => [], search, refusalOf } });
    list.type('x');
    await vi.advanceTimersByTimeAsync(300);
    list.type('an API key');
    checks.get('x')?.(undefined);
    await vi.advanceTimersByTimeAsync(300);
    checks.get('an API key')?.('Refused');
    await vi.advanceTimersByTimeAsync(0);
    expect(search.mock.calls).toEqual([]);
    expect(list.items).toMatchObject([{ label: 'Refused' }]);
  });

  it('takes no text that is refused, although the user types on while it is checked', async () => {
    const list = nextQuickPick();
    let refuse = (_text: string): void => undefined;
    const refusal = new Promise<string>((resolve) => (refuse = resolve));
    const items = { find: (text: string) => [{ label: text, value: text }], refusalOf: () => refusal };
    const taken = vi.fn();
    void pickOne<string>({ title, items }).then(taken);
    list.type('an API key');
    list.choose(...list.items);
    list.type('x');
    refuse('Refused');
    await new Promise((done) => setImmediate(done));
    expect(taken).not.toHaveBeenCalled();
  });

  it('offers an alternative below all others at once, and first if there are no others', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const list = nextQuickPick();
    const alternative = (text: string): Item | undefined => (text === '' ? undefined : three);
    const search = () => Promise.resolve([]);
    void pickOne({ title, items: { find, search, nothingFound, alternative } });
    expect(list.items).toEqual([one, two]);
    list.type('tw');
    expect(list.items).toEqual([two, separator, three]);
    list.activeItems = [three];
    await vi.advanceTimersByTimeAsync(300);
    expect([list.items, list.activeItems]).toEqual([[two, separator, three], [three]]);
    list.type('x');
    expect([list.items, list.title]).toEqual([[three], title]);
    await vi.advanceTimersByTimeAsync(300);
    expect([list.items, list.title]).toEqual([[three], 'Title · No results']);
  });

  it.each([
    ['the first result', [one, two], undefined, 'one'],
    ['the first result instead of the alternative', [one, two], three, 'one'],
    ['the alternative if nothing is found', [], three, 'three'],
  ])('remembers an early Enter, which takes %s', async (_, found, alternative, chosen) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const list = nextQuickPick();
    const search = () => Promise.resolve(found);
    const items = { find: () => [], search, alternative: () => alternative };
    const picked = pickOne<string>({ title, items });
    list.type('x');
    list.activeItems = list.items;
    list.accepted.fire();
    expect(list.dispose).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(300);
    expect(await picked).toBe(chosen);
  });

  it('forgets an early Enter when the user types on, and takes the alternative at the second', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const list = nextQuickPick();
    const search = () => new Promise<readonly Item[]>(() => undefined);
    const picked = pickOne<string>({ title, items: { find: () => [], search, alternative: () => three } });
    list.type('x');
    list.accepted.fire();
    list.type('xy');
    list.accepted.fire();
    expect(list.dispose).not.toHaveBeenCalled();
    list.accepted.fire();
    expect(await picked).toBe('three');
  });

  it('takes the first item if VS Code still has the focus on one that was replaced', async () => {
    const list = nextQuickPick();
    const items = { find: (text: string) => (text === '' ? [one, two] : [three, two]) };
    const picked = pickOne<string>({ title, items });
    list.activeItems = [one];
    list.type('t');
    // It tells the index.
    list.selectedItems = [two];
    list.accepted.fire();
    expect(await picked).toBe('three');
  });
});

describe('a quick pick of which items complete the text', () => {
  const complete: Item = { label: 'two', text: 'two' };
  const find = (text: string): readonly Item[] => [{ label: text, value: text }, complete];

  it('stays open when one is chosen, and searches for the text', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const list = nextQuickPick();
    const search = vi.fn(() => Promise.resolve([three]));
    const picked = pickOne({ title, items: { text: 'one', find, search } });
    expect([list.value, list.items[0], list.busy]).toEqual(['one', { label: 'one', value: 'one' }, true]);
    list.choose(complete);
    expect([list.value, list.items[0], list.busy]).toEqual(['two', { label: 'two', value: 'two' }, true]);
    await vi.advanceTimersByTimeAsync(300);
    expect(search.mock.calls).toEqual([['two', expect.any(AbortSignal)]]);
    expect(list.items).toContain(three);
    list.choose(...list.items.slice(0, 1));
    expect(await picked).toBe('two');
  });

  it('searches for no text, too, once the user has typed, and keeps the focus on the same place', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const list = nextQuickPick();
    const search = vi.fn(() => Promise.resolve([]));
    void pickOne({ title, items: { text: 'one', find, search } });
    list.type('');
    list.activeItems = list.items.slice(1);
    await vi.advanceTimersByTimeAsync(300);
    expect(search).toHaveBeenCalledOnce();
    expect(list.activeItems).toEqual([complete]);
  });

  it('returns a value while it is searching', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const list = nextQuickPick();
    const picked = pickOne<string>({
      title,
      items: { find, search: () => new Promise(() => undefined) },
    });
    list.type('a');
    await vi.advanceTimersByTimeAsync(300);
    expect(list.busy).toBe(true);
    list.choose(...list.items.slice(0, 1));
    expect(await picked).toBe('a');
  });
});

it('says below the box what a search requests', () => {
  const list = nextQuickPick();
  void pickOne({ title, items: { find: () => [one], prompt: '1 request' } });
  expect(list.prompt).toBe('1 request');
});
