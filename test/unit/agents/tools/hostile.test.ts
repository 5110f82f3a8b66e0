import { expect, it } from 'vitest';
import { toolNames } from '../../../../src/agents/toolNames';
import { ToolError } from '../../../../src/agents/tools/answer';
import type { ToolItem } from '../../../../src/agents/tools/item';
import { isServiceError } from '../../../../src/service/errors';
import { rolesForAgents } from '../../roles/support/forAgents';
import { startTools, type Listed } from '../support';

it('every tool answers or says what to do if all texts of the service are attacks, and returns ids that work', async () => {
  const { roles } = await rolesForAgents();
  const { call, service, of } = await startTools({ hostile: true, projects: 8 }, { roles });
  await call('poolview_get_fleet_health', {});
  const [cluster = expect.fail()] = of('cluster');
  const { data } = await call<Listed<ToolItem>>('poolview_find', {
    query: 'kind:machine',
    id: cluster.id,
    readMachines: true,
  });
  const [machine = expect.fail()] = data.items;
  const ids = [of('project')[0]?.id, cluster.id, of('pool')[0]?.id, machine.id];
  const inputs = [{}, { query: 'a' }, { query: service.apiKey }, { item: cluster.id }];
  for (const name of toolNames) {
    const outcomes = await Promise.allSettled(
      [...inputs, ...ids.map((id) => ({ id }))].map((input) => call(name, input)),
    );
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        expect(outcome.reason instanceof ToolError || isServiceError(outcome.reason)).toBe(true);
        continue;
      }
      const text = JSON.stringify(outcome.value);
      expect(text).not.toContain(service.apiKey);
      expect(text).not.toMatch(/\\u00[01]|\\[nr]|[\u202e\u2060\ufeff]/);
    }
  }
  for (const id of ids)
    expect((await call<{ item: ToolItem }>('poolview_get', { id })).data.item.id).toBe(id);
});
