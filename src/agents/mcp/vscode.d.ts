import type { Disposable, Event, ProviderResult, Uri } from 'vscode';

/** What VS Code 1.101 added for MCP servers. In 1.100, which Poolview also runs in, extensions must not use it. */
declare module 'vscode' {
  interface McpHttpServerDefinition {
    readonly label: string;
    readonly uri: Uri;
    readonly headers: Readonly<Record<string, string>>;
    readonly version?: string | undefined;
  }

  const McpHttpServerDefinition:
    | (new (
        label: string,
        uri: Uri,
        headers?: Readonly<Record<string, string>>,
        version?: string,
      ) => McpHttpServerDefinition)
    | undefined;

  interface McpServerDefinitionProvider {
    readonly onDidChangeMcpServerDefinitions?: Event<void>;
    provideMcpServerDefinitions(): ProviderResult<McpHttpServerDefinition[]>;
    resolveMcpServerDefinition?(server: McpHttpServerDefinition): ProviderResult<McpHttpServerDefinition>;
  }

  namespace lm {
    const registerMcpServerDefinitionProvider:
      ((id: string, provider: McpServerDefinitionProvider) => Disposable) | undefined;
  }
}
