import { format, resolveConfig } from 'prettier';
import { guarantees, type Guarantee } from '../../test/guarantees';
import { taggedTests, type TaggedTest } from './taggedTests';

export const document = 'docs/security.md';

const mark = '<!-- Generated from test/guarantees.ts: npm run guarantees -->';

/** The text of the document with the guarantees as they are now, below what is written by hand. */
export async function withGuarantees(text: string): Promise<string> {
  const [written = ''] = text.split(mark);
  const { tests } = taggedTests();
  const sections = Object.entries(guarantees).flatMap(([title, rows]) => [`## ${title}`, table(rows, tests)]);
  const all = [written.trimEnd(), mark, ...sections].join('\n\n');
  return format(all, { ...(await resolveConfig(document)), filepath: document });
}

function table(rows: Readonly<Record<string, Guarantee>>, tests: readonly TaggedTest[]): string {
  const lines = Object.entries(rows).map(([id, { text, code }]) => {
    const links = tests.flatMap(({ file, name, ids }) =>
      ids.includes(id) ? `[${escaped(name)}](../${file})` : [],
    );
    return [text, code.map((file) => `\`${file}\``).join(', '), links.join('<br>')];
  });
  return [['Guarantee', 'Code', 'Tests'], ['-', '-', '-'], ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** As text in a cell of a table. Names of tests have underscores only within words, where they mean nothing. */
function escaped(name: string): string {
  return name.replaceAll(/[\\`*[\]<>|]/g, String.raw`\$&`);
}
