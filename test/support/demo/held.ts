/** A fault that holds responses back until `release` is called. */
export function held() {
  let release = (): void => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  return {
    hold: { kind: 'hold', until } as const,
    release: () => {
      release();
    },
  };
}
