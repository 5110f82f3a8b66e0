import { l10n } from 'vscode';
import { hex } from '../service/invisible';
import { hideSecret, isTooDeep } from './secrets';
import { hiddenCharacter } from './text';

/** Characters that JSON doesn't require escaping, but that are not seen, garble text in an editor or are invalid in YAML. */
const disruptiveCharacter = String.raw`[\u007f-\u009f\u2028\u2029\ufffe\uffff\p{Cs}]|${hiddenCharacter}`;
/** To escape all of them in a text that has them only inside double quotes. */
export const disruptives = new RegExp(disruptiveCharacter, 'gu');
export const disruptive = new RegExp(disruptiveCharacter, 'u');

/** JSON escapes UTF-16 units. */
function escapedInJson(character: string): string {
  return character.replace(/[^]/g, (unit) => `\\u${hex(unit.charCodeAt(0), 4)}`);
}

/** YAML escapes code points. */
export function escapedInYaml(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
}

/** `value` as JSON, without secrets. */
export function jsonDocument(value: unknown): string {
  return jsonText(value) ?? JSON.stringify(tooDeepText());
}

/** `value` as JSON, without secrets; undefined if it is nested too deeply or too long for a string. */
export function jsonText(value: unknown): string | undefined {
  try {
    return isTooDeep(value)
      ? undefined
      : `${JSON.stringify(value, hideSecret, 2).replaceAll(disruptives, escapedInJson)}\n`;
  } catch (error) {
    // The text is longer than a string can be.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export function tooDeepText(): string {
  return l10n.t('This item is nested too deeply to be shown.');
}
