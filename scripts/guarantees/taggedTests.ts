import { readdirSync, readFileSync } from 'node:fs';
import { fromRoot } from '../paths';
import { namedTests } from './namedTests';

/** A test whose name has the tag of a guarantee. */
export interface TaggedTest {
  readonly file: string;
  /** Without the tag. */
  readonly name: string;
  /** The IDs in the tag. */
  readonly ids: readonly string[];
  readonly isRun: boolean;
}

/** Such as ` [guarantee: key-echo, key-input]`, at the end of a name. */
const tag = / \[guarantee: ([^\]]*)\]/;

/** All tests with a tag. Tags that are not in the name of a test are in `misplaced`, by their files. */
export function taggedTests(): {
  readonly tests: readonly TaggedTest[];
  readonly misplaced: readonly string[];
} {
  const tests: TaggedTest[] = [];
  const misplaced: string[] = [];
  for (const file of readdirSync(fromRoot('test'), { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.(?:test|spec)\.ts$/.test(file)) continue;
    const path = `test/${file.replaceAll('\\', '/')}`;
    const text = readFileSync(fromRoot(path), 'utf8');
    const tags = text.split('[guarantee:').length - 1;
    if (tags === 0) continue;
    const tagged = [...namedTests(text)].flatMap(([name, isRun]) => {
      const [, ids] = tag.exec(name) ?? [];
      return ids === undefined
        ? []
        : [{ file: path, name: name.replace(tag, ''), ids: ids.split(', '), isRun }];
    });
    tests.push(...tagged);
    if (tagged.length !== tags) misplaced.push(path);
  }
  return { tests, misplaced };
}
