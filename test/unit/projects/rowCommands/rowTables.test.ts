import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvOf, markdownOf, tabSeparatedOf } from '../../../../src/projects/rowCommands/rowTables';
import type { ResourceRow } from '../../../../src/items/kinds';
import { attacks, hostileText } from '../../support/hostile';
import { renderTable } from '../../support/markdown';
import { rowBelow, scriptedModel } from '../../support/scripted';

const heartbeat = '2026-11-22T09:31:00.000Z';

/** A model with one row of each kind, whose machine is named `name`. */
async function rowsWith(name: string) {
  const { model } = await scriptedModel({
    listProjects: () => ({ items: [{ metadata: { uid: 'p-1', name: 'payments' } }] }),
    searchClusters: () => ({
      items: [
        {
          metadata: { uid: 'c-1', name: 'payments-eu' },
          specSummary: { cloudConfig: { uid: 'config', cloudType: 'openstack' } },
          status: { state: 'Running' },
        },
      ],
    }),
    readCloudConfig: () => ({ spec: { machinePoolConfig: [{ name: 'workers' }] } }),
    listMachines: () => ({
      items: [
        {
          metadata: { uid: 'm-1', name },
          spec: { nics: [{ privateIPs: ['10.0.0.25', '10.0.0.26'] }] },
          status: {
            instanceState: 'Running',
            health: {
              lastHeartBeatTimestamp: heartbeat,
              conditions: [{ type: 'DiskPressure', status: 'True', message: 'full' }],
            },
          },
        },
      ],
    }),
  });
  const project = await rowBelow(model, undefined, 'project', 'payments');
  const cluster = await rowBelow(model, project, 'cluster', 'payments-eu');
  const pool = await rowBelow(model, cluster, 'pool', 'workers');
  const machine = await rowBelow(model, pool, 'machine', name);
  const rows: readonly ResourceRow[] = [project, cluster, pool, machine];
  return { model, rows };
}

const header = [
  'Kind',
  'Name',
  'Severity',
  'Cause',
  'Project',
  'Cluster',
  'Machine pool',
  'Addresses',
  'Last heartbeat',
  'UID',
];

describe('rows as a table', () => {
  it('are CSV', async () => {
    const { model, rows } = await rowsWith('workers-5');
    const record = (...cells: readonly string[]): string => cells.map((cell) => `"${cell}"`).join(',');
    const cause = 'DiskPressure: 1 machine';
    const within = ['payments', 'payments-eu'];
    expect(csvOf(rows, model.inventory)).toBe(
      [
        record(...header),
        record('Project', 'payments', 'Unhealthy', cause, 'payments', '', '', '', '', 'p-1'),
        record('Cluster', 'payments-eu', 'Unhealthy', cause, ...within, '', '', '', 'c-1'),
        record('Machine pool', 'workers', 'Unhealthy', cause, ...within, 'workers', '', '', ''),
        record(
          ...['Machine', 'workers-5', 'Unhealthy', 'DiskPressure', ...within, 'workers'],
          ...['10.0.0.25, 10.0.0.26', heartbeat, 'm-1'],
        ),
        '',
      ].join('\r\n'),
    );
  });

  it('are tab-separated text that spreadsheets paste as cells', async () => {
    const { model, rows } = await rowsWith('workers-5');
    const machine = [
      'Machine',
      'workers-5',
      'Unhealthy',
      'DiskPressure',
      'payments',
      'payments-eu',
      'workers',
    ];
    expect(tabSeparatedOf(rows.slice(3), model.inventory)).toBe(
      `${header.join('\t')}\n${[...machine, '10.0.0.25, 10.0.0.26', heartbeat, 'm-1'].join('\t')}\n`,
    );
  });

  it.each(['a\tb', 'a\nb', '=1+1'])(
    'have as many cells in tab-separated text, whatever a name contains: %j',
    async (name) => {
      const { model, rows } = await rowsWith(name);
      const lines = tabSeparatedOf(rows.slice(3), model.inventory).trimEnd().split('\n');
      expect(lines.map((line) => line.split('\t').length)).toEqual([header.length, header.length]);
      expect(lines[1]?.split('\t')[1]).toBe({ 'a\tb': 'a b', 'a\nb': 'a b', '=1+1': "'=1+1" }[name]);
    },
  );

  it('are Markdown that is also readable as plain text', async () => {
    const { model, rows } = await rowsWith('workers-5');
    const markdown = markdownOf(rows.slice(3), model.inventory);
    expect(markdown).toBe(
      `| ${header.join(' | ')} |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
| Machine | workers-5 | Unhealthy | DiskPressure | payments | payments-eu | workers | 10.0.0.25, 10.0.0.26 | ${heartbeat} | m-1 |
`,
    );
    expect(renderTable(markdown)[0]).toEqual(header);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '=cmd|"/C calc"!A0'])(
    'contain no formula in CSV: %j',
    async (name) => {
      const { model, rows } = await rowsWith(name);
      const [, cell = ''] = csvOf(rows.slice(3), model.inventory).split('\r\n')[1]?.split(',') ?? [];
      expect(cell).toMatch(/^"'[=+@-]/);
    },
  );

  it.each([';', '\t', '|', ','])(
    'contain no formula after %j, where that separates cells',
    async (separator) => {
      const { model, rows } = await rowsWith(`x${separator}=1+1`);
      expect(csvOf(rows.slice(3), model.inventory)).toMatch(/^"Machine","x[^"]=1\+1",/m);
    },
  );

  it.each(['a,b', 'a"b', 'a\nb'])('quote %j in CSV', async (name) => {
    const { model, rows } = await rowsWith(name);
    expect(csvOf(rows.slice(3), model.inventory)).toContain(
      { 'a,b': '"a,b"', 'a"b': '"a""b"', 'a\nb': '"a b"' }[name],
    );
  });

  it.each(attacks)('show %j as literal text in Markdown', async (name) => {
    const { model, rows } = await rowsWith(name);
    const table = renderTable(markdownOf(rows.slice(3), model.inventory));
    expect(table).toHaveLength(2);
    expect(table[1]).toHaveLength(header.length);
    expect(table[1]?.[1]).toBe(name.replaceAll(/\s+/g, ' ').trim());
  });

  it('contain no link, image or HTML in Markdown, whatever the text of the service is', async () => {
    const { model, rows } = await rowsWith('x');
    const [, , , machine] = rows;
    if (machine?.kind !== 'machine') throw new Error('Expected a machine');
    fc.assert(
      fc.property(hostileText, (name) => {
        const row = { ...machine, machine: { ...machine.machine, metadata: { name } } };
        expect(renderTable(markdownOf([row], model.inventory))[1]).toHaveLength(header.length);
      }),
      { numRuns: 500 },
    );
  });
});
