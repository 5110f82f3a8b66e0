/** Creates something with the first call. Disposing disposes of it; a later call creates it again. */
interface Lazy<T> {
  (): Promise<T>;
  dispose(): Promise<void>;
}

/** @param create imports code that is loaded only when it is needed, and creates something with it */
export function lazy<T extends { dispose(): unknown }>(create: () => Promise<T>): Lazy<T> {
  let created: Promise<T> | undefined;
  return Object.assign(() => (created ??= create()), {
    dispose: async () => {
      const disposed = created;
      created = undefined;
      (await disposed)?.dispose();
    },
  });
}
