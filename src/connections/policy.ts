import { readFileSync } from 'node:fs';
import { l10n } from 'vscode';
import { codeOf } from '../service/errors';
import { exactList, flag, isObject, object, text } from '../service/readers';

/** What an administrator allows to all users of this computer. */
interface Policy {
  readonly isReadOnly: boolean;
  readonly agents: boolean;
  /** The only base URLs, as Poolview shows them; any if it is missing. */
  readonly baseUrls?: readonly string[] | undefined;
}

/** Only administrators can write there; users can change each setting of an extension. */
const policyFile =
  {
    darwin: '/Library/Application Support/Poolview/policy.json',
    win32: 'C:\\Program Files\\Poolview\\policy.json',
  }[process.platform as string] ?? '/etc/poolview/policy.json';

const readFields = object({ readOnly: flag, agents: flag, baseUrls: exactList(text) });

/** Of a file that can't be read or understood: it was meant to forbid something. */
const forbidsAll: Policy = { isReadOnly: true, agents: false, baseUrls: [] };

/** Read once: a change takes effect in windows that are opened or reloaded after it. */
export const policy = readPolicy();

function readPolicy(): Policy {
  try {
    return parsePolicy(readFileSync(policyFile, 'utf8'));
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? { isReadOnly: false, agents: true } : forbidsAll;
  }
}

/** @throws SyntaxError if it is not JSON */
function parsePolicy(text: string): Policy {
  // Editors on Windows write a byte order mark.
  const json: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
  const fields = readFields(json) ?? {};
  // A field that is unknown, or has another type, was meant to forbid something, too.
  if (!isObject(json) || Object.keys(json).some((name) => !Object.hasOwn(fields, name))) return forbidsAll;
  const { readOnly: isReadOnly = false, agents = true, baseUrls } = fields;
  return { isReadOnly, agents, baseUrls };
}

/** Which base URLs the administrator allows. */
export function allowedText(baseUrls: readonly string[]): string {
  return baseUrls.length === 0
    ? forbiddenText(l10n.t('Your administrator allows no service. See {0}', policyFile))
    : l10n.t('Your administrator allows only {0}', baseUrls.join(', '));
}

/** What the administrator has decided; or that the file does not say it. */
export function forbiddenText(decided: string): string {
  return policy === forbidsAll
    ? l10n.t("Your administrator's file can't be read or understood, and allows nothing: {0}", policyFile)
    : decided;
}
