import { l10n, QuickPickItemKind } from 'vscode';
import { refusalOf } from '../presentation/errors';
import { escapeIconsAndLinks } from '../presentation/text';
import { containsApiKey as containsKey } from '../service/redaction';
import { inputStep, showInputBox, type ContainsApiKey, type InputBoxOptions } from '../ui/inputBox';
import { runSteps, type Step } from '../ui/quickInput';
import { pickOne } from '../ui/quickPick';
import {
  hostOf,
  isSameConnection,
  parseConsoleUrl,
  type Connection,
  type ConnectionIdentity,
  type Parsed,
} from './connection';
import type { Connections } from './connections';
import { completeUrl, findHostProblem, parseApiKey, parseEnteredBaseUrl } from './enteredValues';
import type { FirstPage } from './firstPage';

/** Base URL and name, or empty texts. */
type ConnectRequest = ConnectionIdentity;

/**
 * What a caller of the command suggests for the user to confirm. Any extension, task or link can run the command, so an
 * API key in the argument is ignored.
 */
export function parseConnectRequest(argument: unknown): ConnectRequest {
  const { baseUrl, name } = { ...(argument as Partial<Record<string, unknown>>) };
  return {
    baseUrl: typeof baseUrl === 'string' ? baseUrl : '',
    name: typeof name === 'string' ? name : '',
  };
}

/** What the user has entered so far. */
interface Draft {
  baseUrl: string;
  /** Whether `baseUrl` differs from what the user entered. */
  isCorrected: boolean;
  apiKey: string;
  name: string;
  /** undefined until the user was asked for it. */
  consoleUrl: string | undefined;
}

/**
 * Asks for base URL, API key, name and web console. Checks the host before it asks for the key, and the key before it stores
 * anything.
 * @returns the new connection, or undefined if the user canceled
 */
export async function connect(
  connections: Connections,
  request: ConnectRequest = { baseUrl: '', name: '' },
): Promise<Connection | undefined> {
  const draft: Draft = { ...request, isCorrected: false, apiKey: '', consoleUrl: undefined };
  const containsApiKey = async (text: string): Promise<boolean> =>
    (draft.apiKey !== '' && containsKey(text, draft.apiKey)) || connections.containsApiKey(text);
  const common = { title: l10n.t('Connect to a Service'), containsApiKey };
  let firstPage: FirstPage | undefined;

  const isComplete = await runSteps(
    baseUrlStep(connections, draft, common),
    inputStep(
      () => ({
        ...keyInput(connections, connectionOf(draft), (page) => (firstPage = page)),
        title: common.title,
        value: draft.apiKey,
        ...(draft.isCorrected
          ? {
              prompt: l10n.t(
                "Using {0}. Enter the API key. It is stored in VS Code's secret storage",
                draft.baseUrl,
              ),
            }
          : {}),
      }),
      (value) => (draft.apiKey = value),
    ),
    inputStep(
      () => ({
        ...common,
        prompt: l10n.t('Name for this connection'),
        value: draft.name === '' ? hostOf(draft) : draft.name,
        required: l10n.t('Enter a name'),
        validate: (value) => nameRefusal(connections, { ...draft, name: value }),
      }),
      (value) => (draft.name = value),
    ),
    inputStep(
      () => ({
        ...common,
        prompt: l10n.t('Optional: URL of the web console. Leave empty to skip'),
        placeholder: 'https://console.example.com',
        value: draft.consoleUrl ?? savedConsoleUrl(connections, draft),
        validate: (value) => reasonOf(parseEnteredConsoleUrl(value)),
      }),
      (value) => (draft.consoleUrl = valueOf(parseEnteredConsoleUrl(value))),
    ),
  );
  if (!isComplete) return undefined;
  const connection = connectionOf(draft);
  await connections.add(connection, draft.apiKey, firstPage);
  return connection;
}

function baseUrlStep(
  connections: Connections,
  draft: Draft,
  common: { readonly title: string; readonly containsApiKey: ContainsApiKey },
): Step {
  /** The last base URL whose host was checked, and that the user may use. */
  let checked: string | undefined;
  return inputStep(
    () => ({
      ...common,
      prompt: l10n.t("Base URL of the service's API"),
      placeholder: 'https://api.example.com',
      value: draft.baseUrl,
      validate: async (value, signal) => {
        const parsed = parseEnteredBaseUrl(value);
        if (!parsed.valid) return parsed.reason;
        if (parsed.value === checked) return undefined;
        const connection = { name: draft.name, baseUrl: parsed.value };
        const problem = await findHostProblem(connections.checkHost(connection, signal), parsed.value);
        if (problem?.mayBeFalseAlarm === false) return problem.reason;
        checked = parsed.value;
        return problem && { warning: problem.reason };
      },
    }),
    (value) => {
      const baseUrl = valueOf(parseEnteredBaseUrl(value));
      // A key belongs to the base URL that it was entered for.
      if (baseUrl !== draft.baseUrl) draft.apiKey = '';
      draft.isCorrected = baseUrl !== value;
      draft.baseUrl = baseUrl;
    },
  );
}

/** Asks for a key for `connection`, tries it and stores it. */
export async function replaceApiKey(connections: Connections, connection: Connection): Promise<boolean> {
  const key = await showInputBox({
    ...keyInput(connections, connection),
    title: l10n.t('API Key for {0}', connection.name),
  });
  if (typeof key !== 'string') return false;
  await connections.replaceKey(connection, key);
  return true;
}

/** Lets the user choose the active connection of this window, or add one. */
export async function switchConnection(connections: Connections): Promise<void> {
  const active = connections.session?.connection.name;
  const choice = await pickOne<Connection | 'new'>({
    title: l10n.t('Switch Connection'),
    items: [
      ...connections.all.map((connection) => ({
        label: escapeIconsAndLinks(connection.name),
        description: escapeIconsAndLinks(hostOf(connection)),
        ...(connection.name === active ? { detail: l10n.t('In use') } : {}),
        value: connection,
      })),
      { label: '', kind: QuickPickItemKind.Separator },
      { label: `$(add) ${l10n.t('Connect to a Service…')}`, value: 'new' },
    ],
  });
  if (choice === 'new') await connect(connections);
  else if (typeof choice === 'object') await connections.switchTo(choice);
}

/** @param onAccepted is called when the service accepts a key, with the page of projects that was read */
function keyInput(
  connections: Connections,
  connection: Connection,
  onAccepted?: (page: FirstPage | undefined) => void,
): Pick<InputBoxOptions, 'prompt' | 'validate'> & { readonly password: true } {
  return {
    prompt: l10n.t("Enter the API key for {0}. It is stored in VS Code's secret storage", hostOf(connection)),
    password: true,
    validate: (value, signal) => {
      const key = parseApiKey(value);
      if (!key.valid) return key.reason;
      return refusalOf(connections.tryKey(connection, key.value, signal).then(onAccepted));
    },
  };
}

function nameRefusal(connections: Connections, { name, baseUrl }: ConnectionIdentity): string | undefined {
  const other = connections.all.find((connection) => connection.name === name);
  // The same service under the same name is the same connection, with another key.
  return other === undefined || other.baseUrl === baseUrl
    ? undefined
    : l10n.t('This name is already in use for {0}', hostOf(other));
}

/** The console URL of the connection that `draft` replaces, or an empty text. */
function savedConsoleUrl({ all }: Connections, draft: Draft): string {
  return all.find((connection) => isSameConnection(connection, draft))?.consoleUrl ?? '';
}

function connectionOf({ name, baseUrl, consoleUrl = '' }: Draft): Connection {
  return { name, baseUrl, ...(consoleUrl === '' ? {} : { consoleUrl }) };
}

function parseEnteredConsoleUrl(input: string): Parsed<string> {
  return input === '' ? { valid: true, value: '' } : parseConsoleUrl(completeUrl(input));
}

function reasonOf(parsed: Parsed<unknown>): string | undefined {
  return parsed.valid ? undefined : parsed.reason;
}

/** The value of an input that was validated. */
function valueOf(parsed: Parsed<string>): string {
  return parsed.valid ? parsed.value : '';
}
