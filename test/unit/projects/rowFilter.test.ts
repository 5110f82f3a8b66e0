import { describe, expect, it } from 'vitest';
import { asksForProblems, lineText, searchMessage } from '../../../src/projects/projectSearch';
import { demoProjects } from '../support/demoProjects';
import { rowBelow } from '../support/scripted';

describe('a line in the Projects view', () => {
  it('shows projects with such clusters, and those whose clusters have not been read', async () => {
    const { model, names, readClusters } = await demoProjects();
    // A project of the demo has no clusters, which its summary says.
    const all = (await names()).filter((name) => name !== 'sandbox');
    await model.find('env:standby');
    expect(await names()).toEqual(all);
    expect(searchMessage(model.query, model.inventory)).toBe(
      'Filtered by "env:standby". Not known: clusters of 12 projects.',
    );
    expect(lineText(model.query)).toBe('"env:standby"');
    await readClusters();
    expect(searchMessage(model.query, model.inventory)).toMatch(/ Not known: machines of \d+ clusters?\.$/);
    const tagged = new Set(
      model.inventory
        .items()
        .filter(({ tags = [] }) => tags.includes('env:standby'))
        .map(({ parent }) => parent),
    );
    const expected = all.filter((name) =>
      model.inventory.items().some((item) => item.name === name && tagged.has(item.id)),
    );
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(all.length);
    expect(await names()).toEqual(expected);
    await model.find('');
    expect((await names()).filter((name) => name !== 'sandbox')).toEqual(all);
  });

  it('hides other clusters of an expanded project, and the project if it has none', async () => {
    const { model, names } = await demoProjects();
    const project = await rowBelow(model, undefined, 'project', 'payments');
    expect((await names(project)).length).toBeGreaterThan(1);
    await model.find('env:staging');
    expect(await names(project)).toEqual(['payments-staging']);
    await model.find('env:nowhere');
    expect(await names()).not.toContain('payments');
    // Attention and tags apply together.
    await model.find('');
    await model.find('is:problem');
    // One that is being provisioned needs no attention.
    expect(await names(project)).toEqual(['payments-eu']);
    await model.find('is:problem tag:region:eu');
    expect(await names(project)).toEqual(['payments-eu']);
    await model.find('is:problem payments tag:region:nowhere');
    expect(await names()).toEqual(['note']);
  });

  it('sends only the name to the service, and nothing if only tags change', async () => {
    const { model, names, service } = await demoProjects();
    await model.find('env:prod payments');
    expect((await names())[0]).toBe('payments');
    const { length } = service.requests;
    await model.find('payments env:prod tier:gold');
    await names();
    expect(service.requests).toHaveLength(length);
    expect(model.inventory.readContext.search.name).toBe('payments');
    expect(model.query).toBe('payments env:prod tier:gold');
  });

  it('says that nothing matches, and keeps clusters without tags that were read', async () => {
    const { model, names, readClusters } = await demoProjects();
    await names();
    await readClusters();
    await model.find('env:nowhere');
    expect(await names()).toEqual(['note']);
    const other = await demoProjects({ profile: 'interface' });
    const all = (await other.names()).filter((name) => name !== 'sandbox');
    await other.model.find('env:prod');
    expect(await other.names()).toEqual(all);
  });

  it('is kept after a restart', async () => {
    const kept = new Map<string, unknown>();
    const { model } = await demoProjects({}, { kept });
    await model.find('env:prod payments');
    const again = await demoProjects({}, { kept });
    expect(again.model.isFiltered()).toBe(true);
    expect(await again.names()).toEqual(['payments']);
  });

  it('shows all that is in what it selects by a name, a kind or a size, and no more by a state', async () => {
    const { model, names } = await demoProjects();
    const project = await rowBelow(model, undefined, 'project', 'payments');
    const cluster = await rowBelow(model, project, 'cluster', 'payments-eu');
    const [clusters, pools] = [await names(project), await names(cluster)];
    const pool = await rowBelow(model, cluster, 'pool', 'workers');
    const machines = await names(pool);
    const shown = async (query: string) => {
      await model.find(query);
      return [await names(project), await names(cluster), await names(pool)];
    };
    expect(await shown('payments cluster:payments-eu')).toEqual([['payments-eu'], pools, machines]);
    // What was not read may be called like that.
    expect(await shown('payments no-such')).toEqual([clusters, ['control-plane'], ['note']]);
    expect(await shown('payments kind:cluster')).toEqual([clusters, pools, machines]);
    expect(await shown('project:payments machines:>0')).toEqual([clusters, pools, machines]);
    expect((await shown('project:payments machines:>100000')).slice(1)).toEqual([['note'], ['note']]);
    expect((await shown('project:payments -cluster:payments-eu'))[0]).toEqual(
      clusters.filter((name) => name !== 'payments-eu'),
    );
    // What contains it is not selected.
    const [first, , last] = await shown('project:payments -eu -env:prod');
    expect([first?.includes('payments-eu'), last]).toEqual([false, ['note']]);
    const ill = await shown('project:payments state:failed,unhealthy');
    expect(ill[2]?.length).toBeLessThan(machines.length);
    expect(ill[2]).toContain('payments-eu-workers-5');
  });

  it('says what is possible where a key does not take a value, which is left out', async () => {
    const { model, names } = await demoProjects();
    const all = await names();
    await model.find('state:bad');
    expect(await names()).toEqual(all);
    expect(searchMessage(model.query, model.inventory)).toContain('state: takes failed, unhealthy, ');
  });

  it('says what is not known of the projects that the service found only', async () => {
    const { model, names, readClusters } = await demoProjects({ projects: 120 });
    await model.find('payments env:prod');
    await names();
    expect(searchMessage(model.query, model.inventory)).toMatch(
      /^Filtered by "payments env:prod"\. Not known: (tags of \d+ clusters · )?clusters of \d+ projects? · other projects\.$/,
    );
    await readClusters();
    await model.find('payments env:prod kind:cluster');
    await names();
    // The word may be in what was not read of others, and no project is called so.
    expect(searchMessage(model.query, model.inventory)).toMatch(
      /^Filtered by "payments env:prod kind:cluster"\. Not known: causes of \d+ clusters · machines of \d+ clusters\.$/,
    );
  });
});

describe('what needs attention', () => {
  it('is a term of the line', async () => {
    const { model } = await demoProjects();
    await model.find('"pay ments" is:problem');
    expect(lineText(model.query)).toBe('""pay ments" is:problem"');
  });

  it.each([
    ['env:prod is:problem x', true],
    ['is:problem,known', true],
    ['-is:problem', false],
    ['is:known', false],
    ['is:', false],
    ['problem', false],
  ])('is asked for by %j: %j', (line, isAsked) => {
    expect(asksForProblems(line)).toBe(isAsked);
  });
});
