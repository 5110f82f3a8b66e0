import { commands, env, l10n, Uri, window, type TreeView } from 'vscode';
import { onDidChangeSettings } from '../../connections/settings';
import { inert } from '../../details/text';
import { commandsOn, type ActiveProjects } from '../activeProjects';
import { chooseRow } from '../chooseRow';
import { shownName } from '../identity';
import type { ProjectsModel } from '../model';
import type { Node, ResourceNode } from '../nodes';
import { consolePage } from './consolePage';
import { registerCopyCommands } from './copyCommands';
import { DetailsDocuments, detailsUri } from './documents';
import { EditorHover } from './editorHover';
import { givenRows } from './givenRows';

/** What shows and hands on everything about single rows, outside the view. */
export interface Details {
  readonly disposables: readonly { dispose(): unknown }[];
  /** Keeps up with what `model` reads from now on. */
  show(model: ProjectsModel | undefined): void;
}

/** @param consoleUrl where the web console of the service in use is */
export function registerDetails(
  view: Pick<TreeView<Node>, 'selection'>,
  active: () => ActiveProjects | undefined,
  consoleUrl: () => string | undefined,
): Details {
  const model = (): ProjectsModel | undefined => active()?.model;
  const documents = new DetailsDocuments(model);
  const hover = new EditorHover(model);
  const register = commandsOn(active);
  const rowsFor = givenRows(view);
  return {
    disposables: [
      documents,
      hover,
      onDidChangeSettings(() => {
        hover.update();
      }),
      register('poolview.showDetails', async (current, argument, selected) => {
        const title = l10n.t('Show Details');
        const placeholder = l10n.t('What to show the details of');
        await documents.show(await rowsFor(current, argument, selected, { title, placeholder }));
      }),
      register('poolview.compareSelected', async (current, argument, selected) => {
        const rows = await rowsFor(current, argument, selected);
        const isAsked = argument === undefined && rows.length < 2;
        const [one, other, ...more] = isAsked ? await chooseTwo(current, rows) : rows;
        if (one !== undefined && other !== undefined && more.length === 0) await compare(one, other);
        else if (!isAsked) void window.showInformationMessage(l10n.t('Select two rows to compare them.'));
      }),
      ...registerCopyCommands(register, rowsFor),
      register('poolview.openInWebConsole', async (current, argument) => {
        const url = consoleUrl();
        if (url === undefined) {
          void window.showInformationMessage(
            l10n.t('Poolview does not know the web console: add its consoleUrl in poolview.connections.'),
          );
          return;
        }
        const [row] = await rowsFor(current, argument, undefined, {
          title: l10n.t('Open in Web Console'),
          placeholder: l10n.t('What to open there'),
          isOffered: (node) => consolePage(url, node) !== undefined,
        });
        if (row !== undefined) await openPage(consolePage(url, row), row);
      }),
    ],
    show(next) {
      const update = (): void => {
        hover.forget();
        documents.refresh();
      };
      next?.onDidRead(update);
      update();
    },
  };
}

/** Asks for what is missing of two rows; undefined ends it. */
async function chooseTwo(
  active: ActiveProjects,
  [first]: readonly ResourceNode[],
): Promise<readonly ResourceNode[]> {
  const title = l10n.t('Compare');
  const one =
    first ?? (await chooseRow(active, { title, placeholder: l10n.t('The first of two to compare') }));
  if (one === undefined) return [];
  const other = await chooseRow(active, {
    title,
    placeholder: l10n.t('What to compare {0} with', inert(shownName(one))),
    isOffered: ({ id }) => id !== one.id,
  });
  return other === undefined ? [one] : [one, other];
}

function compare(one: ResourceNode, other: ResourceNode): Thenable<unknown> {
  const title = `${shownName(one)} ↔ ${shownName(other)}`;
  return commands.executeCommand('vscode.diff', detailsUri(one), detailsUri(other), title);
}

async function openPage(page: string | undefined, row: ResourceNode): Promise<void> {
  if (page !== undefined) await env.openExternal(Uri.parse(page, true));
  else {
    void window.showInformationMessage(
      l10n.t('{0} has no page in the web console: a uid is missing or odd.', inert(shownName(row))),
    );
  }
}
