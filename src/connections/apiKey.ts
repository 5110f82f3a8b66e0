import { l10n } from 'vscode';
import type { Parsed } from './connection';

/** A shorter key is not searched for inside of other text: it could be part of any word. */
const minSearchedLength = 8;

/** Whether `text` contains `apiKey`, also in other letter case, as in a host, or percent-encoded, as in a path. */
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

/** Removes the white space that copying adds to an API key. */
export function parseApiKey(input: string): Parsed<string> {
  const key = input.trim();
  if (key === '') return { valid: false, reason: l10n.t('Enter the API key') };
  // A header takes visible ASCII only.
  if (/^[\x21-\x7e]+$/.test(key)) return { valid: true, value: key };
  const reason = l10n.t("An API key can't contain spaces or special characters. Copy it again");
  return { valid: false, reason };
}
