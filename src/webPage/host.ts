/** The extension, and what the page stores. */
export const host = acquireVsCodeApi();

/** Returns what sends a message to the extension, for buttons. */
export function posts(message: unknown): () => void {
  return () => {
    host.postMessage(message);
  };
}
