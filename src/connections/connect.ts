import { l10n, QuickPickItemKind, window } from 'vscode';
import { failureMessage } from '../text/errors';
import { escapeIconsAndLinks, parts } from '../text/text';
import { object, text } from '../service/readers';
import { containsApiKey as containsKey } from '../service/redaction';
import { inputStep, showInputBox, type ContainsApiKey } from '../ui/inputBox';
import { runSteps, type InputStep } from '../ui/quickInput';
import { pickOne } from '../ui/quickPick';
import {
  hostOf,
  isSameConnection,
  parseConsoleUrl,
  readOnlyText,
  connectionTitle,
  type Connection,
  type ConnectionIdentity,
  type Parsed,
} from './connection';
import type { Connections } from './connections';
import { completeUrl, findHostProblem, parseApiKey, parseEnteredBaseUrl } from './enteredValues';
import type { FirstPage } from './session';
import { forbiddenText, policy } from './policy';
import { connectionList, showRefused } from './settings';
import type { RefusedConnection } from './settingValues';

const readRequest = object({ baseUrl: text, name: text });

/**
 * What a caller of the command suggests for the user to confirm. Any extension, task or link can run the command, so an
 * API key in the argument is ignored. What is missing is an empty text.
 */
export function parseConnectRequest(argument: unknown): ConnectionIdentity {
  const { baseUrl = '', name = '' } = readRequest(argument) ?? {};
  return { baseUrl, name };
}

/** What the user has entered so far. */
interface Draft {
  baseUrl: string;
  apiKey: string;
  name: string;
  /** undefined until the user was asked for it. */
  consoleUrl: string | undefined;
  isReadOnly?: boolean;
}

/**
 * Asks for base URL, API key, name, web console, and whether it is read-only. Checks the host before it asks for the key, and the key before it stores
 * anything.
 * @returns the new connection, or undefined if the user canceled
 */
export async function connect(
  connections: Connections,
  request: ConnectionIdentity = { baseUrl: '', name: '' },
): Promise<Connection | undefined> {
  const draft: Draft = { ...request, apiKey: '', consoleUrl: undefined };
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
        value: draft.consoleUrl ?? saved(connections, draft)?.consoleUrl ?? '',
        validate: (value) => parseEnteredConsoleUrl(value).reason,
      }),
      (value) => (draft.consoleUrl = parseEnteredConsoleUrl(value).value),
    ),
    ...(policy.isReadOnly ? [] : [readOnlyStep(connections, draft, common.title)]),
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
): InputStep {
  /** The last base URL whose host was checked, and that the user may use. */
  let checked: string | undefined;
  return inputStep(
    () => ({
      ...common,
      prompt: l10n.t("Base URL of the service's API"),
      placeholder: 'https://api.example.com',
      value: draft.baseUrl,
      validate: async (value, signal) => {
        const { value: baseUrl, reason } = parseEnteredBaseUrl(value);
        if (baseUrl === undefined || baseUrl === checked) return reason;
        const connection = { name: draft.name, baseUrl };
        const problem = await findHostProblem(connections.checkHost(connection, signal), baseUrl);
        if (typeof problem !== 'string') checked = baseUrl;
        return problem;
      },
    }),
    (value) => {
      const { value: baseUrl = '' } = parseEnteredBaseUrl(value);
      // A key belongs to the base URL that it was entered for.
      if (baseUrl !== draft.baseUrl) draft.apiKey = '';
      draft.baseUrl = baseUrl;
    },
  );
}

function readOnlyStep(connections: Connections, draft: Draft, title: string): InputStep {
  return async (position) => {
    const { readOnly: isReadOnly = false } = saved(connections, draft) ?? { readOnly: true };
    const browse = l10n.t('Poolview only reads. You can allow changes later.');
    const change = l10n.t('Poolview can also remove and restore roles of teams. It asks each time.');
    const value = await pickOne<boolean>({
      ...position,
      title,
      placeholder: l10n.t('What may Poolview do through this connection?'),
      ignoreFocusOut: true,
      items: [
        { label: l10n.t('Browse only'), detail: browse, value: true, picked: isReadOnly },
        { label: l10n.t('Browse and make changes'), detail: change, value: false, picked: !isReadOnly },
      ],
    });
    if (typeof value === 'boolean') draft.isReadOnly = value;
    return value;
  };
}

/** Asks whether the connection in use, which is read-only, may be used to change something. */
export async function allowChanges(connections: Connections): Promise<void> {
  const connection = connections.session?.connection;
  if (!connection?.readOnly) return;
  if (policy.isReadOnly) {
    const decided = l10n.t('Your administrator allows only read-only connections.');
    void window.showInformationMessage(forbiddenText(decided));
    return;
  }
  const title = l10n.t('Allow changes on {0}?', escapeIconsAndLinks(connectionTitle(connection)));
  const detail = l10n.t('Poolview can then remove and restore roles of teams. It asks each time.');
  // The user may be typing: Enter, which selects the first button, must not allow anything.
  const actions = [l10n.t('Keep Read-Only'), l10n.t('Allow Changes')] as const;
  const choice = await window.showWarningMessage(title, { modal: true, detail }, ...actions);
  if (choice === actions[1]) await connections.allowChanges(connection);
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
  const choice = await pickOne<Connection | RefusedConnection | 'new'>({
    title: l10n.t('Switch Connection'),
    items: [
      ...connections.all.map((connection) => ({
        label: escapeIconsAndLinks(connection.name),
        description: parts(hostOf(connection), readOnlyText(connection)),
        ...(connection.name === active ? { detail: l10n.t('In use') } : {}),
        value: connection,
      })),
      ...connectionList().refused.map((refused) => ({
        label: escapeIconsAndLinks(refused.name),
        description: escapeIconsAndLinks(refused.reason),
        value: refused,
      })),
      { label: '', kind: QuickPickItemKind.Separator },
      { label: `$(add) ${l10n.t('Connect to a Service…')}`, value: 'new' },
    ],
  });
  if (choice === 'new') await connect(connections);
  else if (typeof choice === 'object')
    await ('reason' in choice ? showRefused(choice) : connections.switchTo(choice));
}

/** @param onAccepted is called when the service accepts a key, with the page of projects that was read */
function keyInput(
  connections: Connections,
  connection: Connection,
  onAccepted?: (page: FirstPage | undefined) => void,
) {
  return {
    prompt: l10n.t("Enter the API key for {0}. It is stored in VS Code's secret storage", connection.baseUrl),
    password: true as const,
    validate: (value: string, signal: AbortSignal) => {
      const { value: key, reason } = parseApiKey(value);
      if (key === undefined) return reason;
      return failureMessage(connections.tryKey(connection, key, signal).then(onAccepted));
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

/** The connection that `draft` replaces. */
function saved({ all }: Connections, draft: Draft): Connection | undefined {
  return all.find((connection) => isSameConnection(connection, draft));
}

function connectionOf({ name, baseUrl, consoleUrl = '', isReadOnly }: Draft): Connection {
  const writable = { name, baseUrl, ...(consoleUrl === '' ? {} : { consoleUrl }) };
  return isReadOnly ? { ...writable, readOnly: true } : writable;
}

function parseEnteredConsoleUrl(input: string): Parsed<string> {
  return input === '' ? { value: '' } : parseConsoleUrl(completeUrl(input));
}
