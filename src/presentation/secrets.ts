import { l10n } from 'vscode';
import { isObject } from '../service/readers';
import { isTooDeep } from './depth';
import { isSecret, isValueField } from './secretNames';

/** Fields that name what another field of the same object holds. */
const naming = ['name', 'key', 'id', 'kind', 'type', 'variable', 'parameter', 'header', 'field', 'property'];

/**
 * Hides secrets, because documents are shared and saved, and models read them. A replacer of `JSON.stringify`: `this` is the
 * object or the list that has the value. Empty and boolean values are shown.
 */
export function hideSecret(this: unknown, name: string, value: unknown): unknown {
  const isHarmless = value === null || value === '' || typeof value === 'boolean';
  if (isHarmless) return value;
  if (isSecret(name, value) || isSecretOf(this, name, value)) return l10n.t('(hidden)');
  return typeof value === 'string' ? withoutInnerSecrets(value) : value;
}

/** The text of a label or an annotation, unless it is a secret. */
export function shownText(name: string, text: string): string {
  return String(hideSecret.call(undefined, name, text));
}

function isSecretOf(holder: unknown, name: string, value: unknown): boolean {
  if (!isObject(holder) || !isValueField(name)) return false;
  return Object.entries(holder).some(
    ([field, named]) =>
      field !== name &&
      typeof named === 'string' &&
      naming.includes(field.toLowerCase()) &&
      isSecret(named, value),
  );
}

/** A text that is JSON, such as an annotation of kubectl, without the secrets in it. */
function withoutInnerSecrets(text: string): string {
  if (!/^\s*["[{]/.test(text)) return text;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return text;
  }
  // What cannot be looked through is not shown.
  if (isTooDeep(json)) return l10n.t('(hidden)');
  const shown = JSON.stringify(json, hideSecret);
  return shown === JSON.stringify(json) ? text : shown;
}
