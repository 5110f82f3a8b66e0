import { l10n } from 'vscode';
import type { Parsed } from './connection';

/** Shorter keys are not searched for in other text, because they could be part of a word. */
const minSearchedLength = 8;

/** Whether `text` contains `apiKey`, ignoring case (as in a host) and percent-encoding (as in a path). */
export function containsApiKey(text: string, apiKey: string): boolean {
  const key = apiKey.toLowerCase();
  return [text, percentDecoded(text)]
    .map((form) => form.trim().toLowerCase())
    .some((form) => form === key || (key.length >= minSearchedLength && form.includes(key)));
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Trims an API key, because copying it can add white space. */
export function parseApiKey(input: string): Parsed<string> {
  const key = input.trim();
  if (key === '') return { valid: false, reason: l10n.t('Enter the API key') };
  // Headers allow visible ASCII only.
  if (/^[\x21-\x7e]+$/.test(key)) return { valid: true, value: key };
  const reason = l10n.t("An API key can't contain spaces or special characters. Copy it again");
  return { valid: false, reason };
}
