import { l10n, window, type TreeView } from 'vscode';
import { connectionTitle, type Connection } from '../../connections/connection';
import type { Connections } from '../../connections/connections';
import { knownAt, locate, type Located } from '../../find/locate';
import { isServiceError } from '../../service/errors';
import { escapeIconsAndLinks } from '../../text/text';
import { showServiceError } from '../../ui/errorMessage';
import { withCancellableProgress } from '../../ui/progress';
import type { ProjectsModel } from '../model';
import { shownName } from '../../items/kinds';
import { kindText } from '../../items/itemText';
import { canAddPools } from '../../items/listState';
import { showRow } from '../find/goTo';
import { offerQuery } from '../savedQueries';
import { parseLink, stepsOf, type Link, type LinkParts } from './link';
import { runCommand } from '../../ui/runCommand';

/** What links work on. */
export interface LinkContext {
  readonly connections: Connections;
  readonly view: TreeView<string>;
  readonly active: () => ProjectsModel | undefined;
}

/** Shows the item or the query that a link leads to, and does nothing else: anyone may have written the link. */
export async function openLink(parts: LinkParts, context: LinkContext): Promise<void> {
  const { path, query } = parts;
  if (await context.connections.containsApiKey(`${path}?${query}`)) {
    showInvalid(l10n.t('It contains an API key. Treat the key as compromised, and rotate it.'));
    return;
  }
  const { value: link, reason } = parseLink(parts);
  if (link === undefined) {
    showInvalid(reason);
    return;
  }
  const active = await activateConnection(link.connection, context);
  if (active === undefined) return;
  try {
    const line = link.query;
    if (line !== undefined) await offerQuery(active, line);
    else await reveal(active, link, context);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    await showServiceError(error, l10n.t("Couldn't open the link."), () => openLink(parts, context));
  }
}

function showInvalid(reason: string): void {
  void window.showErrorMessage(l10n.t('This link is invalid. {0}', reason));
}

/** Switches to the connection with this name, if the user agrees. Offers to add it if there is none. */
async function activateConnection(name: string, context: LinkContext): Promise<ProjectsModel | undefined> {
  const { connections, active } = context;
  const named = (): Connection | undefined => connections.all.find((one) => one.name === name);
  if (named() === undefined) await offerToConnect(name);
  const connection = named();
  if (connection === undefined) return undefined;
  if (connection.name !== connections.session?.connection.name) {
    if (!(await confirmSwitch(connection, connections.session?.connection))) return undefined;
    await connections.switchTo(connection);
  }
  const current = active();
  return current?.inventory.session.connection.name === name ? current : undefined;
}

async function offerToConnect(name: string): Promise<void> {
  const isDemo = name === l10n.t('Demo service');
  const action = isDemo ? l10n.t('Try the Demo') : l10n.t('Connect to a Service…');
  const message = isDemo
    ? l10n.t("This link is to the demo service, which isn't running.")
    : l10n.t(
        'This link needs a connection named "{0}", which you don\'t have. Connect to the service under this name.',
        escapeIconsAndLinks(name, 60),
      );
  if ((await window.showErrorMessage(message, action)) !== action) return;
  await (isDemo ? runCommand('exploreDemo') : runCommand('connect', { name }));
}

async function confirmSwitch(connection: Connection, current: Connection | undefined): Promise<boolean> {
  const action = l10n.t('Switch Connection');
  const choice = await window.showWarningMessage(
    l10n.t('Switch to {0} to open the link?', escapeIconsAndLinks(connectionTitle(connection))),
    {
      modal: true,
      ...(current === undefined
        ? {}
        : {
            detail: l10n.t('This window is connected to {0}.', escapeIconsAndLinks(connectionTitle(current))),
          }),
    },
    action,
  );
  return choice === action;
}

async function reveal(projects: ProjectsModel, link: Link, context: LinkContext): Promise<void> {
  const { inventory, store } = projects;
  const steps = stepsOf(link);
  const row = knownAt(store, steps);
  const found =
    row === undefined
      ? await withCancellableProgress(l10n.t('Opening link…'), (signal) =>
          locate(inventory, steps, { signal }).catch((error: unknown) => {
            if (!signal.aborted) throw error;
            return undefined;
          }),
        )
      : { row };
  if (found === undefined || context.active() !== projects) return;
  if ('row' in found) await showRow(context.view, projects, found.row);
  else void window.showErrorMessage(missingText(found, projects, link));
}

function missingText(
  { missing, parent }: Extract<Located, { missing: unknown }>,
  { inventory: { store, session } }: ProjectsModel,
  { pool = '' }: Link,
): string {
  const where = parent === undefined ? session.connection.name : shownName(parent);
  const shown = escapeIconsAndLinks(where, 60);
  // Below a project are only pools that users added.
  const isListed = parent?.kind === 'cluster' && !canAddPools(parent, store);
  if (missing?.kind === 'pool' && !isListed) {
    return l10n.t(
      "The service doesn't list the machine pools of {0}. Add {1} with Add or Rename Machine Pool…, then open the link again.",
      shown,
      escapeIconsAndLinks(pool, 60),
    );
  }
  const kind = kindText(missing?.kind ?? 'project');
  return l10n.t('{0} not found in {1}. It may have been deleted.', kind, shown);
}
