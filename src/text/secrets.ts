import { l10n } from 'vscode';
import { invisible } from '../service/invisible';
import { perText } from '../service/remember';
import { isObject } from '../service/readers';

/** Fields that name what another field of the same object holds. */
const naming = /^(?:name|key|id|kind|type|label|variable|parameter|header|field|property)$/i;

/**
 * Hides secrets, because documents are shared and saved, and models read them. A replacer of `JSON.stringify`: `this` is the
 * object or the list that has the value. Empty and boolean values are shown.
 */
export function hideSecret(this: unknown, name: string, value: unknown): unknown {
  const isHarmless = value === null || value === '' || typeof value === 'boolean';
  if (isHarmless) return value;
  if (isSecret(name, value) || isSecretOf(this, name, value)) return l10n.t('(hidden)');
  return typeof value === 'string' ? withoutSecrets(value) : value;
}

/** The text of a label or an annotation, unless it is a secret. */
export function shownText(name: string, text: string): string {
  return String(hideSecret.call(undefined, name, text));
}

/** A name and a text, such as a tag, without a secret; or only a name. */
export function shownPair(pair: string, separator: string): string {
  const [name = '', ...texts] = pair.split(separator);
  return texts.length === 0 ? pair : `${name}${separator}${shownText(name, texts.join(separator))}`;
}

function isSecretOf(holder: unknown, name: string, value: unknown): boolean {
  if (Array.isArray(holder)) {
    const before: unknown = holder[Number(name) - 1];
    const isName = holder.length === 2 ? /^[\w./-]+$/ : /^-[\w-]+$/;
    return typeof before === 'string' && isName.test(before) && isSecret(before, value);
  }
  if (!isObject(holder) || !meaningOf(name).isValue) return false;
  return Object.entries(holder).some(
    ([field, named]) =>
      field !== name && typeof named === 'string' && naming.test(field) && isSecret(named, value),
  );
}

/** Only texts with one of these can have a secret, and labels. */
const suspicious = /[=@{["'`<]|:\s|-----BEGIN|eyJ|bearer\s|(?:^|\s)-/i;

/** All of a label, as some services write it. Times and most addresses begin with a digit. */
const label = /^((?:[\w-]+\.[\w.-]*\/)?[a-z_][\w.-]*):(?!\/\/)(\S+)$/i;

/**
 * Text of the service without the secrets in it: in JSON, URLs, arguments, assignments, labels, lines with a name and a value,
 * XML, and tokens. Prose stays, such as `Secret "x" not found`.
 */
export function withoutSecrets(text: string): string {
  const [, labeled = '', value = ''] = label.exec(text) ?? [];
  if (isSecret(labeled, Number(value) || value)) return `${labeled}:${l10n.t('(hidden)')}`;
  if (!suspicious.test(text)) return text;
  if (privateKeyText.test(text)) return l10n.t('(hidden)');
  const start = text.search(/\{|\[\s*["[{]|"(?<=^[\s\ufeff]*")/);
  const end = Math.max(...['}', ']', '"'].map((last) => text.lastIndexOf(last))) + 1;
  let json: unknown;
  try {
    json = JSON.parse(text.slice(start, end));
  } catch {
    return withoutPairs(text);
  }
  // What cannot be looked through is not shown.
  if (isTooDeep(json)) return l10n.t('(hidden)');
  const shown = JSON.stringify(json, hideSecret);
  // Of a key that is there twice, only the text has both values.
  if (shown === JSON.stringify(json)) return withoutPairs(text);
  return withoutPairs(text.slice(0, start)) + shown + withoutPairs(text.slice(end));
}

// All patterns take time in proportion to the text: no two parts that repeat match the same, unless one is limited.

/**
 * JSON web tokens, and user and password in a URL. A user alone is a secret on the web, but `ssh://core@host` is not, nor is an
 * image with its digest.
 */
const credential =
  /\beyJ[\w-]{8,}[\w.-]*|(?<=https?:\/\/)[^\s/?#"'<>]+(?=@)|(?<=\/\/)[^\s/?#:@"'<>]{0,99}:(?!\d+[/?#])(?:[^\s/?#"'<>]{1,200}|[^\s@"'<>]{1,200})(?=@(?!sha\d))/g;
const bearer = /\bbearer[^\S\n]{1,9}(?!(?:auth\w*|credentials?|scheme|tokens?)\b|\w+=[^\s=])[^\s"'`,;<>]+/gi;

/** An element of XML with text in it, up to the text. A placeholder has none: `login --token <token>`. */
const element =
  /(<(?:[\w.-]+:)?([\w.-]+)(?:\s[^<>]{0,500})?(?<!\/)>)(?:<!\[CDATA\[)?(?:[^<]+(?=<\/)|[^\s<]+$)/g;

/** A name, with or without quotes, and what separates it from its value, which may be the next one in a list or on the next line. */
const pair =
  /(\\{0,15}["'`])?(?<![\p{L}\p{N}\p{Cf}_./-])([\p{L}\p{N}\p{Cf}_./-]+)\1(?:[^\S\n]*\\(?=\r?\n))?([^\S\n]*(?:=|:(?=[\s\\"'`[{])|(?<=["'`])(?::|\s*,))|\r?\n|\s)(?:(?<=,)\s*|[^\S\n]*(?:(?<=\n[^\S\n]{0,99})-[^\S\n])?)[^\S\n]*/gu;

/** What is in front of a name where a line or an element starts. Elsewhere, `token: …` is mostly prose. */
const startOfPair = /(?:^|[\n\r,;{(["'`<>])[\s-]*$/;

/** How a value begins that is prose, or nothing to hide. */
const prose =
  /(?:true|false|null|nil|none|yes|no|not|is|are|was|were|has|have|had|must|may|can|cannot|could|should|does|did|will|(?:ca|could|does|did)n't|expire[ds]?|invalid|required|missing|incorrect|wrong|unknown|rejected|revoked|disabled|enabled|empty|failed|denied|refused|unauthorized|forbidden|too|to|or|and|bad|mismatch|error|unable|permission|rpc|context|exit|timed|timeout|unexpected|unsupported|rotated|renewed|authentication)(?=[.,;:!?)\]}]*(?:["\s]|$))/iy;

const namedLine = /(["'`]?)[\w./-]+\1:\s/y;
const valueName = /[\\"'`]{0,16}[\w./-]{1,100}/y;
const quoted = /(\\{0,15}["'`])[^]*?(?:(?<!\\)\1|$)/y;
const word = /(?:(?![&;,][\w.-]{0,60}=|\\{1,15}["'`])[^\s"'`<>])+/y;
/** A name that follows its value in the same object. */
const nameAfter =
  /[^{}]{0,200}?["'`](?:key|name|parameter|variable)\\{0,15}["'`]\s?:\s?\\{0,15}["'`]([\w./-]+)/y;
/** The first of two texts in a list, and the second. */
const startOfList = /\[\s*$/;
const lastOfList = /(\\{0,15}["'`])(?:(?!\1)[^]|(?<=\\)\1)*(?:\1\s*(?:\]|$)|$)/y;
const restOfLine = /(?:(?![,;]\s{0,9}["']?[\w.-]{1,60}["']?\s?[:=])[^\n])+/y;

function withoutPairs(text: string): string {
  const hidden = l10n.t('(hidden)');
  const shown = text
    .replace(credential, hidden)
    .replace(element, (whole, tag: string, name: string) => (isSecret(name, '') ? tag + hidden : whole))
    .replace(bearer, (whole) => (/^b\D*$/.test(whole) ? whole : `Bearer ${hidden}`));
  let result = '';
  let end = 0;
  let isNamed = false;
  for (const { index, 0: all, 1: quote = '', 2: name = '', 3: separator = '' } of shown.matchAll(pair)) {
    const start = index + all.length;
    const by = separator.trim();
    const isArgument = name.startsWith('-');
    // The quote may be the end of the value before, if that was cut off.
    if (index + quote.length < end || (by === '' && !isArgument)) continue;
    if (by !== ',' && naming.test(name)) isNamed = isSecret(matchAt(valueName, shown, start), '');
    if (!isSecret(name, '') && !(meaningOf(name).isValue && (isNamed || isNamedLater(shown, start))))
      continue;
    const before = shown.slice(Math.max(0, index - 50), index);
    const isListed = isArgument || (startOfList.test(before) && matchAt(lastOfList, shown, start) !== '');
    if (by === ',' && !isListed) continue;
    const isLine = by === ':' && startOfPair.test(before);
    const value = valueAt(shown, start, isLine ? restOfLine : /[:,]/.test(by) ? undefined : word);
    if (value === '' || (/^\d+$/.test(value) && meaningOf(name).holds === 'secretOrAmount')) continue;
    // The next argument, whose value is the secret: `--password-stdin --token …`. Or the next line, which has a name of its own.
    const isNext = value.startsWith('-') && isSecret(value, '');
    if (by === '' && (isNext || (separator.includes('\n') && matchAt(namedLine, shown, start) !== '')))
      continue;
    const [mark = ''] = /^\\*["'`]/.exec(value) ?? [];
    result += `${shown.slice(end, start)}${mark}${hidden}${mark}`;
    end = start + value.length;
  }
  return result + shown.slice(end);
}

/** Whether a secret that a value is of is named behind it. */
function isNamedLater(text: string, start: number): boolean {
  nameAfter.lastIndex = start + matchAt(quoted, text, start).length;
  return isSecret(nameAfter.exec(text)?.[1] ?? '', '');
}

/** The value at a place, of a kind if it is not in quotes; empty if there is nothing to hide. */
function valueAt(text: string, start: number, kind: RegExp | undefined): string {
  const inQuotes = matchAt(quoted, text, start);
  if (inQuotes !== '') return /^(\\*["'`])\1$/.test(inQuotes) ? '' : inQuotes;
  if (!kind || matchAt(prose, text, start) || text.startsWith(l10n.t('(hidden)'), start)) return '';
  // Where a list, an object or a block of YAML ends is not known.
  const isOpen = /^(?:[[{]|(?:[|>][-+\d]*)?[^\S\n]*\n[^])/.test(text.slice(start, start + 50));
  return isOpen ? text.slice(start) : matchAt(kind, text, start);
}

function matchAt(pattern: RegExp, text: string, start: number): string {
  pattern.lastIndex = start;
  return pattern.exec(text)?.[0] ?? '';
}

// Which names are names of secrets. A name is compared as its words in lower case, joined by hyphens: `tlsKey`, `tls.key`
// and `TLS_KEY` are all `tls-key`. Between words that are often written as one, the hyphen is optional.

/** Secrets whatever is in front of them, also without a hyphen: `adminpassword`. */
const secrets = [
  'pass-?(?:word|wd|phrase|code)s?',
  'secrets?',
  'tokens?',
  'credentials?',
  '(?:api|access|private|secret)-?keys?',
  'kube-?configs?',
  'docker-?(?:config|cfg)(?:-?json)?',
  'user-?data',
  'connection-?strings?',
];

/** Secrets as words of their own. */
const secretWords = [
  'creds?|pwds?|psk|otp|jwts?|bearer|cookies?|dsn|pfx|key-?(?:tab|store)',
  '(?:custom|bootstrap)-?data',
  'pin|sas|sig|signatures?|access-?key-?ids?|shared-?access-?signatures?|join-?commands?',
  // Whoever has one of these can use it.
  '(?:activation|import|invite|invitation|login|magic|registration|reset|verification)-?links?',
  '(?:activation|invite|invitation|recovery|registration|reset|verification)-?codes?',
  '(?:activation|redirect|registration|sas|webhook)-?ur[il]s?',
];

/** How a secret is written, or which of several it is. */
const form = '(?:-?(?:base|content|data|hash|header|info|json|material|pem|raw|string|text|value)s?)*';

const secret = `(?:^|-)(?:[a-z]*(?:${secrets.join('|')})|${secretWords.join('|')})${form}`;
const containsSecret = new RegExp(`${secret}(?:-|$)`);
const endsWithSecret = new RegExp(`${secret}$`);

/** A name that ends like this only says something about a secret: where it is, what it is called, how long it is valid. */
const about = new RegExp(
  `-(?:${[
    '(?:name|id|uid|uuid|arn|ref|reference|selector|label|annotation|description|title|kind|type|class|format|version)s?',
    '(?:path|file|dir|directory|ur[il]|endpoint|host|server|address|port|namespace|region|provider|store|manager|owner|issuer|audience|scope|source)s?',
    '(?:count|length|size|limit|number|usage|used|attempt|generation|revision)s?',
    '(?:mode|method|algorithm|engine|fingerprint|thumbprint|polic(?:y|ie)|rule|requirement|rotation|complexity)s?',
    '(?:at|on|by|time|timestamp|date|age|ttl|lifetime|expiry|expiration|expire|period|interval|second|minute|hour|day|duration|timeout)s?',
    'enabled|disabled|required|exists|present|valid|expired|status|state|phase|reason',
  ].join('|')})$`,
);

/** Keys that open something. What is in front of `key` is a word of its own, or one that often is written together with it. */
const key = new RegExp(
  `(?:-|(?:^|-)(?:account|auth|ca|cert|certificate|client|encryption|host|license|master|service|shared|signing|ssl|storage|tls))keys?${form}$`,
);
const keyItself = /^keys?-?(?:content|data|material|pem)$/;

/** Keys that everybody may know: services have the public ones of SSH. */
const publicKey = /(?:^|-)(?:authorized|pub|public|ssh)(?:-|$)/;

/** Keys of maps, tables and labels, and those that are referred to. */
const keyOfEntry =
  /(?:^|-)(?:annotation|attribute|cache|config|context|env|environment|error|feature|field|filter|foreign|group|idempotency|index|kms|label|map|merge|message|metadata|metric|node|object|parameter|partition|property|resource|search|selector|setting|sort|tag|taint|toleration|topology|translation|variable)-keys?(?:-values?)?$/;

const authorization = new RegExp(`(?:^|-)(?:[a-z]*auths?|authorizations?)${form}$`);
const pass = /(?:^|-)pass$/;

/** Numbers with such a name count something. */
const amountName = /^(?:max|min|num|number|total)-/;

/** How a private key begins in the format PEM. */
const privateKeyText = /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY/;

/** Whether a field with this name and value holds a secret, rather than a public key or something about a secret. */
function isSecret(name: string, value: unknown): boolean {
  const { holds } = meaningOf(name);
  if (holds === 'other') return typeof value === 'string' && privateKeyText.test(value);
  return holds === 'secret' || typeof value !== 'number';
}

/** What a name says about the value of its field. */
interface NameMeaning {
  readonly holds: 'secret' | 'secretOrAmount' | 'other';
  /** Whether it usually holds what another field of the same object names: `{"name": "PASSWORD", "value": "…"}`. */
  readonly isValue: boolean;
}

/** Kept: most documents repeat a few short names thousands of times. */
const meaningOf = perText((name): NameMeaning => {
  const words = wordsInName(name);
  return { holds: heldBy(words), isValue: valueWords.test(words) };
});

function heldBy(words: string): NameMeaning['holds'] {
  const isHeld =
    endsWithSecret.test(words) ||
    (containsSecret.test(words) && !about.test(words)) ||
    authorization.test(words) ||
    pass.test(words) ||
    isSecretKey(words);
  return isHeld ? (amountName.test(words) ? 'secretOrAmount' : 'secret') : 'other';
}

function isSecretKey(words: string): boolean {
  return keyItself.test(words) || (key.test(words) && !publicKey.test(words) && !keyOfEntry.test(words));
}

const valueWords = /(?:^|-)(?:content|data|default|text|val|value)s?$/;

function wordsInName(name: string): string {
  const slash = name.indexOf('/');
  // The domain in front of the name of a label or an annotation.
  const own = name.slice(0, Math.max(0, slash)).includes('.') ? name.slice(slash + 1) : name;
  const plain = own.normalize('NFKC').replace(invisible, '');
  return (plain.match(/[A-Z]+s?(?![a-z])|[A-Z]?[a-z]+/g) ?? []).join('-').toLowerCase();
}

/** More levels than any service uses. Indentation could make a small but deeply nested response huge. */
const maxLevels = 200;

/** Whether a value is nested too deeply to be written. */
export function isTooDeep(value: unknown, levels = maxLevels): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    (levels === 0 || Object.values(value).some((part) => isTooDeep(part, levels - 1)))
  );
}
