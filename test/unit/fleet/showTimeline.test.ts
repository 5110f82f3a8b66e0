import { expect, it, vi } from 'vitest';
import { commands } from 'vscode';
import type { ChangesMessage } from '../../../src/fleet/messages';
import { changeOf } from '../../support/fakeChanges';
import { FakePanel } from '../../support/fakePanel';
import { hasRead, header, opened } from './openedTab';
import { start } from './support';
import { eventually } from '../support/eventually';

/** The messages with changes that the page has received since the last call. */
function changesOf(panel: FakePanel): readonly ChangesMessage[] {
  return panel.take().filter((message) => message.type === 'changes');
}

const numbers = (messages: readonly ChangesMessage[]): readonly (readonly number[])[] =>
  messages.map(({ added }) => added.map(({ number }) => number));

it('the changes are shown without a request', async () => {
  const { panel, changes, asked } = await opened({}, 'changes');
  changes.add(changeOf(2), changeOf(1));
  panel.send({ type: 'ready' });
  const received = panel.take();
  expect(received.map(({ type }) => type)).toEqual(['showTab', 'fleet', 'changes']);
  expect(received).toMatchObject([
    { tab: 'changes' },
    { header: { changes: 2 } },
    { isWhole: true, connection: { name: 'Test' } },
  ]);
  expect(asked()).toEqual({});
});

it('the clusters are read when the overview is selected, once', async () => {
  const { panel, asked } = await opened({}, 'changes');
  panel.send({ type: 'ready' });
  for (const tab of ['overview', 'changes', 'overview']) panel.send({ type: 'tabSelected', tab });
  await header(panel, hasRead);
  expect(asked()).toEqual({ searchClusterMetadata: 1, listPendingRepaves: 1 });
});

it('a refresh of the Projects view reads the clusters again only if they were read', async () => {
  const { panel, model, asked } = await opened({}, 'changes');
  panel.send({ type: 'ready' });
  await model.inventory.refresh();
  expect(Object.keys(asked())).not.toContain('searchClusterMetadata');
  panel.send({ type: 'refresh' });
  await header(panel, hasRead);
  asked();
  await model.inventory.refresh();
  await eventually(() => {
    expect(asked()).toMatchObject({ searchClusterMetadata: 1 });
  });
});

it('new changes reach the page while it shows them, and only then', async () => {
  const { panel, changes } = await opened({}, 'changes');
  panel.send({ type: 'ready' });
  panel.take();
  changes.add(changeOf(1));
  await eventually(() => {
    expect(numbers(changesOf(panel))).toEqual([[1]]);
  });
  panel.send({ type: 'tabSelected', tab: 'overview' });
  changes.add(changeOf(2));
  await header(panel, (last) => last.changes === 2);
  expect(changesOf(panel)).toEqual([]);
  panel.send({ type: 'tabSelected', tab: 'changes' });
  expect(numbers(changesOf(panel))).toEqual([[2, 1]]);
  panel.show(false);
  changes.add(changeOf(3));
  expect(panel.take()).toEqual([]);
});

it.each([
  ['open on the overview', true, true],
  ['hidden', false, false],
  ['still loading', true, false],
])('they are shown in a page that is %s', async (_, isVisible, isReady) => {
  const { tab, panel } = await opened();
  if (isReady) panel.send({ type: 'ready' });
  if (!isVisible) panel.show(false);
  panel.take();
  tab.show('changes');
  expect(panel.reveals).toBe(1);
  if (!isVisible) panel.show(true);
  if (!isReady) panel.send({ type: 'ready' });
  const types = panel.take().map((message) => (message.type === 'showTab' ? message.tab : message.type));
  // A page without data shows the right tab at once.
  expect(types).toEqual(isReady && isVisible ? ['changes', 'changes'] : ['changes', 'fleet', 'changes']);
});

it('the tab that was shown is shown again after a reload', async () => {
  const { tab, asked } = await opened();
  asked();
  const restored = new FakePanel();
  tab.restore(restored, { tab: 'changes' });
  restored.send({ type: 'ready' });
  expect(restored.take()[0]).toEqual({ type: 'showTab', tab: 'changes' });
});

it('whether the page is visible is known, which has all items and changes', async () => {
  const { tab, panel } = await opened();
  const isSeen = (): boolean => tab.isVisible;
  panel.send({ type: 'ready' });
  expect(isSeen()).toBe(true);
  panel.show(false);
  expect(isSeen()).toBe(false);
  panel.show(true);
  expect(isSeen()).toBe(true);
  panel.dispose();
  expect(isSeen()).toBe(false);
});

it('they are never shown under the name of another connection', async () => {
  const { panel, changes, sources, fleet, reader } = await opened({}, 'changes');
  changes.add(changeOf(1));
  panel.send({ type: 'ready' });
  panel.take();
  const { fleet: other, reader: otherReader } = await start({ projects: 1 });
  const named = { ...other.session.connection, name: 'Other' };
  Object.assign(other, { session: { ...other.session, connection: named } });

  // The changes follow later.
  sources.switchTo(otherReader);
  expect(changesOf(panel)).toEqual([]);
  changes.replace([changeOf(7)], other.session.keyIdentity);
  await eventually(() => {
    expect(changesOf(panel)).toMatchObject([
      { isWhole: true, connection: { name: 'Other' }, added: [{ number: 7 }] },
    ]);
  });

  // The changes follow earlier.
  changes.replace([changeOf(1)], fleet.session.keyIdentity);
  sources.switchTo(reader);
  expect(changesOf(panel)).toMatchObject([
    { isWhole: true, connection: { name: 'Test' }, added: [{ number: 1 }] },
  ]);
});

it('they are opened as text', async () => {
  const run = vi.spyOn(commands, 'executeCommand');
  const { panel } = await opened({}, 'changes');
  panel.send({ type: 'openChangesAsText' });
  expect(run).toHaveBeenCalledExactlyOnceWith('poolview.openChangesAsText');
});
