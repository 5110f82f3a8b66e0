import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { clusterName, uidOf } from '../../../../src/items/cluster';
import { Inventory } from '../../../../src/items/inventory';
import { rowsOf } from '../../../../src/projects/chooseRow';
import { copiedText, type Copied } from '../../../../src/projects/hoverLinks';
import { yamlDetails } from '../../../../src/projects/rowCommands/documents';
import { jsonOfRows } from '../../../../src/tree/rowSpec';
import { ProjectsModel } from '../../../../src/projects/model';
import {
  isParentRow,
  type MachineRow,
  type ParentRow,
  type ResourceRow,
  pathTo,
} from '../../../../src/items/kinds';
import { addressesOf, machineRow } from '../../../../src/items/kinds/machine';
import { requestTime } from '../../../../src/service/requestTime';
import type { CommandArguments } from '../../../../src/ui/commands';
import { machineFrom } from '../../support/resources';
import { atEnd, connected, sourceOf } from '../../support/service';

/** A model in which the first row of each level is open. */
async function opened(): Promise<ProjectsModel> {
  const { client } = await connected({
    projects: 2,
    clustersPerProject: { exactly: 1 },
    poolsPerCluster: { exactly: 1 },
    machinesPerPool: { exactly: 2 },
  });
  const model = new ProjectsModel(new Inventory(sourceOf(client)));
  atEnd(() => {
    model.inventory.dispose();
  });
  let parent: ParentRow | undefined;
  for (let level = 0; level < 4; level++) {
    const [first] = await model.rows.children(parent);
    if (isParentRow(first)) parent = first;
  }
  return model;
}

/** The first row of a kind. */
function only<Kind extends ResourceRow['kind']>(model: ProjectsModel, kind: Kind) {
  const row = model.inventory.rows.find(
    (one): one is Extract<ResourceRow, { kind: Kind }> => one.kind === kind,
  );
  if (row === undefined) throw new Error(`No ${kind} is loaded`);
  return row;
}

/** The rows that a command works on. @param selection what is selected in the tree */
function rowsFrom(model: ProjectsModel, ...selection: readonly ResourceRow[]) {
  return (...given: CommandArguments) => rowsOf({ selection: selection.map(({ id }) => id) }, model, given);
}

describe('what is copied', () => {
  it('depends on what each row has', async () => {
    const model = await opened();
    const copies: Copied[] = ['name', 'uid', 'ipAddress', 'sshKeyName'];
    const found = model.inventory.rows.map((row) => [
      row.kind,
      ...copies.filter((copied) => copiedText(copied, row) !== undefined),
    ]);
    expect(found).toEqual([
      ['project', 'name', 'uid'],
      ['cluster', 'name', 'uid'],
      ['pool', 'name'],
      ['machine', 'name', 'uid', 'ipAddress', 'sshKeyName'],
      ['machine', 'name', 'uid', 'ipAddress', 'sshKeyName'],
      ['project', 'name', 'uid'],
    ]);
    const machine = model.inventory.rows.find(({ kind }) => kind === 'machine') as MachineRow;
    const { name, uid } = machine.machine.metadata ?? {};
    expect(copies.map((copied) => copiedText(copied, machine))).toEqual([
      name,
      uid,
      addressesOf(machine.machine)[0],
      'platform-ops',
    ]);
  });

  it('is one line without control characters, which a shell would act on', async () => {
    const machine = (await opened()).inventory.rows.find(({ kind }) => kind === 'machine') as MachineRow;
    const named = (name: unknown) =>
      copiedText(
        'name',
        machineRow(machine.parent, machineFrom({ metadata: { name } }), machine.id, requestTime()),
      );
    expect(named('a\nreboot\r\n')).toBe('a reboot');
    expect(named('a\u001b[2J\u202eb')).toBe('a\u{fffd}[2Jb');
    expect(named(' \u200b ')).toBeUndefined();
    expect(named(undefined)).toBeUndefined();
  });

  it('as JSON is what the service sent, with its location', async () => {
    const model = await opened();
    const machine = only(model, 'machine');
    const project = only(model, 'project');
    const cluster = only(model, 'cluster');
    const pool = only(model, 'pool');
    expect(JSON.parse(jsonOfRows([machine], model))).toEqual({
      location: {
        project: { name: project.project.metadata?.name, uid: project.project.metadata?.uid },
        cluster: { name: clusterName(cluster), uid: uidOf(cluster) },
        pool: { name: pool.ref.poolName },
      },
      ...machine.machine.source,
    });
    expect(JSON.parse(jsonOfRows([project], model))).toEqual(project.project.source);
  });

  it('as JSON of several rows is a list', async () => {
    const model = await opened();
    const rows = model.inventory.rows;
    const each = rows.map((row): unknown => JSON.parse(jsonOfRows([row], model)));
    expect(JSON.parse(jsonOfRows(rows, model))).toEqual(each);
  });

  it('is in tree order, without duplicates and removed rows', async () => {
    const model = await opened();
    const [first, second, ...others] = model.inventory.rows;
    const rows = rowsFrom(model);
    const ids = [second, ...others, second, first].map((row) => row?.id);
    expect(await rows(second?.id, [...ids, 'gone', null])).toEqual(model.inventory.rows);
    expect(await rows(second?.id)).toEqual([second]);
    expect(await rows('gone', [])).toEqual([]);
  });

  it('is what is selected, but never for the menu of a row that VS Code is drawing again', async () => {
    const model = await opened();
    const [first, second] = model.inventory.rows;
    if (first === undefined || second === undefined) throw new Error('Expected two rows');
    const rows = rowsFrom(model, second);
    expect(await rows()).toEqual([second]);
    expect(await rows('poolview.projects')).toEqual([second]);
    expect(await rows('poolview.roles')).toEqual([]);
    expect(await rows(first.id)).toEqual([first]);
    expect(await rows(undefined, undefined)).toEqual([]);
  });

  it('is in the order of a web page if it was selected there', async () => {
    const model = await opened();
    const [, second, third] = model.inventory.rows.map(({ id }) => id);
    const rows = rowsFrom(model);
    const ids = async (argument: unknown) => (await rows(argument)).map(({ id }) => id);
    expect(await ids({ ids: [third, second, third] })).toEqual([third, second]);
    expect(await ids({ ids: [] })).toEqual([]);
    expect(await ids({ ids: second })).toEqual([]);
  });
});

describe('the details of a row', () => {
  it('start with what users need first, and contain what the service sent', async () => {
    const model = await opened();
    for (const row of model.inventory.rows) {
      const [health = '', ...comment] = (await yamlDetails(row, model.inventory))
        .split('\n')
        .filter((line) => line.startsWith('# '));
      expect(health).toMatch(/^# (Healthy|Unknown|Failed|Unhealthy|Late heartbeat|In |\d+ )/);
      if (row.parent !== undefined) expect(`${comment[0]} · `).toContain(`# ${pathTo(row).join(' › ')} · `);
      expect(comment.at(-1)).toMatch(/(?:^# | · )Updated \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
    }
    const machine = only(model, 'machine');
    expect(parse(await yamlDetails(machine, model.inventory))).toEqual(machine.machine.source);
    const cluster: unknown = parse(await yamlDetails(only(model, 'cluster'), model.inventory));
    expect(cluster).toHaveProperty('cloudConfig.spec.machinePoolConfig');
  });
});
