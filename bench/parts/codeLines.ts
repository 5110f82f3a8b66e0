import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import { measurement, type Part } from '../measure';

/** How much code there is to read and to keep right. The format is that of Prettier, which another step checks. */
const codeLines: Part = async () => {
  const files = (await readdir('src', { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.startsWith(`demo${path.sep}`),
  );
  const texts = await Promise.all(files.map((file) => readFile(path.join('src', file), 'utf8')));
  const sum = texts.reduce((lines, text) => lines + linesOfCode(text), 0);
  return [{ ...measurement('code lines of src without the demo', 'lines', [sum], await budget()), limit: 1 }];
};

/** The lines with code other than imports. Comments do not count, so that nobody is tempted to leave out a reason. */
function linesOfCode(text: string): number {
  const file = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest);
  const lines = new Set<number>();
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isJSDoc(node)) return;
    const children = node.getChildren(file);
    children.forEach(visit);
    const [start, end] = [node.getStart(file), node.getEnd()];
    if (children.length > 0 || start === end) return;
    for (let line = lineOf(file, start); line <= lineOf(file, end); line++) lines.add(line);
  };
  visit(file);
  return lines.size;
}

function lineOf(file: ts.SourceFile, position: number): number {
  return file.getLineAndCharacterOfPosition(position).line;
}

/** The number that README.md states, so that whoever raises it changes what people read. */
async function budget(): Promise<number> {
  const [, number = ''] =
    /^\| code lines of `src`[^|]*\|[^|]*\| ([\d,]+) /m.exec(await readFile('bench/README.md', 'utf8')) ?? [];
  return Number(number.replaceAll(',', '') || Number.NaN);
}

export default codeLines;
