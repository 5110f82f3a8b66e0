import { env, window, type Disposable } from 'vscode';
import { connectedCommands } from '../../ui/commands';
import type { LinkContext } from './openLink';

/** Registers the command that copies links, and opens links. @param extensionId to which VS Code passes them */
export function registerLinks(context: LinkContext, extensionId: string): readonly Disposable[] {
  return [
    connectedCommands(context.active)('poolview.copyLink', async (projects, ...given) =>
      (await import('./copyLink')).copyLink(
        `${env.uriScheme}://${extensionId}`,
        context.view,
        projects,
        given,
      ),
    ),
    window.registerUriHandler({
      handleUri: async (uri) => (await import('./openLink')).openLink(uri, context),
    }),
  ];
}
