/**
 * The pattern of a character that nothing shows, or that only shapes, joins or reverses others. Some of them can spell any
 * text, or stand between the letters of a word without being seen.
 */
export const invisibleCharacter = String.raw`[\p{Cf}\p{Default_Ignorable_Code_Point}]`;

/** All such characters in a text. */
export const invisible = new RegExp(invisibleCharacter, 'gu');

/** The code of a character, as escapes have it. */
export function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
