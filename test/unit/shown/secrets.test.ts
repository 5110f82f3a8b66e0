import { describe, expect, it } from 'vitest';
import { callTool, toolContext } from '../agents/support';
import { everythingOf, scriptOfEach } from '../support/everythingShown';
import { scriptedModel } from '../support/scripted';

const cut = '"command":';

describe('a secret of an honest service', () => {
  it.each([
    ['an argument in a list of YAML', 'args:\n- --token\n- hunter2\n'],
    ['an argument on the next line', 'kubeadm join --token \\\n  hunter2 -v'],
    ['an argument in JSON that is cut', `{"args":["--token","hunter2"],${cut}`],
    ['a name and a value in JSON that is cut', `{"env":["PASSWORD","hunter2"],${cut}`],
    ['a name behind its value in JSON that is cut', `[{"value":"hunter2","name":"PASSWORD"},{${cut}`],
    ['a name behind its value in JSON that comes twice', '{"a":1}{"value":"hunter2","name":"PASSWORD"}'],
    ['a name behind its value in JSON that is broken', "{'value': 'hunter2', 'name': 'PASSWORD'}"],
    ['a signature in a URL', 'GET https://b.s3.example/x?X-Amz-Date=1&X-Amz-Signature=hunter2 failed'],
    ['an element of XML', '<user>ops</user><password>hunter2</password>'],
    ['an element of XML with attributes', '<x:Password type="plain">hunter2</x:Password>'],
  ])('is shown nowhere: %s [guarantee: secrets-hidden]', async (_, message) => {
    const { model } = await scriptedModel(
      scriptOfEach({
        metadata: { annotations: { description: message, other: message } },
        machine: { status: { health: { conditions: [{ type: 'Ready', status: 'False', message }] } } },
      }),
    );
    const shown = await everythingOf(model);
    for (const text of Object.values(shown)) expect(text).not.toContain('hunter2');
    expect(shown.hovers).toContain(String.raw`\(hidden\)`);
  });

  it.each(['db-password:hunter2', 'acme.example/password:hunter2'])(
    'is shown nowhere if a pool has it as a label: %s',
    async (label) => {
      const { model } = await scriptedModel(
        scriptOfEach({ pool: { labels: [label, 'tier:db', 'max-tokens:5'] } }),
      );
      const shown = await everythingOf(model);
      for (const text of Object.values(shown)) expect(text).not.toContain('hunter2');
      expect(shown.hovers).toContain(String.raw`\(hidden\), tier\:db, max\-tokens\:5 |`);
    },
  );

  it.each(['token=hunter2', 'Password: hunter2', '{"password":"hunter2"}'])(
    'is not in the IDs for agents if a pool has it as its name, and these work: %s [guarantee: secrets-hidden]',
    async (name) => {
      const { model } = await scriptedModel(scriptOfEach({ pool: { name } }));
      const { agents } = await everythingOf(model);
      expect(agents).not.toContain('hunter2');
      const context = toolContext(model.inventory);
      for (const kind of ['pool', 'machine']) {
        const { data } = await callTool<{ items: readonly { id: string }[] }>(
          'poolview_find',
          { query: `kind:${kind}` },
          context,
        );
        const [{ id } = { id: '' }] = data.items;
        const read = await callTool<{ item: { id: string; kind: string } }>('poolview_get', { id }, context);
        expect(read.data.item).toMatchObject({ id, kind });
      }
    },
  );
});
