import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusterHover, machineHover, poolHover, projectHover } from '../../../src/details/hover';
import { plain } from '../../../src/details/text';
import { attacks, hostileText } from '../support/hostile';
import { resourcesOf } from '../support/resources';

const now = Date.UTC(2026, 10, 21, 12);
const { project, usage, cluster, pool, machine } = resourcesOf(hostileText);

/** Each hover, of things that hold nothing but hostile texts. */
const hovers: readonly [string, Arbitrary<string>][] = [
  ['project', project.map((it) => projectHover(it, now))],
  [
    'cluster',
    fc
      .tuple(usage, fc.option(cluster, { nil: undefined }), fc.nat())
      .map(([mentioned, read, pools]) => clusterHover(mentioned, read, pools, now)),
  ],
  [
    'machine pool',
    fc
      .tuple(
        hostileText,
        hostileText,
        fc.option(pool, { nil: undefined }),
        fc.array(machine, { maxLength: 2 }),
      )
      .map(([name, configUid, listed, machines]) => poolHover(name, configUid, listed, machines, now)),
  ],
  ['machine', machine.map((it) => machineHover(it, now))],
];

/** What is left of Markdown without all that stands for itself. */
function unescaped(markdown: string): string {
  return markdown.replace(/\\[!-/:-@[-`{-~]/g, '');
}

describe('the hover of a hostile', () => {
  it.each(hovers)('%s is one table of plain text', (_name, hover) => {
    fc.assert(
      fc.property(hover, (markdown) => {
        const [head = '', rule, ...lines] = markdown.split('\n');
        expect(rule).toBe('|:--|:--|');
        for (const line of [head, ...lines]) {
          // Two cells and no more; bold is all that Poolview itself writes, and around the whole of a value.
          const cells = /^\| ([^|*]*) \| (?:([^|*]*)|\*\*([^|*]+)\*\*) \|$/.exec(unescaped(line));
          expect(cells, line).not.toBeNull();
          const text = cells?.slice(1).join(' ') ?? '';
          // Of punctuation Poolview itself needs no more than this, and a full stop in a number only.
          expect(text).not.toMatch(/[^\P{ASCII}A-Za-z0-9 ,.:()+-]/u);
          expect(text).not.toMatch(/\.(?!\d)/);
          expect(text).not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/u);
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each(attacks)('machine shows %j letter for letter, wherever it stands', (attack) => {
    const shown = plain(attack);
    const markdown = machineHover(
      {
        metadata: { name: attack, uid: attack, labels: new Map([[attack, attack]]) },
        spec: { az: attack, securityGroups: [attack, attack] },
      },
      now,
    );
    const cells = markdown
      .split('\n')
      .flatMap((line) => line.split(/(?<!\\)(?:\\\\)*\|/))
      .map((cell) => cell.trim().replace(/\\([!-/:-@[-`{-~])/g, '$1'));
    expect(cells[1]).toBe(shown);
    for (const [label, value] of [
      ['Zone', shown],
      ['Security groups', `${shown}, ${shown}`],
      ['Labels', plain(`${attack}: ${attack}`)],
      ['Uid', shown],
    ] as const) {
      if (shown !== '') expect(cells[cells.indexOf(label) + 1]).toBe(value.trim());
    }
  });
});
