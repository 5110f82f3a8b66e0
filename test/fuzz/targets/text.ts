import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { answerText, maxAnswerBytes } from '../../../src/agents/tools/answer';
import { withoutMailDomains } from '../../../src/service/mailAddress';
import { csvText, tabSeparatedText } from '../../../src/text/csv';
import { jsonDocument } from '../../../src/text/document';
import { escapeMarkdown, fieldTable, hoverLine, plainTable } from '../../../src/text/markdown';
import { hideSecret, withoutSecrets } from '../../../src/text/secrets';
import { escapeIconsAndLinks, sanitizeLine, sanitizeLineForModel } from '../../../src/text/text';
import { yamlDocument } from '../../../src/text/yamlDocument';
import { inOrder, unwanted } from '../../unit/support/hostile';
import { renderTable, renderText } from '../../unit/support/markdown';
import { chosen, jsonOf, objectOf, textsOf, type Target } from '../input';

const value = 'hunter2-Q7x';
const names = [
  'password',
  'DB_PASSWORD',
  'apiKey',
  'client-secret',
  'token',
  'tls.key',
  'connectionString',
] as const;

/** Ways to write a secret, each on a line of its own. */
const secretForms = [
  (name: string) => `${name}=${value}`,
  (name: string) => `${name}: ${value}`,
  (name: string) => `--${name} ${value}`,
  (name: string) => JSON.stringify({ [name]: value }),
  (name: string) => JSON.stringify({ name, value }),
  (name: string) => JSON.stringify([JSON.stringify({ [name]: [value] })]),
  (name: string) => `- name: ${name}\n  value: ${value}`,
  () => `https://ops:${value}@registry.example/v2`,
  () => `Authorization: Bearer ${value}`,
  (name: string) => `- --${name}\n- ${value}`,
  (name: string) => `{"args":["--${name}","${value}"],`,
  (name: string) => `{"a":["${name}","${value}"],`,
  (name: string) => `{"value":"${value}","name":"${name}"}{`,
  (name: string) => `<${name}>${value}</${name}>`,
] as const;

/**
 * A secret between two texts, with the name and in the form that the first two bytes choose. Its value is shown nowhere.
 */
export const secrets: Target = (input) => {
  const [before = '', after = ''] = textsOf(input.subarray(2));
  const name = chosen(names, input[0]);
  const text = [before, chosen(secretForms, input[1])(name), after].join('\n');
  const shown = withoutSecrets(text);
  assert.ok(!shown.includes(value), shown);
  assert.ok(!sanitizeLine(text, text.length).includes(value), text);
  const json = JSON.stringify(
    { [before]: after, [name]: [value], list: [{ name, value, after }, text] },
    hideSecret,
  );
  assert.ok(!json.includes(value), json);
};

/** A mail address between two texts: its domain is shown nowhere. */
export const mailAddresses: Target = (input) => {
  const [before = '', after = ''] = textsOf(input);
  const shown = withoutMailDomains(`${before} jane@acme.example ${after}`);
  assert.ok(!shown.includes('@acme.example'), shown);
};

/** Nothing of this may reach a model. */
const unseen = /[\p{Cc}\p{Cs}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u;

/** A text on one line: safe to show, in pickers and messages too, and as long as it may be. */
export const lines: Target = (input) => {
  const [text = ''] = textsOf(input.subarray(1));
  const most = 10 + (input[0] ?? 0);
  const line = sanitizeLine(text, most);
  assert.doesNotMatch(line, unwanted);
  assert.doesNotMatch(sanitizeLineForModel(text, most), unseen);
  assert.ok(line.length <= most, line);
  assert.doesNotMatch(escapeIconsAndLinks(text, most), /\$\(|\]\(/);
};

const acme = { connection: { name: 'Acme', baseUrl: 'https://api.acme.dev' }, now: 0 };

/** Any JSON as the facts and the list of what an agent reads: of limited size, and without anything that is not seen. */
export const answers: Target = (input) => {
  const facts = objectOf(textsOf(input)[0] ?? '');
  if (facts === undefined) return;
  const text = answerText({ facts, list: { items: [() => facts], skip: 0 } }, acme);
  assert.ok(Buffer.byteLength(text) <= maxAnswerBytes);
  JSON.parse(text, (name, value: unknown) => {
    for (const one of [name, value]) if (typeof one === 'string') assert.doesNotMatch(one, unseen);
  });
};

/** A text in Markdown, rendered: it is shown as it is, without a link, an image, HTML or an icon. */
export const markdown: Target = (input) => {
  const [text = '', other = ''] = textsOf(input);
  const [shown, escaped] = [sanitizeLine(text, 1000), escapeMarkdown(text)];
  assert.doesNotMatch(escaped, /\$\(/);
  assert.equal(renderText(escaped), shown);
  renderText(hoverLine(text, other));
  assert.deepEqual(renderTable(fieldTable([['a', shown === '' ? 'b' : escaped]])).at(-1), [
    'a',
    shown || 'b',
  ]);
  const rows = renderTable(plainTable(['a', 'b'], [[text, other]]));
  assert.deepEqual(
    rows.map((cells) => cells.length),
    [2, 2],
  );
};

const startOfFormula = /^[=+\-@\uff1d\uff0b\uff0d\uff20]/;

/** Texts as cells for spreadsheets, parsed again: they are the same, and none is a formula. */
export const csv: Target = (input) => {
  const texts = textsOf(input);
  const records = [texts, texts.map(() => '')];
  for (const read of [
    cellsOf(csvText(records), /"((?:[^"]|"")*)"()(,|\r\n)/gy),
    cellsOf(tabSeparatedText(records), /(?:"((?:[^"]|"")*)"|([^"\t\n]*))(\t|\n)/gy),
  ]) {
    for (const [index, text] of texts.entries()) {
      const line = sanitizeLine(text, 1000);
      assert.equal(read[0]?.[index], startOfFormula.test(line) ? `'${line}` : line);
      assert.doesNotMatch(line, unwanted);
    }
    assert.deepEqual(
      read.map((cells) => cells.length),
      [texts.length, texts.length],
    );
  }
};

/** The records of cells that each end with what `cell` has last: a delimiter, or a line break. */
function cellsOf(text: string, cell: RegExp): readonly (readonly string[])[] {
  const records: string[][] = [[]];
  let length = 0;
  for (const [all, quoted, plain = '', end = ''] of text.matchAll(cell)) {
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end.endsWith('\n')) records.push([]);
    length += all.length;
  }
  assert.equal(length, text.length);
  return records.slice(0, -1);
}

/** JSON as documents, with a comment, parsed again: it is the same, but for secrets. Nothing in them is invisible. */
export const documents: Target = (input) => {
  const [text = '', comment = ''] = textsOf(input);
  const json = jsonOf(text);
  if (json === undefined) return;
  const [asJson, asYaml] = [jsonDocument(json), yamlDocument(json, [comment])];
  for (const document of [asJson, asYaml]) assert.doesNotMatch(document.replaceAll('\n', ' '), unwanted);
  const read: unknown = JSON.parse(asJson);
  if (read === 'This item is nested too deeply to be shown.') return;
  assert.equal(JSON.stringify(read), JSON.stringify(json, hideSecret));
  assert.equal(inOrder(parse(asYaml)), inOrder(read));
};
