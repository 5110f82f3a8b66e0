import { l10n } from 'vscode';
import { escapeIconsAndLinks } from '../presentation/text';
import { parseBaseUrl, parseConsoleUrl, type Connection } from './connection';
import { described, misplacedSecret, problem, type Reading, type SettingProblem } from './settingProblems';
import { addressHoldsSecret, holdsSecret, shownOrigin } from './settingSecrets';

/** How sentences call the list. */
const list = 'poolview.connections';

/** Reads the list. Entries that are no connection are left out; of several with the same name the first one counts. */
export function readConnections(written: unknown): Reading<readonly Connection[]> {
  if (written === undefined) return { value: [], problems: [] };
  if (!Array.isArray(written)) {
    const text = l10n.t('{0} is {1}, but must be a list: nothing in it is used.', list, described(written));
    return { value: [], problems: [ofList(text), ...secretWithin(list, written)] };
  }
  const entries = written.map((entry, index) => readEntry(entry, index + 1));
  const byName = new Map<string, Connection>();
  const repeated = new Map<string, number>();
  for (const { value: connection } of entries) {
    if (connection === undefined) continue;
    const { name } = connection;
    if (byName.has(name)) repeated.set(name, (repeated.get(name) ?? 1) + 1);
    else byName.set(name, connection);
  }
  const repetitions = [...repeated].map(([name, count]) =>
    ofList(
      l10n.t(
        '{0} entries of {1} have the name "{2}": only the first of them is used.',
        count,
        list,
        shownName(name),
      ),
    ),
  );
  return {
    value: [...byName.values()],
    problems: [...entries.flatMap(({ problems }) => problems), ...repetitions],
  };
}

/** @param position of the entry in the list, from 1 */
function readEntry(entry: unknown, position: number): Reading<Connection | undefined> {
  const byPosition = l10n.t('Entry {0} of {1}', position, list);
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    const text = l10n.t(
      '{0} is {1}, but must be an object with name and baseUrl: it is left out.',
      byPosition,
      described(entry),
    );
    return { value: undefined, problems: [ofList(text), ...secretWithin(byPosition, entry)] };
  }
  // Own properties only: one that is called __proto__ could bring others along.
  const properties = new Map<string, unknown>(Object.entries(entry));
  const name = readName(properties.get('name'), byPosition);
  const subject = name.value === undefined ? byPosition : l10n.t('"{0}" in {1}', shownName(name.value), list);
  const baseUrl = readBaseUrl(properties.get('baseUrl'), subject);
  const consoleUrl = readConsoleUrl(properties.get('consoleUrl'), subject);
  return {
    value:
      name.value === undefined || baseUrl.value === undefined
        ? undefined
        : {
            name: name.value,
            baseUrl: baseUrl.value,
            ...(consoleUrl.value === undefined ? {} : { consoleUrl: consoleUrl.value }),
          },
    problems: [
      ...name.problems,
      ...baseUrl.problems,
      ...consoleUrl.problems,
      ...[...properties].flatMap(([property, value]) => readProperty(property, value, subject)),
    ],
  };
}

function readName(written: unknown, subject: string): Reading<string | undefined> {
  if (typeof written === 'string' && written.trim() !== '') return { value: written, problems: [] };
  const text =
    written === undefined || typeof written === 'string'
      ? l10n.t('{0} has no name: it is left out.', subject)
      : l10n.t('{0} has a name that is {1} and not text: it is left out.', subject, described(written));
  return { value: undefined, problems: [ofList(text)] };
}

function readBaseUrl(written: unknown, subject: string): Reading<string | undefined> {
  if (typeof written !== 'string') {
    const text =
      written === undefined
        ? l10n.t('{0} has no baseUrl: it is left out.', subject)
        : l10n.t('{0} has a baseUrl that is {1} and not text: it is left out.', subject, described(written));
    return { value: undefined, problems: [ofList(text)] };
  }
  const parsed = parseBaseUrl(written);
  if (parsed.valid) return { value: parsed.value, problems: [] };
  const origin = shownOrigin(written.trim());
  const text =
    origin === undefined
      ? l10n.t('{0} is left out because of its baseUrl. {1}.', subject, parsed.reason)
      : l10n.t(
          '{0} is left out because of its baseUrl {1}. {2}.',
          subject,
          escapeIconsAndLinks(origin),
          parsed.reason,
        );
  return { value: undefined, problems: [ofAddress(written, text)] };
}

/** One that cannot be used costs the connection nothing else. */
function readConsoleUrl(written: unknown, subject: string): Reading<string | undefined> {
  if (written === undefined) return { value: undefined, problems: [] };
  if (typeof written !== 'string') {
    const text = l10n.t(
      '{0} has a consoleUrl that is {1} and not text: it is ignored.',
      subject,
      described(written),
    );
    return { value: undefined, problems: [ofList(text)] };
  }
  const parsed = parseConsoleUrl(written);
  if (parsed.valid) return { value: parsed.value, problems: [] };
  const text = l10n.t('{0} has a consoleUrl that cannot be used. {1}.', subject, parsed.reason);
  return { value: undefined, problems: [ofAddress(written, text)] };
}

/** What is wrong with a property, apart from a name or an address that is not one. */
function readProperty(property: string, value: unknown, subject: string): readonly SettingProblem[] {
  const shown = escapeIconsAndLinks(property, 40);
  if (holdsSecret(property, value)) {
    const text = l10n.t('{0} has a key or password in "{1}".', subject, shown);
    return [misplacedSecret('connections', text)];
  }
  if (['name', 'baseUrl', 'consoleUrl'].includes(property)) return [];
  return [ofList(l10n.t('{0} has "{1}", which Poolview does not know: it is ignored.', subject, shown))];
}

function secretWithin(subject: string, written: unknown): readonly SettingProblem[] {
  if (!holdsSecret('', written)) return [];
  return [misplacedSecret('connections', l10n.t('{0} has a key or password in it.', subject))];
}

/** @param text what is wrong with an address */
function ofAddress(written: string, text: string): SettingProblem {
  return addressHoldsSecret(written.trim()) ? misplacedSecret('connections', text) : ofList(text);
}

function ofList(text: string): SettingProblem {
  return problem('connections', text);
}

function shownName(name: string): string {
  return escapeIconsAndLinks(name, 60);
}
