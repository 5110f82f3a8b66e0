import type { WebviewApi } from 'vscode-webview';

declare const acquireVsCodeApi: () => WebviewApi<unknown>;

let api: WebviewApi<unknown> | undefined;

/** The extension, and what the page stores. VS Code gives it once. */
export function host(): WebviewApi<unknown> {
  return (api ??= acquireVsCodeApi());
}

/** Returns what sends a message to the extension, for buttons. */
export function posts(message: unknown): () => void {
  return () => {
    host().postMessage(message);
  };
}
