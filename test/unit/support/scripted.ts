import { attentionIn } from '../../../src/items/attention';
import { Inventory } from '../../../src/items/inventory';
import { memoryFiles } from '../../../src/connections/storedFiles';
import { Marks } from '../../../src/items/marks/marks';
import { storedMarks } from '../../../src/items/marks/stored';
import { storedRefusals } from '../../../src/connections/session';
import { createServiceClient } from '../../../src/service/client';
import type { Operation } from '../../../src/service/operations';
import type { ListingMethod } from '../../../src/service/resources/project';
import { ProjectsModel } from '../../../src/projects/model';
import { isResourceRow, kindOf, type ParentRow, type ItemStoreRow } from '../../../src/items/kinds';
import { wordForListRow } from './changes';
import { atEnd, serve, sourceOf, unhurried, type SourceOptions } from './service';

type Read = Extract<
  Operation,
  | 'listProjects'
  | 'searchClusters'
  | 'readCluster'
  | 'readCloudConfig'
  | 'listMachines'
  | 'listEvents'
  | 'listMachineMetrics'
>;

/** A request as received by the service. */
export interface Asked {
  readonly operation: Read;
  readonly method: ListingMethod;
  /** The path after `/v1`, decoded. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly projectUid: string | undefined;
  readonly body: unknown;
}

/** A status without a body, no response, a connection that is reset, or the body of a success. */
export type Scripted = number | 'hang' | 'reset' | object;

export type Script = Partial<Record<Read, (asked: Asked) => Scripted | Promise<Scripted>>>;

/**
 * A service that responds as in `script`, by operation, and a model of it. `script` can be changed at any time. The
 * service does not support other operations.
 */
export async function scriptedModel(
  script: Script,
  { apiKey = 'key', kept = new Map(), ...options }: SourceOptions & { readonly apiKey?: string } = {},
) {
  const asked: Asked[] = [];
  const { baseUrl } = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://service');
    const path = pathname.split('/').slice(2).map(decodeURIComponent);
    const projectUid = request.headers['projectuid'];
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    const answerTo = async (): Promise<void> => {
      const one: Asked = {
        operation: operationOf(path),
        method: request.method === 'POST' ? 'post' : 'get',
        path,
        query: searchParams,
        projectUid: typeof projectUid === 'string' ? projectUid : undefined,
        body: body === '' ? undefined : JSON.parse(body),
      };
      asked.push(one);
      const answer = (await script[one.operation]?.(one)) ?? 404;
      if (answer === 'hang') return;
      if (answer === 'reset') response.destroy();
      else if (typeof answer === 'number') response.writeHead(answer).end();
      else response.end(JSON.stringify(answer));
    };
    request.on('end', () => void answerTo());
  });
  const client = createServiceClient(
    { baseUrl, apiKey: () => Promise.resolve(apiKey), timeoutMs: () => 60_000 },
    unhurried(),
    storedRefusals(
      {
        read: (name) => kept.get(name),
        write: (name, value) => Promise.resolve(void kept.set(name, value)),
      },
      'test',
    ),
  );
  const model = new ProjectsModel(
    new Inventory(sourceOf(client, { kept, ...options }), new Marks(storedMarks(memoryFiles(), 'Test'))),
  );
  atEnd(() => {
    model.inventory.dispose();
  });
  /** The number of requests since the last call. */
  const count = (operation?: Read): number => {
    const before = asked.splice(0);
    return before.filter((one) => operation === undefined || one.operation === operation).length;
  };
  return { model, client, asked, count };
}

function operationOf(path: readonly string[]): Read {
  const [first, second] = path;
  if (first === 'cloudconfigs') return path.at(-1) === 'machines' ? 'listMachines' : 'readCloudConfig';
  if (first === 'spectroclusters') return 'readCluster';
  if (first === 'events') return 'listEvents';
  if (first === 'metrics') return 'listMachineMetrics';
  return second === 'projects' ? 'listProjects' : 'searchClusters';
}

/** `items` in pages of `size`; the token of a page is its start. */
export function paged(items: readonly object[], size: number): (asked: Asked) => object {
  return ({ query }) => {
    const from = Number(query.get('continue') ?? 0);
    const next = from + size;
    return {
      items: items.slice(from, next),
      listmeta: { count: items.length, continue: next < items.length ? String(next) : '' },
    };
  };
}

/** A short name of a row. */
export function wordFor(node: ItemStoreRow): string {
  if (isResourceRow(node)) return kindOf(node).name(node) ?? '';
  if (node.kind === 'note')
    return node.note.about === 'empty' ? `(no ${node.note.of})` : `(${node.note.about})`;
  return wordForListRow(node);
}

/** The short names of the rows below `parent`. */
export async function wordsBelow(model: ProjectsModel, parent?: ParentRow): Promise<readonly string[]> {
  return (await model.rows.children(parent)).map(wordFor);
}

/** The row below `parent` with the short name `word`. */
export async function rowBelow<Kind extends ItemStoreRow['kind']>(
  model: ProjectsModel,
  parent: ParentRow | undefined,
  kind: Kind,
  word: string,
): Promise<Extract<ItemStoreRow, { kind: Kind }>> {
  const found = (await model.rows.children(parent)).find(
    (node) => node.kind === kind && wordFor(node) === word,
  );
  if (found === undefined) throw new Error(`There is no row ${word}`);
  return found as Extract<ItemStoreRow, { kind: Kind }>;
}

/** The loaded machines that need attention, the worst first. */
export function machinesNeedingAttention(model: ProjectsModel): readonly ItemStoreRow[] {
  return attentionIn(model.inventory).rows.filter(({ kind }) => kind === 'machine');
}
