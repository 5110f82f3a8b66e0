import { describe, expect, it } from 'vitest';
import { everythingOf, scriptOfEach } from '../support/everythingShown';
import { unwanted } from '../support/hostile';
import { scriptedModel } from '../support/scripted';

/** An order in tag characters, which only a model reads, and what reverses, joins or ends a line: escaped, as JSON may have it. */
const escaped = String.raw`\udb40\udc70\udb40\udc72\u202e\u200b\u2028\u3164\u0085`;

/** Nothing of this may reach a model. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\u0085]/u;

describe('invisible characters', () => {
  it.each([
    ['beside a secret', `{"pin":"x","a":"${escaped}"}`],
    ['in a name beside a secret', `{"pin":"x","${escaped}b":1}`],
    ['in JSON within JSON', JSON.stringify({ pin: 'x', a: `{"pin":"x","a":"${escaped}"}` })],
    ['behind text', `Failed to pull: {"pin":"x","a":["${escaped}"]} ${'again '.repeat(20)}`],
  ])('that are escaped in a text are shown nowhere: %s [guarantee: plain-text]', async (_, text) => {
    const { model } = await scriptedModel(
      scriptOfEach({
        metadata: { annotations: { description: text, other: text } },
        pool: { additionalTags: { text }, labels: [text], taints: [{ key: 'text', value: text }] },
        machine: {
          spec: { additionalTags: { text } },
          status: { health: { conditions: [{ type: 'Ready', status: 'False', message: text }] } },
        },
      }),
    );
    const shown = await everythingOf(model);
    expect(shown.agents).not.toMatch(unseen);
    for (const one of Object.values(shown)) expect(one.replace(/\r?\n/g, ' ')).not.toMatch(unwanted);
    // The secret is hidden, and the rest is there.
    expect(shown.hovers).toContain(String.raw`\"pin\"\:\"\(hidden\)\"`);
  });
});
