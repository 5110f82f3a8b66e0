import { commands, l10n, window } from 'vscode';
import { hostOf, type Connection } from '../connections/connection';
import type { Connections } from '../connections/connections';
import { parts, sanitizeLine } from '../presentation/text';
import { onDidChangeSettings, settings } from '../connections/settings';
import { keepFresh } from '../tree/keepFresh';
import type { Waking } from '../tree/waking';
import type { ActiveProjects } from './activeProjects';
import { AttentionSigns } from './attentionSigns';
import { registerProjectCommands, type ShowTeams } from './commands';
import { registerDetails } from './rowCommands';
import { searchDescription, searchMessage } from './find/searchWords';
import { ProjectsModel } from './model';
import { ProjectsTree } from './view';

/**
 * The Projects view: its rows and its commands, always those of the connection in use.
 * @param showTeams shows the teams of a project, which is another view's business
 * @param waking detects that the computer has slept, for all views
 */
export function registerProjects(
  connections: Connections,
  showTeams: ShowTeams,
  waking: Waking,
): readonly { dispose(): unknown }[] {
  let active: ActiveProjects | undefined;

  const tree = new ProjectsTree();
  const view = window.createTreeView('poolview.projects', {
    treeDataProvider: tree,
    showCollapseAll: true,
    canSelectMany: true,
  });
  const freshness = keepFresh(view, () => settings.autoRefreshMs, waking);

  const details = registerDetails(
    view,
    () => active,
    () => connections.consoleUrl,
  );

  const signs = new AttentionSigns(view, () => active);

  const contexts = new Map<string, boolean>();
  const setContext = (key: string, value: boolean): void => {
    if (contexts.get(key) === value) return;
    contexts.set(key, value);
    void commands.executeCommand('setContext', key, value);
  };

  const showState = (): void => {
    const model = active?.model;
    view.description = model === undefined ? '' : searchDescription(model);
    tree.say(view, model === undefined ? '' : searchMessage(model));
    setContext('poolview.filtered', (model?.search.name ?? '') !== '');
    setContext('poolview.attentionOnly', model?.isAttentionOnly === true);
    setContext('poolview.allLoaded', model?.hasMoreProjects === false);
    setContext('poolview.takesPools', model?.takesPoolsSomewhere === true);
    signs.update();
  };

  const follow = (): void => {
    active?.model.dispose();
    const { session } = connections;
    active = session === undefined ? undefined : { session, model: new ProjectsModel(session) };
    active?.model.onDidRead(showState);
    showState();
    signs.showNow();
    // In the title and not in the description: VS Code leaves that out while the view is alone in its container.
    view.title =
      session === undefined ? l10n.t('Projects') : parts(l10n.t('Projects'), titleOf(session.connection));
    tree.show(active?.model);
    freshness.show(active?.model);
    details.show(active?.model);
  };
  follow();

  return [
    view,
    tree,
    freshness,
    signs,
    onDidChangeSettings(() => {
      freshness.update();
      signs.update();
    }),
    connections.onDidChange(follow),
    ...tree.watch(view),
    { dispose: () => active?.model.dispose() },
    ...registerProjectCommands(view, showTeams, () => active),
    ...details.disposables,
  ];
}

/** `Acme (api.acme.dev)` */
function titleOf(connection: Connection): string {
  const host = hostOf(connection);
  return connection.name === host ? host : `${sanitizeLine(connection.name, 60)} (${host})`;
}
