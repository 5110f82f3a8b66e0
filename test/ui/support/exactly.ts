/**
 * Matches the whole text except for surrounding white space, such as that after an icon. (Playwright's `exact` would
 * also match the part of an item that VS Code highlights.)
 */
export function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${literally(text)}\\s*$`);
}

/** A pattern that matches this text. */
export function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
