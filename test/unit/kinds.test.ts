import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { fromRoot } from '../../scripts/paths';

/** The files of `src` without the demo that the steps of a recipe name: that of a kind has those of its operation, too. */
function recipe(): readonly string[] {
  const [, text = ''] =
    /(\*\*A kind of item\.\*\*.*?)\*\*A column\.\*\*/s.exec(textOf('CONTRIBUTING.md')) ?? [];
  const names = [...text.matchAll(/`(src\/[^`]+\.ts)`/g)].map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !name.startsWith('src/demo/')).sort();
}

/** The file of a kind, and that of what its operation returns: each kind has its own. */
const own = ['src/items/kinds/machine.ts', 'src/service/resources/machine.ts'];

function textOf(name: string): string {
  return readFileSync(fromRoot(name), 'utf8');
}

function sources(): readonly string[] {
  return readdirSync(fromRoot('src'), { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name}`)
    .filter((name) => /(?<!\.d)\.ts$/.test(name) && !name.startsWith('src/demo/') && !own.includes(name));
}

/** Whether a file speaks of machines as a kind: by its name, or in a table with an entry for each kind. */
function namesKind(text: string): boolean {
  // `'machine' in row` asks for a property.
  const isKey = ({ parent }: ts.Node): boolean =>
    ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InKeyword;
  const visit = (node: ts.Node): boolean => {
    if (ts.isStringLiteral(node) && node.text === 'machine' && !isKey(node)) return true;
    const keys = ts.isObjectLiteralExpression(node)
      ? node.properties.map((each) => each.name?.getText())
      : [];
    return (keys.includes('machine') && keys.includes('pool')) || (ts.forEachChild(node, visit) ?? false);
  };
  return /\bmachine\b/.test(text) && visit(ts.createSourceFile('', text, ts.ScriptTarget.Latest, true));
}

describe('the recipe for a kind of item in CONTRIBUTING.md', () => {
  it('names each file that speaks of the machines as a kind, or of the operation that lists them, and no other', () => {
    const isOfOperation = (name: string): boolean => /^src\/(service|text|connections)\//.test(name);
    const found = sources().filter((name) => {
      const text = textOf(name);
      // The service layer knows no kinds.
      return isOfOperation(name) ? /\blistMachines\b/.test(text) : namesKind(text);
    });
    expect(recipe()).toEqual(found.toSorted());
  });

  it('takes at most 18 files', () => {
    expect(recipe().length + own.length).toBeLessThanOrEqual(18);
  });
});
