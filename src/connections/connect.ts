import { l10n } from 'vscode';
import { refusalOf } from '../presentation/errors';
import { inputStep, showInputBox, type InputBoxOptions } from '../ui/inputBox';
import { runSteps } from '../ui/quickInput';
import { containsApiKey as containsKey, parseApiKey } from './apiKey';
import { hostOf, parseBaseUrl, type Connection, type Parsed } from './connection';
import type { Connections } from './connections';
import type { FirstPage } from './firstPage';

/** Base URL and name, or empty texts. */
type ConnectRequest = Pick<Connection, 'baseUrl' | 'name'>;

/**
 * What a caller of the command suggests, for the user to confirm. Any extension, task or link can run the command, so an
 * API key in the argument is not used.
 */
export function parseConnectRequest(argument: unknown): ConnectRequest {
  const { baseUrl, name } = { ...(argument as Partial<Record<string, unknown>>) };
  return {
    baseUrl: typeof baseUrl === 'string' ? baseUrl : '',
    name: typeof name === 'string' ? name : '',
  };
}

/**
 * Asks for base URL, API key and name, tries the key against the service, and only then stores them.
 * @returns the new connection, or undefined if the user canceled
 */
export async function connect(
  connections: Connections,
  { baseUrl, name }: ConnectRequest = { baseUrl: '', name: '' },
): Promise<Connection | undefined> {
  const draft = { baseUrl, apiKey: '', name };
  const containsApiKey = async (text: string): Promise<boolean> =>
    (draft.apiKey !== '' && containsKey(text, draft.apiKey)) || connections.containsApiKey(text);
  const title = l10n.t('Connect to a Service');
  let firstPage: FirstPage | undefined;

  const isComplete = await runSteps(
    inputStep(
      () => ({
        title,
        prompt: l10n.t('Base URL of the service, with its path if it has one'),
        placeholder: 'https://api.example.com',
        value: draft.baseUrl,
        containsApiKey,
        validate: (value) => reasonOf(parseBaseUrl(value)),
      }),
      (value) => {
        // A key belongs to the base URL that it was entered for.
        if (value !== draft.baseUrl) draft.apiKey = '';
        draft.baseUrl = value;
      },
    ),
    inputStep(
      () => ({
        ...keyInput(connections, connectionOf(draft), (page) => (firstPage = page)),
        title,
        value: draft.apiKey,
      }),
      (value) => (draft.apiKey = value),
    ),
    inputStep(
      () => ({
        title,
        prompt: l10n.t('Name of this connection, as the Projects view shows it'),
        value: draft.name === '' ? hostOf(connectionOf(draft)) : draft.name,
        containsApiKey,
        required: l10n.t('Enter a name'),
        validate: (value) => nameRefusal(connections, connectionOf({ ...draft, name: value })),
      }),
      (value) => (draft.name = value),
    ),
  );
  if (!isComplete) return undefined;
  const connection = connectionOf(draft);
  await connections.add(connection, draft.apiKey, firstPage);
  return connection;
}

/** Asks for a key for `connection`, tries it, and stores it. */
export async function replaceApiKey(connections: Connections, connection: Connection): Promise<boolean> {
  const key = await showInputBox({
    ...keyInput(connections, connection),
    title: l10n.t('API Key of {0}', connection.name),
  });
  if (typeof key !== 'string') return false;
  await connections.replaceKey(connection, key);
  return true;
}

/** @param onAccepted is called when the service accepts a key, with the page of projects that was read */
function keyInput(
  connections: Connections,
  connection: Connection,
  onAccepted?: (page: FirstPage | undefined) => void,
): Pick<InputBoxOptions, 'prompt' | 'validate'> & { readonly password: true } {
  return {
    prompt: l10n.t('API key for {0}. It is stored in the secret storage of VS Code', hostOf(connection)),
    password: true,
    validate: (value, signal) => {
      const key = parseApiKey(value);
      if (!key.valid) return key.reason;
      return refusalOf(connections.tryKey(connection, key.value, signal).then(onAccepted));
    },
  };
}

function nameRefusal(connections: Connections, { name, baseUrl }: Connection): string | undefined {
  const other = connections.all.find((connection) => connection.name === name);
  // The same service under the same name is the same connection, with another key.
  return other === undefined || other.baseUrl === baseUrl
    ? undefined
    : l10n.t('This name is already in use for {0}', hostOf(other));
}

function connectionOf({ name, baseUrl }: ConnectRequest): Connection {
  const parsed = parseBaseUrl(baseUrl);
  return { name, baseUrl: parsed.valid ? parsed.value : baseUrl };
}

function reasonOf(parsed: Parsed<unknown>): string | undefined {
  return parsed.valid ? undefined : parsed.reason;
}
