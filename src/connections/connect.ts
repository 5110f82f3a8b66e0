import { l10n } from 'vscode';
import { refusalOf } from '../details/errors';
import { hostOf, parseApiKey, parseBaseUrl, type Connection, type Parsed } from './connection';
import type { Connections } from './connections';
import { ask, type Question } from './prompt';
import type { Session } from './session';
import type { ListingMethod } from '../service/resources/project';

const parts = ['baseUrl', 'apiKey', 'name'] as const;
type Part = (typeof parts)[number];

/** What a caller may already know when it asks for a connection. */
export type ConnectRequest = Readonly<Partial<Record<Part, string>>>;

/** An argument of the command, which anybody can call with anything. */
export function parseConnectRequest(argument: unknown): ConnectRequest {
  if (typeof argument !== 'object' || argument === null) return {};
  return Object.fromEntries(
    Object.entries(argument).filter(
      ([name, value]) => parts.some((part) => part === name) && typeof value === 'string',
    ),
  );
}

/**
 * Asks for what `request` leaves open or gets wrong, tries base URL and key against the service, and only then keeps
 * them.
 * @returns the new connection, or undefined where the person left
 */
export async function connect(
  connections: Connections,
  request: ConnectRequest,
): Promise<Connection | undefined> {
  const draft: Record<Part, string> = { baseUrl: '', apiKey: '', name: '' };
  const given = new Map(Object.entries(request));

  let listing: ListingMethod | undefined;
  const questionFor = (part: Part): StepQuestion => {
    switch (part) {
      case 'baseUrl':
        return baseUrlQuestion();
      case 'apiKey':
        return keyQuestion(connections, connectionOf(draft), (trial) => (listing = trial.offered));
      case 'name':
        return nameQuestion(connections, connectionOf(draft));
    }
  };

  for (let step = 0; step < parts.length;) {
    const part = parts[step] ?? 'baseUrl';
    const question = questionFor(part);
    const known = given.get(part);
    if (known !== undefined) {
      // Only the first time: who comes back to a step wants to change what was given.
      given.delete(part);
      draft[part] = known.trim();
      if ((await question.check(known, new AbortController().signal)) === undefined) {
        step++;
        continue;
      }
    }
    const answer = await ask({
      ...question,
      title: l10n.t('Connect to Service'),
      step: step + 1,
      totalSteps: parts.length,
      value: draft[part] === '' ? (question.value ?? '') : draft[part],
    });
    if (answer === 'cancelled') return undefined;
    if (answer === 'back') {
      step--;
    } else {
      const value = answer.value.trim();
      if (part === 'baseUrl' && value !== draft.baseUrl) {
        // A key is for the address that it was entered or given with.
        draft.apiKey = '';
        given.delete('apiKey');
      }
      draft[part] = value;
      step++;
    }
  }

  const connection = connectionOf(draft);
  await connections.add(connection, draft.apiKey, listing);
  return connection;
}

/** Asks for another key for `connection`, tries it, and keeps it. */
export async function replaceApiKey(connections: Connections, connection: Connection): Promise<boolean> {
  const answer = await ask({
    ...keyQuestion(connections, connection, () => undefined),
    title: l10n.t('Replace API Key of {0}', connection.name),
  });
  if (typeof answer === 'string') return false;
  await connections.replaceKey(connection, answer.value.trim());
  return true;
}

type StepQuestion = Omit<Question, 'title'>;

function baseUrlQuestion(): StepQuestion {
  return {
    prompt: l10n.t('Base URL of the service, with its path if it has one'),
    placeholder: 'https://api.example.com',
    check: (value) => reasonOf(parseBaseUrl(value)),
  };
}

/** @param accepted is given the session that the key worked in */
function keyQuestion(
  connections: Connections,
  connection: Connection,
  accepted: (trial: Session) => void,
): StepQuestion {
  return {
    prompt: l10n.t('API key for {0}. It is kept in the secret storage of VS Code', hostOf(connection)),
    password: true,
    check: async (value, signal) => {
      const key = parseApiKey(value);
      if (!key.valid) return key.reason;
      const trial = connections.trial(connection, key.value);
      const refusal = await refusalOf(trial.projects().then((pages) => pages.next({ signal })));
      if (refusal === undefined) accepted(trial);
      return refusal;
    },
  };
}

function nameQuestion(connections: Connections, connection: Connection): StepQuestion {
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
    : l10n.t('There is a connection with this name already, to {0}', hostOf(other));
}

function connectionOf({ name, baseUrl }: Record<Part, string>): Connection {
  const parsed = parseBaseUrl(baseUrl);
  return { name, baseUrl: parsed.valid ? parsed.value : baseUrl };
}

function reasonOf(parsed: Parsed<unknown>): string | undefined {
  return parsed.valid ? undefined : parsed.reason;
}
