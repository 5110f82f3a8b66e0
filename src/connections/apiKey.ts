import { l10n } from 'vscode';
import type { Parsed } from './connection';

/** Trims an API key, because copying it can add white space. */
export function parseApiKey(input: string): Parsed<string> {
  const key = input.trim();
  if (key === '') return { valid: false, reason: l10n.t('Enter the API key') };
  // Headers allow visible ASCII only.
  if (/^[\x21-\x7e]+$/.test(key)) return { valid: true, value: key };
  const reason = l10n.t("An API key can't contain spaces or special characters. Copy it again");
  return { valid: false, reason };
}
