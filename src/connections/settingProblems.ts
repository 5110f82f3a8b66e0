import { l10n } from 'vscode';

/** Something in the settings that is not used as it was written. */
export interface SettingProblem {
  /** Name of the setting that it is about, without `poolview.`; not always one that Poolview has. */
  readonly setting: string;
  /**
   * Whole sentences: what is wrong, and what Poolview does instead. Fit for a message. Of what was written it repeats
   * numbers, names and origins only, since anything else may be a key in the wrong place.
   */
  readonly text: string;
  /** Whether a key or a password stands where it does not belong. */
  readonly isSecret: boolean;
}

/** What a written value is used as. */
export interface Reading<Value> {
  readonly value: Value;
  /** Empty exactly where `value` means all that was written. */
  readonly problems: readonly SettingProblem[];
}

export function problem(setting: string, text: string): SettingProblem {
  return { setting, text, isSecret: false };
}

/** @param text where the secret stands, in a sentence; what to do about it is added */
export function misplacedSecret(setting: string, text: string): SettingProblem {
  const advice = l10n.t(
    'A secret does not belong in the settings, which are copied and shared: delete it there, regard it as known to others, and have the service replace it. Poolview asks for the API key itself and keeps it in the secret storage of VS Code.',
  );
  return { setting, text: `${text} ${advice}`, isSecret: true };
}

/** Stands for what was written where VS Code cannot say it. */
export const unreadable = Symbol('unreadable');

/** What was written, without its content where that could be a key. */
export function described(written: unknown): string {
  if (typeof written === 'string') return l10n.t('text');
  if (Array.isArray(written)) return l10n.t('a list');
  if (typeof written === 'object' && written !== null) return l10n.t('an object');
  return written === unreadable ? l10n.t('something that VS Code cannot read') : String(written);
}
