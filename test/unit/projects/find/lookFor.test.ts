import { foundRows, takeFoundRow, searchService } from '../../../../src/find/search';
import { describe, expect, it } from 'vitest';
import { isReference } from '../../../../src/items/kinds/project';
import type { ProjectsModel } from '../../../../src/projects/model';
import { paged, scriptedModel, wordFor, wordsBelow, type Script } from '../../support/scripted';

const projects = ['alpha', 'beta', 'beta-two', 'gamma'].map((name) => ({ metadata: { uid: name, name } }));

const cluster = (name: string, projectMeta: object | undefined) => ({
  metadata: { uid: name, name },
  specSummary: { projectMeta },
});

const clusters = [
  cluster('beta-eu', { uid: 'beta', name: 'beta' }),
  cluster('beta-lost', undefined),
  cluster('other', { uid: 'gamma', name: 'gamma' }),
];

/** Lists one project per page, and searches projects by name but not clusters. */
const script: Script = {
  listProjects: (asked) => {
    const { filter } = (asked.body ?? {}) as {
      readonly filter?: { readonly name: { readonly contains: string } };
    };
    return filter === undefined
      ? paged(projects, 1)(asked)
      : { items: projects.filter(({ metadata }) => metadata.name.includes(filter.name.contains)) };
  },
  searchClusters: () => ({ items: clusters }),
};

async function lookFor(model: ProjectsModel, text: string) {
  const found = await searchService(model.inventory, text, new AbortController().signal);
  const rows = foundRows(model.inventory, found, text);
  const of = (kind: string) => rows.filter((row) => row.kind === kind).map(wordFor);
  return {
    projects: of('project'),
    clusters: of('cluster'),
    errors: found.errors.map(({ kind }) => kind),
  };
}

describe('the service is searched', () => {
  it('for projects and clusters that are not loaded', async () => {
    const { model } = await scriptedModel(script);
    expect(await wordsBelow(model)).toEqual(['alpha', '(1 of 4)']);
    // Results that do not match, and a cluster without a project, are left out.
    expect(await lookFor(model, 'BETA')).toEqual({ projects: [], clusters: ['beta-eu'], errors: [] });
    expect(await lookFor(model, 'beta')).toEqual({
      projects: ['beta', 'beta-two'],
      clusters: ['beta-eu'],
      errors: [],
    });
    expect(await lookFor(model, 'alpha')).toEqual({ projects: [], clusters: [], errors: [] });
  });

  it('for the longest word of a line, and what the line rules out is left out', async () => {
    const { model, asked } = await scriptedModel(script);
    await model.rows.children();
    expect(await lookFor(model, 'beta -two -eu')).toMatchObject({ projects: ['beta'], clusters: [] });
    expect(await lookFor(model, 'beta kind:cluster')).toMatchObject({ projects: [], clusters: ['beta-eu'] });
    const { length } = asked;
    expect(await lookFor(model, 'env:beta')).toEqual({ projects: [], clusters: [], errors: [] });
    expect(asked).toHaveLength(length);
  });

  it('only with supported operations, each of which is tried once', async () => {
    const { model, count } = await scriptedModel({ ...script, searchClusters: () => 405 });
    await model.rows.children();
    expect(await lookFor(model, 'beta')).toEqual({
      projects: ['beta', 'beta-two'],
      clusters: [],
      errors: [],
    });
    await lookFor(model, 'gamma');
    expect(count('searchClusters')).toBe(1);
    void model.inventory.refresh();
    await lookFor(model, 'gamma');
    expect(count('searchClusters')).toBe(1);
  });

  it('but not for projects if its only listing cannot search', async () => {
    const { model, count } = await scriptedModel(script, { listing: 'get' });
    await model.rows.children();
    count();
    expect((await lookFor(model, 'beta')).projects).toEqual([]);
    expect(count('listProjects')).toBe(0);
  });

  it('and a failure is reported next to the results', async () => {
    const { model } = await scriptedModel({ ...script, searchClusters: () => 500 });
    await model.rows.children();
    expect(await lookFor(model, 'beta')).toEqual({
      projects: ['beta', 'beta-two'],
      clusters: [],
      errors: ['serviceFault'],
    });
  });

  it('until the user continues typing', async () => {
    const { model } = await scriptedModel({ ...script, searchClusters: () => 'hang' });
    await model.rows.children();
    const typing = new AbortController();
    const looking = searchService(model.inventory, 'beta', typing.signal);
    typing.abort();
    expect((await looking).errors).toEqual([]);
  });
});

describe('a search result', () => {
  it('is shown with all details of its project', async () => {
    const { model } = await scriptedModel(script);
    await model.rows.children();
    const found = await searchService(model.inventory, 'beta-eu', new AbortController().signal);
    const rows = foundRows(model.inventory, found, 'beta-eu');
    const row = rows[0] && (await takeFoundRow(model.inventory, rows[0]));
    if (row?.kind !== 'cluster') throw new Error('Nothing was found');
    model.rows.reveal(row);
    expect(row.parent.project).toMatchObject({ metadata: { uid: 'beta' } });
    expect(await wordsBelow(model)).toEqual(['alpha', 'beta', '(1 of 4)']);
    expect(await wordsBelow(model, row.parent)).toContain('beta-eu');
    expect(isReference(row.parent)).toBe(false);
    // A refresh that keeps revealed rows keeps it.
    void model.inventory.refresh(undefined, true);
    expect(await wordsBelow(model)).toEqual(['alpha', 'beta', '(1 of 4)']);
    // It is not duplicated when its page is loaded.
    await model.rows.loadMore();
    expect(await wordsBelow(model)).toEqual(['alpha', 'beta', '(2 of 4)']);
  });
});

it('a project hidden by the filter is found, and shown when the user goes to it', async () => {
  const { model } = await scriptedModel(
    { listProjects: ({ method }) => (method === 'post' ? 405 : { items: projects }) },
    { listing: 'get' },
  );
  await model.rows.children();
  await model.find('beta');
  expect(await wordsBelow(model)).toEqual(['beta', 'beta-two']);
  const gamma = model.inventory.rows.find((row) => wordFor(row) === 'gamma');
  if (gamma === undefined) throw new Error('It is not found');
  model.rows.reveal(gamma);
  expect(await wordsBelow(model)).toEqual(['beta', 'beta-two', 'gamma']);
  expect(model.inventory.rows.map(wordFor)).toEqual(['alpha', 'beta', 'beta-two', 'gamma']);
});
