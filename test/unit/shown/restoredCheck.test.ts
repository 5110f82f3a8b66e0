import { expect, it, onTestFinished } from 'vitest';
import { Uri, workspace, type TextDocumentContentProvider } from 'vscode';
import { registerConnections } from '../../../src/connections/commands';
import { connectionsOf } from '../connections/support';

it('a check of a connection that VS Code opens again after a restart says what to do', async () => {
  const providers = new Map<string, TextDocumentContentProvider>();
  const { registerTextDocumentContentProvider } = workspace;
  Object.assign(workspace, {
    registerTextDocumentContentProvider: (scheme: string, provider: TextDocumentContentProvider) => {
      providers.set(scheme, provider);
      return { dispose: () => undefined };
    },
  });
  const { disposables } = registerConnections(connectionsOf(), { globalStorageUri: Uri.file('/storage') });
  onTestFinished(() => {
    Object.assign(workspace, { registerTextDocumentContentProvider });
    for (const one of disposables) one.dispose();
  });
  const uri = Uri.from({ scheme: 'poolview-check', path: '/Connection Check.md', query: 'Acme/1' });
  const token = {
    isCancellationRequested: false,
    onCancellationRequested: () => ({ dispose: () => undefined }),
  };
  const text = await providers.get(uri.scheme)?.provideTextDocumentContent(uri, token);
  expect(text).toBe('Run Check Connection… again.');
});
