// Messages to pages, as UTF-8. VS Code passes bytes on as they are. It writes and reads objects as JSON at each step of their way,
// which took half a second for 2,048 clusters.

export function encode(message: object): ArrayBuffer {
  return new TextEncoder().encode(JSON.stringify(message)).buffer;
}

export function decode(bytes: ArrayBuffer): object {
  return JSON.parse(new TextDecoder().decode(bytes)) as object;
}
