import { describe, expect, it, onTestFinished } from 'vitest';
import { addMachinePool, renamePinnedPool } from '../../../src/projects/pinPools';
import { filterProjects } from '../../../src/projects/find/filterProjects';
import { Inventory } from '../../../src/items/inventory';
import { ProjectsModel } from '../../../src/projects/model';
import { answerInputs } from '../../support/inputBoxes';
import { memory } from '../../support/memory';
import { nextQuickPick } from '../support/quickPick';
import { rowBelow } from '../support/scripted';
import { demo } from '../support/service';
import { connectionsOf } from './support';

const keys = ['key-of-this-connection', 'key-of-another-connection'];

/** Ways to write a key that somebody can copy from a log, a URL or a page. */
const writings: readonly ((key: string) => string)[] = [
  (key) => key,
  (key) => ` before ${key.toUpperCase()} after`,
  percentEncoded,
  (key) => encodeURIComponent(percentEncoded(key)),
  (key) => `100% ${percentEncoded(key)}`,
  (key) => `%E2 ${encodeURIComponent(percentEncoded(key))} %`,
  (key) => Array.from(key).join('\u200b'),
  (key) => encodeURIComponent(Array.from(key).join('\u00ad')),
];

function percentEncoded(text: string): string {
  return text.replace(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}

const written = keys.flatMap((key) => writings.map((write) => write(key)));

/** The Projects view of a connection, beside another connection. */
async function shown() {
  const [apiKey = '', other = ''] = keys;
  const service = await demo({ apiKey });
  const kept = memory();
  const connections = connectionsOf(kept);
  await connections.add({ name: 'Other', baseUrl: 'http://127.0.0.1:9' }, other);
  await connections.add({ name: 'Acme', baseUrl: service.baseUrl }, apiKey);
  const session = connections.session ?? expect.fail();
  const model = new ProjectsModel(new Inventory(session));
  onTestFinished(() => {
    model.inventory.dispose();
  });
  const project = await rowBelow(model, undefined, 'project', 'payments');
  return {
    service,
    kept,
    model,
    project,
  };
}

/** Enters both keys, however written, in each input box that `run` shows, and then one of `answers`. */
async function entering(answers: readonly string[], run: () => Promise<void>) {
  const { asked, restore } = answerInputs(...answers.flatMap((answer) => [...written, answer]));
  onTestFinished(restore);
  await run();
  expect(asked).toHaveLength(answers.length);
  for (const { refusals } of asked) {
    const refusal = 'This contains an API key. Enter a key only where Poolview asks for one';
    expect(refusals).toEqual(written.map(() => refusal));
  }
}

describe('an API key is rejected, and neither stored nor sent,', () => {
  it('as a cloud type, as the UID of a cloud config and as the name of a pool [guarantee: key-input]', async () => {
    const { service, kept, model, project } = await shown();
    const cluster = await rowBelow(model, project, 'cluster', 'payments-eu');
    const pool = await rowBelow(model, cluster, 'pool', 'workers');
    service.clearRequests();
    const { cloudType, configUid, poolName } = pool.ref;
    await entering([cloudType, configUid, poolName], () => addMachinePool(model, project));
    expect(JSON.stringify([...kept.state])).toContain(poolName);

    await entering([poolName], () => renamePinnedPool(model, pool));
    for (const key of keys) {
      expect(JSON.stringify([...kept.state])).not.toContain(key);
      expect(JSON.stringify(service.requests.map(({ path, body }) => [path, body]))).not.toContain(key);
    }
  });

  it('as a filter', async () => {
    const { service, kept, model } = await shown();
    const refusal = 'This contains an API key. Enter a key only where Poolview asks for one';
    for (const text of written) {
      const list = nextQuickPick();
      const filtering = filterProjects(model, undefined);
      list.type(text);
      await expect.poll(() => list.items.map(({ label }) => label)).toContain(refusal);
      expect(list.items).toHaveLength(1);
      list.choose(...list.items);
      await new Promise(setImmediate);
      expect(list.items.map(({ label }) => label)).toEqual([refusal]);
      list.hidden.fire();
      await filtering;
    }
    expect(model.query).toBe('');
    for (const key of keys) {
      expect(JSON.stringify([...kept.state])).not.toContain(key);
      expect(JSON.stringify(service.requests.map(({ body }) => body))).not.toContain(key);
    }
  });
});
