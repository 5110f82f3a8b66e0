import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { tableOf, ticketOf } from '../../../../src/projects/rowCommands/rowTables';
import { csvText, tabSeparatedText } from '../../../../src/text/csv';
import { formatMoment, formatZoned } from '../../../../src/text/format';
import type { ResourceRow } from '../../../../src/items/kinds';
import { hostileText } from '../../support/hostile';
import { renderText } from '../../support/markdown';
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
  'Machines',
  'Addresses',
  'Last heartbeat',
  'Kubernetes',
  'Cloud',
  'Zone',
  'Size',
  'Certificate expires',
  'CPU',
  'Memory',
  'Pool limit',
  'Operating system',
  'Cluster profile',
  'UID',
  'Tags',
];

/** What was not read of a cluster, and the cloud that it is in. */
const ofCluster = ['Not read', 'openstack', '', '', '', '', '', '', 'Not read', 'Not read'];

describe('rows as a table', () => {
  it('are CSV', async () => {
    const { model, rows } = await rowsWith('workers-5');
    const record = (...cells: readonly string[]): string => cells.map((cell) => `"${cell}"`).join(',');
    const cause = 'DiskPressure: 1 machine: full';
    const within = ['payments', 'payments-eu'];
    expect(csvText(tableOf(rows, model.inventory))).toBe(
      [
        record(...header),
        record(
          ...['Project', 'payments', 'Unhealthy', `eu: ${cause}`, 'payments', '', '', '', '', ''],
          ...Array<string>(10).fill(''),
          ...['p-1', ''],
        ),
        record(
          'Cluster',
          'payments-eu',
          'Unhealthy',
          cause,
          ...within,
          '',
          '',
          '',
          '',
          ...ofCluster,
          'c-1',
          'Not read',
        ),
        record(
          'Machine pool',
          'workers',
          'Unhealthy',
          cause,
          ...within,
          'workers',
          '',
          '',
          '',
          ...ofCluster,
          '',
          '',
        ),
        record(
          ...['Machine', 'workers-5', 'Unhealthy', 'DiskPressure: full', ...within, 'workers', ''],
          ...['10.0.0.25, 10.0.0.26', heartbeat, ...ofCluster, 'm-1', ''],
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
      'DiskPressure: full',
      'payments',
      'payments-eu',
      'workers',
      '',
    ];
    expect(tabSeparatedText(tableOf(rows.slice(3), model.inventory))).toBe(
      `${header.join('\t')}\n${[...machine, '10.0.0.25, 10.0.0.26', heartbeat, ...ofCluster, 'm-1', ''].join('\t')}\n`,
    );
  });

  it.each(['a\tb', 'a\nb', '=1+1'])(
    'have as many cells in tab-separated text, whatever a name contains: %j',
    async (name) => {
      const { model, rows } = await rowsWith(name);
      const lines = tabSeparatedText(tableOf(rows.slice(3), model.inventory))
        .split('\n')
        .slice(0, -1);
      expect(lines.map((line) => line.split('\t').length)).toEqual([header.length, header.length]);
      expect(lines[1]?.split('\t')[1]).toBe({ 'a\tb': 'a b', 'a\nb': 'a b', '=1+1': "'=1+1" }[name]);
    },
  );

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '=cmd|"/C calc"!A0'])(
    'contain no formula in CSV: %j',
    async (name) => {
      const { model, rows } = await rowsWith(name);
      const [, cell = ''] =
        csvText(tableOf(rows.slice(3), model.inventory))
          .split('\r\n')[1]
          ?.split(',') ?? [];
      expect(cell).toMatch(/^"'[=+@-]/);
    },
  );

  it.each([';', '\t', '|', ','])(
    'contain no formula after %j, where that separates cells',
    async (separator) => {
      const { model, rows } = await rowsWith(`x${separator}=1+1`);
      expect(csvText(tableOf(rows.slice(3), model.inventory))).toMatch(/^"Machine","x[^"]=1\+1",/m);
    },
  );

  it.each(['a,b', 'a"b', 'a\nb'])('quote %j in CSV', async (name) => {
    const { model, rows } = await rowsWith(name);
    expect(csvText(tableOf(rows.slice(3), model.inventory))).toContain(
      { 'a,b': '"a,b"', 'a"b': '"a""b"', 'a\nb': '"a b"' }[name],
    );
  });
});

describe('rows for a ticket', () => {
  const now = Date.UTC(2026, 10, 22, 10);
  const context = { now, filter: 'Unhealthy · Machines', linkOf: () => undefined };

  it('have a heading with the service, the filter and the time, and a line each', async () => {
    const { model, rows } = await rowsWith('workers-5');
    const linkOf = ({ id }: ResourceRow): string => `https://console.example/x(${id.length})`;
    const markdown = await ticketOf(rows.slice(3), model.inventory, { ...context, linkOf });
    const [heading = '', blank, ...lines] = markdown.trimEnd().split('\n');
    const { name, baseUrl } = model.inventory.session.connection;
    expect(heading.replaceAll('\\', '')).toBe(
      `### ${name} · ${new URL(baseUrl).host} · Unhealthy · Machines · 1 machine · ${formatZoned(now)}`,
    );
    expect(blank).toBe('');
    const [line = '', ...others] = lines;
    expect(others).toEqual([]);
    const [machine, link] = line.split(' · [Open]');
    expect(machine).toMatch(
      `- **DiskPressure: full** · payments › payments-eu › workers-5 · 10.0.0.25, 10.0.0.26 · heartbeat ${formatZoned(Date.parse(heartbeat))}`,
    );
    expect(link).toMatch(/^\(https:\/\/console\.example\/x%28\d+%29\)$/);
  });

  it('have a line for each cause, with the machines of each cluster, and say how old they are', async () => {
    const { model, rows } = await rowsWith('workers-5');
    const [, cluster, , machine] = rows;
    if (machine?.kind !== 'machine' || cluster === undefined) throw new Error('Expected a machine');
    const numbered = (number: number) => ({ ...machine, id: `${machine.id}${number}` });
    const itemOf = vi.spyOn(model.inventory, 'itemOf');
    const read = model.inventory.itemOf(machine);
    itemOf.mockImplementation((row) => ({
      ...read,
      kind: row.kind,
      id: row.id,
      name: row.kind === 'machine' ? `workers-${row.id.slice(machine.id.length)}` : 'payments-eu',
      onset: { at: now - 7_200_000 },
      readAt: now - 3_600_000,
    }));
    const few = await ticketOf([cluster, numbered(1)], model.inventory, context);
    expect(few.split('\n').slice(2)).toEqual([
      '- **DiskPressure: full** · 1 cluster, 1 machine: payments-eu (workers-1 10.0.0.25)' +
        ` · since ${formatMoment(now - 7_200_000, now)} · as of ${formatZoned(now - 3_600_000)}`,
      '',
    ]);
    const many = await ticketOf([1, 2, 3, 4].map(numbered), model.inventory, context);
    expect(many).toContain('**DiskPressure: full** · 4 machines: payments-eu (4) · since');
  });

  it('have links that nothing in an address can end', async () => {
    const { model, rows } = await rowsWith('workers-5');
    const linkOf = (): string => 'https://console.example/a\n(b) \u2028<c>|d';
    const markdown = await ticketOf(rows.slice(3), model.inventory, { ...context, linkOf });
    expect(markdown).toContain('[Open](https://console.example/a%0a%28b%29%20%e2%80%a8%3cc%3e%7cd)\n');
  });

  it('have only what has a value, and neither a link nor a filter that contains an API key', async () => {
    const { model, rows } = await rowsWith('workers-5');
    const [project] = rows;
    vi.spyOn(model.inventory.session, 'containsApiKey').mockResolvedValue(true);
    const linkOf = () => 'https://console.example/key';
    const markdown = await ticketOf(project ? [project] : [], model.inventory, { ...context, linkOf });
    expect(markdown).not.toContain(context.filter);
    expect(markdown.split('\n')[2]).toMatch(/^- \*\*eu: DiskPressure: 1 machine: full\*\* · payments/);
    expect(markdown).not.toContain('console.example');
  });

  it('contain no image or HTML, and no link but their own, whatever the text of the service is', async () => {
    const { model, rows } = await rowsWith('x');
    const [, , , machine] = rows;
    if (machine?.kind !== 'machine') throw new Error('Expected a machine');
    await fc.assert(
      fc.asyncProperty(hostileText, async (name) => {
        const row = { ...machine, name };
        const markdown = await ticketOf([row], model.inventory, { ...context, filter: name });
        // Renders the heading and the line as text.
        expect(renderText(markdown.slice('### '.length).replace('\n\n- ', '\n\n'))).toContain('DiskPressure');
      }),
      { numRuns: 200 },
    );
  });
});
