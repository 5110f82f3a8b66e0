import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { fromRoot } from '../../../scripts/paths';

/** The strings in the sources that users read. */
export interface SourceStrings {
  /** The arguments of `l10n.t`, which are the keys of a translation. */
  readonly translatable: ReadonlySet<string>;
  /** The places of uses of `l10n` without a fixed key, such as a concatenated message. */
  readonly computed: readonly string[];
  /** The places of texts that are shown without a translation. */
  readonly untranslated: readonly string[];
}

/** Reads the strings in `src`, except those of the demo service, because those of a real service are not translated. */
export function sourceStrings(): SourceStrings {
  const found = { translatable: new Set<string>(), computed: [] as string[], untranslated: [] as string[] };
  const files = readdirSync(fromRoot('src'), { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /^(?!demo.(?!explore|demoSession|demoMenu)).*\.ts$/.test(name))) {
    const text = readFileSync(fromRoot('src', file), 'utf8');
    look(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true), found);
  }
  return found;
}

interface Found {
  readonly translatable: Set<string>;
  readonly computed: string[];
  readonly untranslated: string[];
}

function look(node: ts.Node, found: Found): void {
  if (
    ts.isIdentifier(node) &&
    node.text === 'l10n' &&
    !ts.isImportSpecifier(node.parent) &&
    !ts.isExportSpecifier(node.parent)
  ) {
    const call = node.parent.parent;
    const isCall = ts.isCallExpression(call) && call.expression.getText() === 'l10n.t';
    const message = isCall ? call.arguments[0] : undefined;
    if (message !== undefined && ts.isStringLiteralLike(message)) found.translatable.add(message.text);
    else if (node.parent.getText() !== 'l10n.bundle') found.computed.push(placeOf(call));
  }
  found.untranslated.push(...shownBy(node).filter(saysSomething).map(placeOf));
  ts.forEachChild(node, (child) => {
    look(child, found);
  });
}

/** Properties of items, rows, inputs, progress and messages that users read. */
const shownProperties =
  /^(label|title|detail|description|tooltip|prompt|place[hH]older|validationMessage|accessibilityInformation)$/;

/** The expressions in `node` that users read. */
function shownBy(node: ts.Node): readonly ts.Expression[] {
  if (ts.isPropertyAssignment(node) && shownProperties.test(node.name.getText())) return [node.initializer];
  if (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    ts.isPropertyAccessExpression(node.left) &&
    shownProperties.test(node.left.name.text)
  ) {
    return [node.right];
  }
  const isMessage =
    ts.isCallExpression(node) && /\.(show\w+Message|setStatusBarMessage)$/.test(node.expression.getText());
  return isMessage ? node.arguments : [];
}

/** Whether it is a text with words, not an icon, an address or the separators of a template. */
function saysSomething(expression: ts.Expression): boolean {
  const text = ts.isTemplateExpression(expression)
    ? [expression.head, ...expression.templateSpans.map(({ literal }) => literal)]
        .map((part) => part.text)
        .join(' ')
    : ts.isStringLiteralLike(expression)
      ? expression.text
      : '';
  return /\p{L}{2}/u.test(text.replaceAll(/\$\([\w~-]+\)|https?:\S+/g, ''));
}

function placeOf(node: ts.Node): string {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return `src/${file.fileName}:${line + 1} ${node.getText()}`;
}
