/**
 * Creates something with the first call. Disposing disposes of it; a later call creates it again.
 * @param create imports code that is loaded only when it is needed, and creates something with it
 */
export function lazy<T extends { dispose(): unknown }>(create: () => Promise<T>) {
  let created: Promise<T> | undefined;
  return Object.assign(() => (created ??= create()), {
    dispose: async () => {
      const disposed = created;
      created = undefined;
      (await disposed)?.dispose();
    },
  });
}
