import type { MarkdownString, ThemeIcon } from 'vscode';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newProjectsTree } from '../../../src/projects/appearance';
import { rowBelow, scriptedModel, type Script } from '../support/scripted';

const minute = 60_000;

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

describe('how old a row is', () => {
  it('stands in its hover, and that it is not up to date in its look as well', async () => {
    const script: Script = {
      listProjects: () => ({
        items: [{ metadata: { uid: 'p', name: 'p' }, status: { clustersHealth: { healthy: 1 } } }],
      }),
    };
    const { model } = await scriptedModel(script);
    const tree = newProjectsTree();
    tree.show(model);
    const row = await rowBelow(model, undefined, 'project', 'p');
    const look = () => {
      const item = tree.getTreeItem(row);
      const { tooltip, iconPath, accessibilityInformation } = tree.resolveTreeItem(item, row);
      return {
        age: /^_(.*) \(.* UTC\)_$/m.exec((tooltip as MarkdownString).value)?.[1] ?? '',
        colour: (iconPath as ThemeIcon).color?.id,
        spoken: accessibilityInformation?.label,
      };
    };
    expect(look()).toEqual({ age: 'Updated now', colour: 'testing.iconPassed', spoken: 'Project, p' });
    vi.setSystemTime(Date.now() + 2 * minute);
    expect(look().age).toBe('Updated 2 minutes ago');

    const good = script.listProjects;
    script.listProjects = () => 503;
    const { signal } = new AbortController();
    await model.store.renew(signal);
    expect(look()).toEqual({
      age: 'Not up to date: last updated 2 minutes ago',
      colour: 'disabledForeground',
      spoken: 'Project, p, not up to date',
    });
    if (good !== undefined) script.listProjects = good;
    await model.store.renew(signal);
    expect(look()).toEqual({ age: 'Updated now', colour: 'testing.iconPassed', spoken: 'Project, p' });
    tree.dispose();
  });
});
