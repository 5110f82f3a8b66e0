import { randomUUID } from 'node:crypto';
import type { Answer } from '../../../src/demo/answers';
import type { Pager } from '../../../src/demo/paging';

type Listmeta = ReturnType<Pager['page']>['listmeta'];

/** The page with the token of its request, so that only the first page leads to another one. */
export function repeatToken(page: Answer, query: URLSearchParams): Answer {
  const token = query.get('continue');
  return token ? relist(page, () => ({ continue: token })) : page;
}

/** The page with a new token. */
export const endlessTokens = (page: Answer) => relist(page, () => ({ continue: randomUUID() }));

/** The page, whose total is the number of items after it. */
export const shrinkingCount = (page: Answer) =>
  relist(page, ({ count, offset }) => ({ count: Math.max(0, count - offset) }));

/** `answer` with another listmeta, if it is a page. */
function relist(answer: Answer, change: (listmeta: Listmeta) => Partial<Listmeta>): Answer {
  const { body } = answer;
  return isPage(body)
    ? { ...answer, body: { ...body, listmeta: { ...body.listmeta, ...change(body.listmeta) } } }
    : answer;
}

function isPage(body: unknown): body is { readonly listmeta: Listmeta } {
  return typeof body === 'object' && body !== null && 'listmeta' in body;
}

/** The page with its items in the opposite order. */
export function reversed(answer: Answer): Answer {
  const { body } = answer;
  return isList(body) ? { ...answer, body: { ...body, items: [...body.items].reverse() } } : answer;
}

function isList(body: unknown): body is { readonly items: readonly unknown[] } {
  return typeof body === 'object' && body !== null && 'items' in body && Array.isArray(body.items);
}

const prototype = { polluted: true };
const constructor = { prototype };
const pollution: readonly (readonly [string, unknown])[] = [
  ['__proto__', prototype],
  ['constructor', constructor],
  ['prototype', prototype],
];

/** The response, with keys in every object that pollute prototypes in careless code. */
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

/** Nested pages. */
export const deepJson = (levels: number): Answer => ({
  status: 200,
  body: '{"items":['.repeat(levels) + ']}'.repeat(levels),
});
