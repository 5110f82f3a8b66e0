import assert from 'node:assert/strict';
import fc from 'fast-check';
import { memoryFiles } from '../../../src/connections/storedFiles';
import { parseConnections, settingParsers } from '../../../src/connections/settingValues';
import { clusterHover } from '../../../src/items/kinds/clusterHover';
import { machineHealth, machineHover } from '../../../src/items/kinds/machine';
import { poolHover } from '../../../src/items/kinds/pool';
import { projectHover } from '../../../src/items/kinds/project';
import { storedMarks } from '../../../src/items/marks/stored';
import { answerTo, Matcher, notKnownText } from '../../../src/find/matcher';
import { maxLineLength, parseQuery, printQuery, withValues, valuesIn } from '../../../src/query/query';
import { itemTerms } from '../../../src/find/terms';
import { suggestionsFor } from '../../../src/query/suggest';
import { readPageView } from '../../../src/fleet/page/view';
import { readToExtension } from '../../../src/fleet/messages';
import { linkText, parseLink, stepsOf, type LinkParts } from '../../../src/projects/links/link';
import { Decisions } from '../../../src/review/decisions';
import { readFocus, readFromReviewPage } from '../../../src/review/messages';
import { readView as readReviewView } from '../../../src/review/page/view';
import { Journal } from '../../../src/roles/journal/journal';
import { fieldTable, type Row } from '../../../src/text/markdown';
import { contextOf, randomFleet } from '../../unit/find/randomFleet';
import { listMachines } from '../../../src/service/resources/machine';
import { clusterWith } from '../../unit/support/clusters';
import { endpoints } from '../../unit/support/endpoints';
import { unwanted } from '../../unit/support/hostile';
import { renderTable } from '../../unit/support/markdown';
import { chosen, jsonOf, textsOf, type Target } from '../input';

const now = Date.UTC(2026, 10, 21, 12);
const config = { cloudType: 'vsphere', configUid: 'config' };

/** The rows of the hovers of items in JSON. */
const hoversOf: readonly ((json: unknown) => readonly Row[] | undefined)[] = [
  (json) => {
    const [project] = endpoints.listProjects.read({ items: [json] })?.items ?? [];
    return project && projectHover(project, now);
  },
  (json) => {
    const [search] = endpoints.searchClusters.read({ items: [json] })?.items ?? [];
    return search && clusterHover(clusterWith({ search }), now);
  },
  (json) => {
    const [own, overview] = [endpoints.readCluster.read(json), endpoints.readClusterOverview.read(json)];
    return own && overview && clusterHover(clusterWith({ own, overview }), now);
  },
  (json) => {
    const [pool] =
      endpoints.readCloudConfig.read({ spec: { machinePoolConfig: [json] } })?.spec?.machinePoolConfig ?? [];
    return pool && poolHover({ ref: { ...config, poolName: 'pool' }, pool }, undefined);
  },
  (json) => {
    const [machine] = listMachines({ ...config, poolName: 'pool' }).read({ items: [json] })?.items ?? [];
    return machine && [['Health', machineHealth(machine, now).severity], ...machineHover(machine, now)];
  },
];

/** JSON of an item, of the kind that the first byte chooses: its hover is a table of plain text. */
export const hovers: Target = (input) => {
  const rows = chosen(hoversOf, input[0])(jsonOf(textsOf(input.subarray(1))[0] ?? ''));
  if (rows === undefined) return;
  const markdown = fieldTable(rows);
  const cells = renderTable(markdown);
  assert.equal(cells.length, markdown.split('\n').length - 1);
  for (const row of cells) {
    assert.equal(row.length, 2);
    for (const cell of row) assert.doesNotMatch(cell, unwanted);
  }
};

/** A small fleet, because each line is asked of all items. */
const fleet =
  fc
    .sample(randomFleet, { seed: 48, numRuns: 30 })
    .find(({ items }) => items.length > 15 && items.length < 30) ?? assert.fail();
const context = contextOf(fleet);

/** A line of any text, asked of a fleet. The conditions that it has are the same after it was written, and others stay. */
export const queries: Target = (input) => {
  const [line = '', key = '', value = ''] = textsOf(input);
  const conditionsOf = (text: string) =>
    parseQuery(text).map(({ key, values, isNegated }) => ({ key, values, isNegated }));
  const conditions = conditionsOf(line);
  assert.deepEqual(conditionsOf(printQuery(conditions)), conditions);
  const answer = answerTo(line, fleet.items, context);
  assert.equal(typeof notKnownText(answer.notKnown), 'string');
  // An item is selected, or nobody knows whether it is.
  const selected = new Set(answer.items);
  assert.ok(answer.unanswered.every((item) => !selected.has(item)));
  assert.equal(typeof new Matcher(line, context, true).mayBeIn(undefined), 'boolean');
  for (const { line: other, caret } of suggestionsFor(
    line,
    line.length >> 1,
    fleet.items,
    itemTerms(context),
  ))
    assert.ok(caret <= other.length);
  if (key === '' || value === '' || line.length > maxLineLength) return;
  const changed = withValues(line, key, [value]);
  assert.deepEqual(valuesIn(changed, key), [value]);
  assert.equal(withValues(changed, key, [value]), changed);
};

const origin = 'vscode://poolview.poolview';

/** The parts of a link as VS Code passes them to the extension: decoded once. */
function received(text: string): LinkParts {
  const { pathname, search } = new URL(text);
  return { path: pathname, query: decodeURIComponent(search.slice(1)) };
}

/** A link that anyone wrote, and one to what the texts name. One that is read leads to the same place after it was written. */
export const links: Target = (input) => {
  const [query = '', path = '/open', ...names] = textsOf(input);
  const { value: parsed } = parseLink({ path, query });
  const [connection = '', project = '', config = '', pool = '', machine = ''] = names;
  const made = { connection, project, config, pool, machine };
  for (const link of [...(parsed ? [parsed] : []), made]) {
    for (const { parts } of stepsOf(link)) assert.ok(parts.every((part) => !part.includes('/')));
    const written = linkText(origin, link);
    if (written === undefined) continue;
    assert.match(written, /^[!-~]+$/);
    const read = parseLink(received(written));
    if (Object.values(link).every((value) => value !== '')) assert.deepEqual(read, { value: link });
    else assert.equal(read.value, undefined);
  }
};

const entryId = '000001793000000-0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f';
const removal = JSON.stringify({
  owner: { host: 'kept-host', pid: 1 },
  connection: { name: 'Acme', baseUrl: 'https://api.acme.dev' },
  team: { uid: 'team' },
  roleUid: 'kept-role',
});

/** Any lines in every stored file, below a valid one: this is kept, unless they mention it. */
export const storedFiles: Target = async (input) => {
  const [text = ''] = textsOf(input);
  const files = memoryFiles();
  const isKept = !/kept|\\u/.test(text);
  const mark = { kind: 'query', key: 'kept', value: { line: 'is:problem' } };
  await files.create('marks.jsonl', `${JSON.stringify(mark)}\n${text}`);
  await files.create('decisions.jsonl', `${JSON.stringify({ id: 'kept', choice: 'keep' })}\n${text}`);
  await files.create(`finished-${'0'.repeat(15)}.json`, text);
  await files.create(`${entryId}.jsonl`, `${removal}\n${text}`);
  await files.create(`${entryId.replaceAll('f', 'e')}.jsonl`, text);
  const [marks, decisions, journal] = [storedMarks(files, 'v'), new Decisions(files), new Journal(files)];
  const { query } = await marks.read();
  if (isKept) assert.equal(query.get('kept')?.line, 'is:problem');
  await decisions.read();
  if (isKept) assert.equal(decisions.current.get('kept')?.choice, 'keep');
  const entries = await journal.entries();
  assert.ok(entries.some(({ roleUid }) => roleUid === 'kept-role'));
  await journal.prune();
};

/** Any message to the extension, any view that a page has kept, and any settings. */
export const messages: Target = (input) => {
  const json = jsonOf(textsOf(input)[0] ?? '');
  for (const read of [readToExtension, readFromReviewPage]) {
    const message = read(json);
    if (message !== undefined) assert.deepEqual(read(JSON.parse(JSON.stringify(message))), message);
  }
  for (const read of [readPageView, readReviewView]) assert.deepEqual(read(read(json)), read(json));
  readFocus(json);
  const { connections } = parseConnections(json);
  assert.deepEqual(parseConnections(connections), { connections, refused: [], isWhole: true });
  for (const parse of Object.values(settingParsers)) {
    const setting = parse(json);
    assert.deepEqual(parse(setting), setting);
  }
};
