import fc, { type Arbitrary } from 'fast-check';

/** Texts that attack whatever renders them. */
export const attacks = [
  '[x](command:workbench.action.terminal.new)',
  '[x](command:poolview.showDetails?1)',
  '![x](https://evil.example/p.png)',
  '<img src=x onerror=alert(1)>',
  '<https://evil.example>',
  '<!-- x',
  '$(trash)',
  '](',
  'https://evil.example',
  'www.evil.example',
  'me@evil.example',
  '&#96;',
  '&lt;b&gt;',
  '[^1]',
  '[x][1]',
  '[1]: https://evil.example',
  '```',
  '**',
  '\\|',
  '\n\n',
  '\r\n    code',
  '\n|:--|:--|',
  '{0}',
  '$&',
  '__proto__',
] as const;

/** Control characters, invisible and reversing characters, and lone surrogates. */
const oddCharacters = charactersOf(
  '\u0000\u0007\u001b\u007f\u0085\u009b\u00ad\u061c\u180e\u200b\u034f\u115f\u200c\u200d\u200e\u202e\u2028\u2066\u2069\u3164\ufe0f\ufeff\ufff9\ud800\udc00',
).concat('\u{e0041}', '\u{e0100}');
const punctuation = charactersOf(' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~');

/** The UTF-16 units of `text`. */
function charactersOf(text: string): string[] {
  return Array.from({ length: text.length }, (_, index) => text.charAt(index));
}

/** A text with attacks and unusual characters. */
export const hostileText: Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(...attacks),
      fc.constantFrom(...oddCharacters),
      fc.string({ unit: fc.constantFrom(...punctuation), maxLength: 5 }),
      fc.string({ unit: 'binary', maxLength: 5 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

/** Names of fields in responses, and of inherited properties of JavaScript objects. */
const keys = [
  'items',
  'resourceRoles',
  'listmeta',
  'continue',
  'count',
  'metadata',
  'name',
  'uid',
  'labels',
  'annotations',
  'creationTimestamp',
  'spec',
  'specSummary',
  'status',
  'health',
  'conditions',
  'usage',
  'clusters',
  'nics',
  'maintenanceStatus',
  'minSize',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'length',
  'then',
] as const;

const fieldName = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...keys) }, hostileText);

const leaf = fc.oneof(
  fc.constantFrom('null', 'true', 'false', '{}', '[]', '""'),
  // Too large, too precise, and negative.
  fc.constantFrom('0', '-0', '-1', '1.5', '1e308', '1e999', '-1e999', '9007199254740993', '1e-320'),
  // Numbers and booleans as strings, and invalid dates.
  fc.constantFrom('"5"', '"true"', '"null"', '"2026-02-30T25:61:00Z"', '"node 7"', '"0000-00-00"'),
  fc.oneof(hostileText, fc.string({ unit: 'binary' })).map((text) => JSON.stringify(text)),
);

/**
 * Any JSON as text, because only text can contain duplicate keys, the key `__proto__` and numbers that are too large.
 */
export const anyJson: Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }).map((elements) => `[${elements.join()}]`),
    fc
      .array(fc.tuple(fieldName, tie('value')), { maxLength: 5 })
      .map((members) => `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join()}}`),
    fc.integer({ min: 1, max: 5000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  ),
})).value;

/** The path of a value in a response: names of fields and indices of lists. */
export type Path = readonly (string | number)[];

/** A response with one change. */
export interface Changed {
  readonly path: Path;
  readonly body: string;
}

/** `answer` with one part, at any depth, replaced, removed, duplicated in its list, or added. */
export function anyChangeOf(answer: unknown): Arbitrary<Changed> {
  const paths = [...pathsOf(answer)];
  const lists = paths.filter((path) => typeof path.at(-1) === 'number');
  const objects = paths.filter((path) => isObject(at(answer, path)));
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.constantFrom(...paths), anyJson)
        .map(([path, json]) => ({ path, body: withPart(answer, path, () => [json]) })),
    },
    fc.constantFrom(...paths).map((path) => ({ path, body: withPart(answer, path, () => []) })),
    fc.constantFrom(...lists).map((path) => ({ path, body: withPart(answer, path, (part) => [part, part]) })),
    fc.tuple(fc.constantFrom(...objects), fc.constantFrom(...keys), anyJson).map(([parent, key, json]) => {
      const path = [...parent, key];
      return { path, body: withPart(answer, path, () => [json]) };
    }),
  );
}

function* pathsOf(value: unknown, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path;
  if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) yield* pathsOf(element, [...path, index]);
  } else if (isObject(value)) {
    for (const [key, member] of Object.entries(value)) yield* pathsOf(member, [...path, key]);
  }
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((part, step) => (part as Record<string | number, unknown>)[step], value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `value` as JSON, with the part at `path` replaced by the parts that `replace` returns, in JSON. */
function withPart(
  value: unknown,
  [step, ...rest]: Path,
  replace: (part: string) => readonly string[],
): string {
  const inside = (part: unknown): readonly string[] =>
    rest.length === 0 ? replace(JSON.stringify(part)) : [withPart(part, rest, replace)];
  if (Array.isArray(value)) {
    const elements: readonly unknown[] = value;
    return `[${elements.flatMap((part, index) => (index === step ? inside(part) : [JSON.stringify(part)])).join()}]`;
  }
  const members = new Map(isObject(value) ? Object.entries(value) : []);
  const key = String(step);
  // An added key.
  if (!members.has(key)) members.set(key, null);
  const texts = [...members].flatMap(([name, part]) =>
    (name === key ? inside(part) : [JSON.stringify(part)]).map((text) => `${JSON.stringify(name)}:${text}`),
  );
  return `{${texts.join()}}`;
}

/** Control characters and lone surrogates, and invisible characters unless each follows one that could take it, such as a keycap. */
export const unwanted =
  /[\p{Cc}\p{Cs}\u2028\u2029]|(?<![^\p{ASCII}])(?!(?<=[\d#*])\ufe0f\u20e3)[\p{Cf}\p{Default_Ignorable_Code_Point}]|[\p{Cf}\p{Default_Ignorable_Code_Point}]{3}|(?![\u200c\u200d\p{Variation_Selector}])[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** JSON with its fields sorted, because documents order them differently. */
export function inOrder(json: unknown): string {
  return JSON.stringify(json, (_name, value: unknown) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}
