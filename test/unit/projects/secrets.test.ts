import { describe, expect, it } from 'vitest';
import { Inventory } from '../../../src/items/inventory';
import { ProjectsModel } from '../../../src/projects/model';
import { everythingOf, scriptOfEach } from '../support/everythingShown';
import { atEnd, connected, sourceOf, unhurried } from '../support/service';
import { scriptedModel } from '../support/scripted';

describe('what packs, charts and custom cloud types are set to', () => {
  it('is nowhere, although the service sends it [guarantee: settings-dropped]', async () => {
    const { service, client } = await connected(
      { projects: 12, machinesPerPool: { exactly: 1 } },
      {},
      unhurried(),
    );
    const sent = JSON.stringify((await fetchAll(service.baseUrl, service.apiKey)) ?? '');
    expect(sent).toContain('hunter2');
    const model = new ProjectsModel(new Inventory(sourceOf(client)));
    atEnd(() => {
      model.inventory.dispose();
    });
    // It has a cluster in every cloud.
    const shown = await everythingOf(model, 'atlas');
    const atlas = service.fleet.projects.find(({ name }) => name === 'atlas');
    const cloudTypes = atlas?.clusters.map((one) => one.cloudType);
    expect(cloudTypes).toEqual(expect.arrayContaining(['nutanix', 'virtual']));
    for (const text of Object.values(shown)) expect(text).not.toContain('hunter2');
    // What else is there of packs and charts stays.
    expect(shown.details).toContain('cni-cilium');
    expect(shown.details).toContain('vcluster');
  });
});

/** What cluster search sends. */
async function fetchAll(baseUrl: string, apiKey: string): Promise<unknown> {
  const response = await fetch(`${baseUrl}/v1/dashboard/spectroclusters/search?limit=50`, {
    method: 'POST',
    headers: { ApiKey: apiKey, 'Content-Type': 'application/json' },
    body: '{}',
  });
  return response.json();
}

describe('a secret that a name shows', () => {
  it('is hidden wherever a tag, a label, an annotation or a taint is shown [guarantee: secrets-hidden, agents-no-secrets]', async () => {
    const secret = { 'db-password': 'hunter2' };
    const message = 'Failed to pull from https://ops:hunter2@registry.example with --token=hunter2';
    const { model } = await scriptedModel(
      scriptOfEach({
        metadata: { labels: secret, annotations: { ...secret, description: 'password: hunter2' } },
        pool: {
          additionalTags: secret,
          labels: ['db-password: hunter2'],
          taints: [{ key: 'db-password', value: 'hunter2', effect: 'NoSchedule' }],
        },
        machine: {
          spec: { additionalTags: { ...secret, tier: 'db' } },
          status: { health: { conditions: [{ type: 'Ready', status: 'False', message }] } },
        },
      }),
    );
    const shown = await everythingOf(model);
    for (const text of Object.values(shown)) expect(text).not.toContain('hunter2');
    expect(shown.hovers).toContain('| db\\-password\\: \\(hidden\\), tier\\: db |');
    expect(shown.agents).toContain('registry.example');
  });
});

describe('the API key', () => {
  const apiKey = 'sentinGel0f3c9a7d51e2';

  /** A text that is JSON in JSON, `depth` times, with a letter of the key that is escaped and a password beside it. */
  function nested(depth: number): string {
    let text = JSON.stringify({ password: 'decoy', echo: apiKey }).replace('G', '\\u0047');
    for (let level = 1; level < depth; level++) text = JSON.stringify({ password: 'decoy', echo: text });
    return text;
  }

  it.each([1, 2, 9])('is not put together from JSON that is nested %i times', async (depth) => {
    const { model } = await scriptedModel(
      scriptOfEach({
        metadata: { annotations: { config: nested(depth) } },
        machine: { spec: { additionalTags: { config: nested(depth) } } },
      }),
      { apiKey },
    );
    const shown = await everythingOf(model);
    for (const text of Object.values(shown)) expect(text.toLowerCase()).not.toContain('sentingel');
  });

  it('is hidden if it has only digits and is sent as a number', async () => {
    const digits = '12345678901234567890';
    const { model } = await scriptedModel(scriptOfEach({ machine: { spec: { any: Number(digits) } } }), {
      apiKey: digits,
    });
    const { details, json, agents } = await everythingOf(model);
    for (const text of [details, json, agents]) expect(text).not.toContain('1234567890');
    expect(details).toContain('any: "[API key]"');
  });
});
