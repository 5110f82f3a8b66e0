import { randomUUID } from 'node:crypto';
import type { Answer } from '../../../src/demo/answers';
import type { Pager } from '../../../src/demo/paging';

type Listmeta = ReturnType<Pager['page']>['listmeta'];

/** The page, with the token that it was asked for with: the first page alone leads to another one. */
export function repeatToken(page: Answer, query: URLSearchParams): Answer {
  const token = query.get('continue');
  return token ? relist(page, () => ({ continue: token })) : page;
}

/** The page, with a token that has never been seen before. */
export const endlessTokens = (page: Answer) => relist(page, () => ({ continue: randomUUID() }));

/** The page, which counts what comes after it as all there is. */
export const shrinkingCount = (page: Answer) =>
  relist(page, ({ count, offset }) => ({ count: Math.max(0, count - offset) }));

/** `answer` with another listmeta, where it is a page. */
function relist(answer: Answer, change: (listmeta: Listmeta) => Partial<Listmeta>): Answer {
  const { body } = answer;
  return isPage(body)
    ? { ...answer, body: { ...body, listmeta: { ...body.listmeta, ...change(body.listmeta) } } }
    : answer;
}

function isPage(body: unknown): body is { readonly listmeta: Listmeta } {
  return typeof body === 'object' && body !== null && 'listmeta' in body;
}

const prototype = { polluted: true };
const constructor = { prototype };
const pollution: readonly (readonly [string, unknown])[] = [
  ['__proto__', prototype],
  ['constructor', constructor],
  ['prototype', prototype],
];

/** The answer, with keys in every object that are more than data to careless code. */
export function protoKeys(answer: Answer): Answer {
  const pollute = (_: string, value: unknown): unknown =>
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value) ||
    value === prototype ||
    value === constructor
      ? value
      : Object.fromEntries([...Object.entries(value), ...pollution]);
  return { ...answer, body: JSON.stringify(answer.body, pollute) };
}

/** A page in a page in a page. */
export const deepJson = (levels: number): Answer => ({
  status: 200,
  body: '{"items":['.repeat(levels) + ']}'.repeat(levels),
});
