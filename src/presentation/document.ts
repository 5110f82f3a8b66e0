import { l10n } from 'vscode';
import { hiddenCharacter } from './text';

/** Characters that JSON doesn't require escaping, but that are not seen, garble text in an editor or are invalid in YAML. */
const disruptiveCharacter = String.raw`[\u007f-\u009f\u2028\u2029\ufffe\uffff\p{Cs}]|${hiddenCharacter}`;
const disruptives = new RegExp(disruptiveCharacter, 'gu');
export const disruptive = new RegExp(disruptiveCharacter, 'u');

/**
 * Escapes these characters in a text that has them only inside double quotes.
 * @param escaped how a character is written
 */
export function escapeDisruptive(text: string, escaped: (character: string) => string): string {
  return text.replaceAll(disruptives, escaped);
}

/** JSON escapes UTF-16 units. */
function escapedInJson(character: string): string {
  return character.replace(/[^]/g, (unit) => `\\u${hex(unit.charCodeAt(0), 4)}`);
}

/** YAML escapes code points. */
export function escapedInYaml(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
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
      : `${escapeDisruptive(JSON.stringify(value, hideSecret, 2), escapedInJson)}\n`;
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
