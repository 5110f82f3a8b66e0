import type { TreeView } from 'vscode';
import { onDidChangeSettings } from '../../connections/settings';
import { commandsOn, type ActiveProjects } from '../activeProjects';
import type { ProjectsModel } from '../model';
import type { Node } from '../nodes';
import type { Copied } from './copies';
import { DetailsDocuments } from './documents';
import { EditorHover } from './editorHover';

/** What shows and hands on everything about single rows, outside the view. */
export interface Details {
  readonly disposables: readonly { dispose(): unknown }[];
  /** Keeps up with what `model` reads from now on. */
  show(model: ProjectsModel | undefined): void;
}

/** What the commands ask and do, which is loaded when somebody runs one. */
const actions = () => import('../actions');

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
  const registerCopy = (command: string, copied: Copied) =>
    register(command, async (...given) => (await actions()).copyLines(copied, view, ...given));
  return {
    disposables: [
      documents,
      hover,
      onDidChangeSettings(() => {
        hover.update();
      }),
      register('poolview.showDetails', async (...given) => (await actions()).showDetails(view, ...given)),
      register('poolview.compareSelected', async (...given) => (await actions()).compare(view, ...given)),
      registerCopy('poolview.copyName', 'name'),
      registerCopy('poolview.copyUid', 'uid'),
      registerCopy('poolview.copyIpAddress', 'ipAddress'),
      registerCopy('poolview.copySshKeyName', 'sshKeyName'),
      register('poolview.copyAsJson', async (...given) => (await actions()).copyAsJson(view, ...given)),
      register('poolview.openInWebConsole', async (projects, argument) =>
        (await actions()).openInWebConsole(consoleUrl(), view, projects, argument),
      ),
    ],
    show(next) {
      const update = (): void => {
        hover.forget();
        void documents.refresh();
      };
      next?.onDidRead(update);
      update();
    },
  };
}
