import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ChangesMessage } from '../../../src/fleet/messages';
import { ChangeUpdates } from '../../../src/fleet/changeUpdates';
import type { Change, ChangeCoverage } from '../../../src/items/changes/change';
import { changeOf, noCoverage } from '../../support/fakeChanges';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const connection = { name: 'Acme', host: 'api.example.com' };
const [one, two, three] = [1, 2, 3].map((number) => changeOf(number)) as [Change, Change, Change];

/** Changes, newest first, the updates of the page, and what the page receives. */
function shown(...changes: readonly Change[]) {
  const current = { connection, changes, coverage: noCoverage };
  const posted: ChangesMessage[] = [];
  let isKnown = true;
  const updates = new ChangeUpdates(
    () => (isKnown ? current : undefined),
    (message) => posted.push(message),
  );
  const show = (next: readonly Change[], coverage: ChangeCoverage = noCoverage): void => {
    Object.assign(current, { changes: next, coverage });
    updates.update();
  };
  const setKnown = (known: boolean): void => {
    isKnown = known;
  };
  return { updates, show, setKnown, take: () => posted.splice(0) };
}

const rest = (): void => {
  vi.advanceTimersByTime(1000);
};

it('are sent as a whole to a page without changes', () => {
  const { updates, take } = shown(two, one);
  updates.start();
  expect(take()).toEqual([
    { type: 'changes', connection, isWhole: true, added: [two, one], oldest: 1, coverage: noCoverage },
  ]);
});

it('contain the new changes, and which old ones are kept', () => {
  const { updates, show, take } = shown(two, one);
  updates.start();
  rest();
  take();
  show([three, two]);
  expect(take()).toMatchObject([{ isWhole: false, added: [three], oldest: 2 }]);
});

it('are not sent if nothing has changed, but with another coverage', () => {
  const { updates, show, take } = shown(one);
  updates.start();
  rest();
  take();
  show([one], structuredClone(noCoverage));
  rest();
  expect(take()).toEqual([]);
  show([one], { ...noCoverage, comparedAt: 5 });
  expect(take()).toMatchObject([{ isWhole: false, added: [], coverage: { comparedAt: 5 } }]);
});

it('come together during a burst', () => {
  const { updates, show, take } = shown();
  updates.start();
  rest();
  take();
  show([one]);
  show([two, one]);
  show([three, two, one]);
  expect(take()).toMatchObject([{ added: [one] }]);
  rest();
  expect(take()).toMatchObject([{ added: [three, two] }]);
  rest();
  expect(take()).toEqual([]);
});

it('replace all changes if their numbers start again', () => {
  const { updates, show, take } = shown(three);
  updates.start();
  rest();
  take();
  show([one]);
  expect(take()).toMatchObject([{ isWhole: true, added: [one] }]);
});

it('are not sent before the page shows changes, and after it stops', () => {
  const { updates, show, take } = shown(one);
  show([two, one]);
  expect(take()).toEqual([]);
  updates.start();
  take();
  show([three, two, one]);
  updates.stop();
  show([three]);
  rest();
  expect(take()).toEqual([]);
  updates.start();
  expect(take()).toMatchObject([{ isWhole: true, added: [three] }]);
});

it('are not sent while it is not known whose they are', () => {
  const { updates, show, setKnown, take } = shown(one);
  setKnown(false);
  updates.start();
  expect(take()).toEqual([]);
  rest();
  setKnown(true);
  show([two]);
  expect(take()).toMatchObject([{ isWhole: true, added: [two] }]);
});
