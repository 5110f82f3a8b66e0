import { onTestFinished } from 'vitest';
import { setVersion, version } from './vscode';

/** Runs the test as if VS Code had this version. */
export function pretendVersion(other: string): void {
  const before = version;
  setVersion(other);
  onTestFinished(() => {
    setVersion(before);
  });
}
