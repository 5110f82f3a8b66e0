/**
 * The pattern of a character that nothing shows, or that only shapes, joins or reverses others. Some of them can spell any
 * text, or stand between the letters of a word without being seen.
 */
export const invisibleCharacter = String.raw`[\p{Cf}\p{Default_Ignorable_Code_Point}]`;
