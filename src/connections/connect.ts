import { l10n } from 'vscode';
import { refusalOf } from '../presentation/errors';
import { containsApiKey, type ApiKeyCheck } from './apiKeyCheck';
import { hostOf, parseApiKey, parseBaseUrl, type Connection, type Parsed } from './connection';
import type { Connections, Trial } from './connections';
import { ask, type Question } from './prompt';

const parts = ['baseUrl', 'apiKey', 'name'] as const;
type Part = (typeof parts)[number];

/** What a caller of the command suggests. The user confirms it in the input boxes. */
export interface ConnectRequest {
  readonly baseUrl?: string;
  readonly name?: string;
}

/** The argument of the command, which any extension, task or link can run. An API key in it is not used. */
export function parseConnectRequest(argument: unknown): ConnectRequest {
  if (typeof argument !== 'object' || argument === null) return {};
  const { baseUrl, name } = argument as Partial<Record<Part, unknown>>;
  return {
    ...(typeof baseUrl === 'string' ? { baseUrl } : {}),
    ...(typeof name === 'string' ? { name } : {}),
  };
}

/**
 * Asks for base URL, API key and name, tries the key against the service, and only then stores them.
 * @returns the new connection, or undefined if the user canceled
 */
export async function connect(
  connections: Connections,
  { baseUrl = '', name = '' }: ConnectRequest,
): Promise<Connection | undefined> {
  const draft: Record<Part, string> = { baseUrl, apiKey: '', name };
  const containsKey: ApiKeyCheck = async (text) =>
    (draft.apiKey !== '' && containsApiKey(text, draft.apiKey)) || connections.containsApiKey(text);

  let trial: Trial | undefined;
  const questionFor = (part: Part): StepQuestion => {
    switch (part) {
      case 'baseUrl':
        return { ...baseUrlQuestion(), containsApiKey: containsKey };
      case 'apiKey':
        return keyQuestion(connections, connectionOf(draft), (accepted) => (trial = accepted));
      case 'name':
        return { ...nameQuestion(connections, connectionOf(draft)), containsApiKey: containsKey };
    }
  };

  for (let step = 0; step < parts.length;) {
    const part = parts[step] ?? 'baseUrl';
    const question = questionFor(part);
    const answer = await ask({
      ...question,
      title: l10n.t('Connect to a Service'),
      step: step + 1,
      totalSteps: parts.length,
      value: draft[part] === '' ? (question.value ?? '') : draft[part],
    });
    if (answer === 'cancelled') return undefined;
    if (answer === 'back') {
      step--;
    } else {
      const value = answer.value.trim();
      // A key is for the address that it was entered for.
      if (part === 'baseUrl' && value !== draft.baseUrl) draft.apiKey = '';
      draft[part] = value;
      step++;
    }
  }

  const connection = connectionOf(draft);
  await connections.add(connection, draft.apiKey, trial);
  return connection;
}

/** Asks for a key for `connection`, tries it, and stores it. */
export async function replaceApiKey(connections: Connections, connection: Connection): Promise<boolean> {
  const answer = await ask({
    ...keyQuestion(connections, connection, () => undefined),
    title: l10n.t('API Key of {0}', connection.name),
  });
  if (typeof answer === 'string') return false;
  await connections.replaceKey(connection, answer.value.trim());
  return true;
}

type TextQuestion = Pick<Question, 'prompt' | 'placeholder' | 'value' | 'check'>;
type KeyQuestion = TextQuestion & { readonly password: true };
type StepQuestion = KeyQuestion | (TextQuestion & { readonly containsApiKey: ApiKeyCheck });

function baseUrlQuestion(): TextQuestion {
  return {
    prompt: l10n.t('Base URL of the service, with its path if it has one'),
    placeholder: 'https://api.example.com',
    check: (value) => reasonOf(parseBaseUrl(value)),
  };
}

/** @param accepted is called when the service accepts a key */
function keyQuestion(
  connections: Connections,
  connection: Connection,
  accepted: (trial: Trial) => void,
): KeyQuestion {
  return {
    prompt: l10n.t('API key for {0}. It is stored in the secret storage of VS Code', hostOf(connection)),
    password: true,
    check: async (value, signal) => {
      const key = parseApiKey(value);
      return key.valid
        ? refusalOf(connections.tryKey(connection, key.value, signal).then(accepted))
        : key.reason;
    },
  };
}

function nameQuestion(connections: Connections, connection: Connection): TextQuestion {
  return {
    prompt: l10n.t('Name of this connection, as the Projects view shows it'),
    value: hostOf(connection),
    check: (value) => nameRefusal(connections, { ...connection, name: value.trim() }),
  };
}

function nameRefusal(connections: Connections, { name, baseUrl }: Connection): string | undefined {
  if (name === '') return l10n.t('Enter a name');
  const other = connections.all.find((connection) => connection.name === name);
  // The same service under the same name is the same connection, with another key.
  return other === undefined || other.baseUrl === baseUrl
    ? undefined
    : l10n.t('This name is already in use for {0}', hostOf(other));
}

function connectionOf({ name, baseUrl }: Record<Part, string>): Connection {
  const parsed = parseBaseUrl(baseUrl);
  return { name, baseUrl: parsed.valid ? parsed.value : baseUrl };
}

function reasonOf(parsed: Parsed<unknown>): string | undefined {
  return parsed.valid ? undefined : parsed.reason;
}
