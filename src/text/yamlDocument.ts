import { Document, Scalar, visit } from 'yaml';
import { isObject } from '../service/readers';
import { disruptive, disruptives, escapedInYaml, jsonText, tooDeepText } from './document';
import { sanitizeLine } from './text';

/** The fields that users need first, as in `kubectl describe`. */
const firstFields = ['status', 'spec', 'specSummary', 'metadata'];

/** Above this many characters of JSON, formatting as YAML would take too long. */
const maxFormatted = 200_000;

/** The most characters in a comment line. */
const maxCommentLine = 1000;

/**
 * The JSON of an item as YAML 1.2, without secrets, in the order that users need.
 * @param comment lines of text, which may contain text of the service
 */
export function yamlDocument(source: unknown, comment: readonly string[]): string {
  const json = jsonText(inReadingOrder(source));
  const lines = comment.map((line) => ` ${sanitizeLine(line, maxCommentLine)}`);
  const heading = lines.map((line) => `#${line}`);
  if (json === undefined) return [...heading, `# ${tooDeepText()}`, ''].join('\n');
  // JSON is YAML, too.
  if (json.length > maxFormatted) return [...heading, '', json].join('\n');
  const document = new Document(JSON.parse(json), {
    aliasDuplicateObjects: false,
    // Quotes texts such as "yes" and "on", which older readers take for booleans.
    compat: 'yaml-1.1',
  });
  document.commentBefore = lines.join('\n');
  visit(document, {
    Scalar: (_key, scalar) => {
      const { value } = scalar;
      // Only there, tabs and disruptive characters are escaped.
      if (typeof value === 'string' && (disruptive.test(value) || value.includes('\t'))) {
        scalar.type = Scalar.QUOTE_DOUBLE;
      }
    },
  });
  return document.toString({ lineWidth: 0 }).replaceAll(disruptives, escapedInYaml);
}

/** The same object, with the fields that users need first at its start. */
export function inReadingOrder(source: unknown): unknown {
  if (!isObject(source)) return source;
  const first = firstFields.filter((name) => Object.hasOwn(source, name));
  return { ...Object.fromEntries(first.map((name) => [name, source[name]])), ...source };
}
