import ts from 'typescript';

/** Calls of these, and of names that begin with them, such as `describeWithAuthority`, make or group tests. */
const testCall = /^(?:it|test|describe)/;

/** Modifiers, such as `it.skip`, with which a test is not run or does not have to pass. */
const leftOut = new Set(['skip', 'todo', 'fails', 'fixme']);

/**
 * The tests in the text of a file, by their names as they are written there, and whether each is run. Conditions, such as
 * `skipIf`, are about the computer and not judged.
 */
export function namedTests(text: string): ReadonlyMap<string, boolean> {
  const source = ts.createSourceFile('tests.ts', text, ts.ScriptTarget.Latest);
  const tests = new Map<string, boolean>();
  // With `only` anywhere, the others are not run.
  let hasOnly = false;
  const visit = (node: ts.Node, isIncluded: boolean): void => {
    const words = ts.isCallExpression(node) ? wordsOf(node.expression) : [];
    const isTestCall = testCall.test(words[0] ?? '');
    const isRun = isIncluded && !(isTestCall && words.some((word) => leftOut.has(word)));
    hasOnly ||= isTestCall && words.includes('only');
    const isGroup = words.some((word) => /^describe|^step$/.test(word));
    if (isTestCall && !isGroup && ts.isCallExpression(node)) {
      const name = writtenName(node.arguments[0], source);
      if (name !== undefined) tests.set(name, isRun && (tests.get(name) ?? true));
    }
    ts.forEachChild(node, (child) => {
      visit(child, isRun);
    });
  };
  visit(source, true);
  return hasOnly ? new Map([...tests.keys()].map((name) => [name, false])) : tests;
}

function writtenName(node: ts.Expression | undefined, source: ts.SourceFile): string | undefined {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node) ? node.getText(source).slice(1, -1) : undefined;
}

/** `it`, `concurrent` and `each` of `it.concurrent.each(…)`. */
function wordsOf(node: ts.Expression): readonly string[] {
  if (ts.isIdentifier(node)) return [node.text];
  if (ts.isPropertyAccessExpression(node)) return [...wordsOf(node.expression), node.name.text];
  if (ts.isCallExpression(node)) return wordsOf(node.expression);
  return ts.isTaggedTemplateExpression(node) ? wordsOf(node.tag) : [];
}
