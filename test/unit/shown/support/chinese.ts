import { readFileSync } from 'node:fs';
import { vi } from 'vitest';
import { l10n } from 'vscode';
import { fromRoot } from '../../../../scripts/paths';

const bundle = JSON.parse(readFileSync(fromRoot('l10n', 'bundle.l10n.zh-cn.json'), 'utf8')) as Readonly<
  Record<string, string>
>;

/** Translates all strings. Returns what ends that. */
export function speakChinese(): () => void {
  const { t } = l10n;
  const spy = vi.spyOn(l10n, 't');
  spy.mockImplementation((...given: unknown[]) => {
    const [message, ...values] = given as [string, ...string[]];
    return t(bundle[message] ?? message, ...values);
  });
  return () => {
    spy.mockRestore();
  };
}
