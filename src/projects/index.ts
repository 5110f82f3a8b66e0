import { EventEmitter, window } from 'vscode';
import { hostOf } from '../connections/connection';
import type { Connections } from '../connections/connections';
import { plain } from '../details/text';
import { registerProjectCommands, type ActiveProjects } from './commands';
import { ProjectsModel } from './model';
import type { Node } from './nodes';
import { ProjectsTree } from './view';

/** The Projects view: its rows and its commands, always those of the connection in use. */
export function registerProjects(connections: Connections): readonly { dispose(): unknown }[] {
  const changes = new EventEmitter<Node | undefined>();
  let active: ActiveProjects | undefined;

  const tree = new ProjectsTree(() => active?.model, changes);
  const view = window.createTreeView('poolview.projects', { treeDataProvider: tree, showCollapseAll: true });

  const follow = (): void => {
    active?.model.dispose();
    const { session } = connections;
    if (session === undefined) {
      active = undefined;
      view.description = '';
    } else {
      active = { session, model: new ProjectsModel(session) };
      active.model.onDidChange((node) => {
        changes.fire(node);
      });
      const { connection } = session;
      view.description =
        connection.name === hostOf(connection)
          ? connection.name
          : `${plain(connection.name, 60)} (${hostOf(connection)})`;
    }
    changes.fire(undefined);
  };
  follow();

  return [
    changes,
    view,
    connections.onDidChange(follow),
    { dispose: () => active?.model.dispose() },
    ...registerProjectCommands(() => active),
  ];
}
