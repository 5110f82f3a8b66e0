import type { MarkdownString, ThemeIcon } from 'vscode';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newProjectsTree } from '../../../src/projects/model';
import { renderHover } from '../support/markdown';
import { rowBelow, scriptedModel, type Script } from '../support/scripted';

const minute = 60_000;

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 9, 31) }));
afterEach(() => vi.useRealTimers());

describe('the age of a row', () => {
  it('is shown in its hover and, if it could not be reloaded, in its description; the severity is kept', async () => {
    const script: Script = {
      listProjects: () => ({
        items: [{ metadata: { uid: 'p', name: 'p' }, status: { clustersHealth: { healthy: 1 } } }],
      }),
    };
    const { model } = await scriptedModel(script);
    const tree = newProjectsTree();
    tree.show(model);
    const row = await rowBelow(model, undefined, 'project', 'p');
    const look = async () => {
      const item = tree.getTreeItem(row.id);
      const { tooltip, iconPath, description, accessibilityInformation } = await tree.resolveTreeItem(
        item,
        row.id,
      );
      return {
        age: /^.*pdated.*$/m.exec(renderHover((tooltip as MarkdownString).value).text)?.[0] ?? '',
        icon: (iconPath as ThemeIcon).id,
        description,
        spoken: accessibilityInformation?.label,
      };
    };
    expect(await look()).toEqual({
      age: 'Updated 09:31',
      icon: 'project',
      description: '',
      spoken: 'Healthy, p, Project',
    });
    vi.setSystemTime(Date.now() + 2 * minute);
    expect((await look()).age).toBe('Updated 09:31');

    const good = script.listProjects;
    script.listProjects = () => 503;
    const { signal } = new AbortController();
    await model.rows.refreshInBackground(signal);
    expect(await look()).toEqual({
      age: 'Not updated since 09:31',
      icon: 'project',
      description: 'as of 09:31',
      spoken: 'Healthy, p, Project, as of 09:31',
    });
    if (good !== undefined) script.listProjects = good;
    await model.rows.refreshInBackground(signal);
    expect(await look()).toEqual({
      age: 'Updated 09:33',
      icon: 'project',
      description: '',
      spoken: 'Healthy, p, Project',
    });
    tree.dispose();
  });
});
