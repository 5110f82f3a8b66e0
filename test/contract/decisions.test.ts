import { describe, expect, it } from 'vitest';
import { sampleOf, withOther } from './support/fields';
import { cloudTypes, describedAnswer, describedConfig, describedMachines } from './support/prism';
import { readings } from './support/shown';
import { appendFileSync } from 'node:fs';

const answers = [
  ['projects', 'POST /v1/dashboard/projects', readings.projects],
  ['foundClusters', 'POST /v1/dashboard/spectroclusters/search', readings.foundClusters],
  ['cluster', 'GET /v1/spectroclusters/{uid}', readings.cluster],
  ...cloudTypes.flatMap((t) => [
    [`cloudConfig ${t}`, describedConfig(t), () => readings.cloudConfig(t)] as const,
    [`machines ${t}`, describedMachines(t), () => readings.machines(t)] as const,
  ]),
] as const;

describe('x', () => {
  it.each(answers)('%s', async (name, endpoint, start) => {
    const { answer, fields } = sampleOf(describedAnswer(endpoint) ?? {});
    const { show } = await start();
    const before = await show(answer as object);
    expect(await show(answer as object)).toEqual(before);
    for (const field of fields) {
      const after = await show(withOther(answer, field) as object);
      const where = after.rows !== before.rows ? 'shown' : after.documents !== before.documents ? 'details' : 'ignored';
      appendFileSync('/tmp/fields.txt', `${name}\t${field.path}\t${where}\n`);
    }
  }, 60_000);
});
