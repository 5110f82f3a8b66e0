import { l10n } from 'vscode';

/** Characters that JSON doesn't require escaping, but that garble text in an editor or are invalid in YAML. */
export const disruptive = /[\u007f-\u009f\p{Bidi_Control}\u2028\u2029\ufeff\ufffe\uffff\p{Cs}]/u;

/** Escapes these characters in a text that has them only inside double quotes. */
export function escapeDisruptive(text: string): string {
  return text.replaceAll(
    new RegExp(disruptive, 'gu'),
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** More levels than any service uses. Indentation could make a small but deeply nested response huge. */
const maxLevels = 200;

/** Matches names of fields that hold a secret, but not a secret's name or a public key. */
const secretName =
  /secret(keys?|s)?$|passw|passphrase|private_?key|access_?key$|api_?key|credential|kubeconfig|bearer|user_?data|activation_?code|import_?link|tokens?$/i;

/** Hides secrets, because documents are shared and saved. Empty and boolean values are shown. */
function hideSecret(name: unknown, value: unknown): unknown {
  const isHarmless = value === null || value === '' || typeof value === 'boolean';
  return !isHarmless && secretName.test(String(name)) ? l10n.t('(hidden)') : value;
}

/** `value` as JSON, without secrets. */
export function jsonDocument(value: unknown): string {
  return jsonText(value) ?? JSON.stringify(tooDeepText());
}

/** `value` as JSON, without secrets; undefined if it is nested too deeply or too long for a string. */
export function jsonText(value: unknown): string | undefined {
  try {
    return isDeeperThan(maxLevels, value)
      ? undefined
      : `${escapeDisruptive(JSON.stringify(value, hideSecret, 2))}\n`;
  } catch (error) {
    // The text is longer than a string can be.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export function tooDeepText(): string {
  return l10n.t('This item is nested too deeply to be shown.');
}

function isDeeperThan(levels: number, value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    (levels === 0 || Object.values(value).some((part) => isDeeperThan(levels - 1, part)))
  );
}
