import { expect, vi } from 'vitest';
import { env } from 'vscode';
import { readerOf } from '../fleet/support';
import { tabOf } from '../fleet/openedTab';
import type { Change } from '../../../src/items/changes/change';
import type { ItemKind } from '../../../src/items/kinds/levels';
import { isResourceRow, pathOfRow } from '../../../src/items/kinds';
import { summaryOf, summaryText } from '../../../src/items/summary';
import { changeOf } from '../../support/fakeChanges';
import { eventually } from '../support/eventually';
import { createTestClient, serve } from '../support/service';
import { loadPage } from '../support/shownPage';

export const minute = 60_000;

/** What a service logs, newest first. */
export interface Logged {
  /** How many minutes ago. */
  readonly ago: number;
  readonly what: string;
  /** What it is about: a cluster, or a machine or a pod of `in`. */
  readonly about?: string;
  /** Its UID, if that is not its name. */
  readonly uid?: string;
  readonly kind?: string;
  readonly in?: string;
  readonly severity?: string | undefined;
  /** Of an entry of the audit log. */
  readonly type?: string | undefined;
}

/** A service with the project `payments`. The UID of everything is its name. */
export interface World {
  /** The names of the machines of each cluster. */
  clusters: Record<string, readonly string[]>;
  events?: readonly Logged[];
  /** Without it, the key may not read it. */
  audits?: readonly Logged[];
  /** The packs and conditions of clusters. */
  overviews?: Record<string, { readonly packs?: readonly object[]; readonly conditions?: readonly object[] }>;
}

const pageSize = 50;

/** The fleet page of such a service, which shows the timeline. */
export async function openedTimeline(world: World) {
  const start = Date.now();
  const at = (ago: number): string => new Date(start - ago * minute).toISOString();
  const asked: string[] = [];
  const refused = new Set<string>();
  const timeOf = (uid: string, ago: number) => ({ uid, creationTimestamp: at(ago) });
  const eventOf = ({ ago, what, about = '', kind = 'spectrocluster', in: cluster, severity }: Logged) => ({
    metadata: timeOf(`${about} ${what} ${ago}`, ago),
    involvedObject: { kind, name: about, uid: about },
    ...(cluster && { relatedObject: { kind: 'spectrocluster', name: cluster, uid: cluster } }),
    reason: what.split(':')[0],
    message: what.split(': ').slice(1).join(': '),
    severity: severity ?? 'Normal',
  });
  const auditOf = ({ ago, what, about = '', uid = about, kind = 'spectrocluster', type }: Logged) => ({
    metadata: timeOf(`${about} ${what} ${ago}`, ago),
    spec: {
      actionMsg: what,
      actionType: type,
      actor: { actorType: 'user', user: { firstName: 'Kim', lastName: 'Lee' } },
      resource: { kind, name: about, uid },
    },
  });
  const page = (items: readonly object[], query: URLSearchParams) => {
    const from = Number(query.get('continue') ?? 0);
    const next = from + pageSize;
    return {
      items: items.slice(from, next),
      listmeta: { continue: next < items.length ? String(next) : '' },
    };
  };
  const metadata = (name: string) => ({ metadata: { name, uid: name } });
  const clusterOf = (name: string) => ({
    ...metadata(name),
    specSummary: {
      cloudConfig: { uid: name, cloudType: 'aws' },
      projectMeta: { name: 'payments', uid: 'payments' },
    },
    status: { state: 'Failed' },
  });
  const answer = (path: readonly string[], query: URLSearchParams): object | undefined => {
    const { clusters, events = [], audits, overviews = {} } = world;
    const [first, second, third = ''] = path;
    const names = Object.keys(clusters);
    if (first === 'audits') {
      const resource = query.get('resourceUid');
      const isWanted = ({ about }: Logged) => resource === null || resource === about;
      return audits && page(audits.filter(isWanted).map(auditOf), query);
    }
    if (first === 'events') {
      const isWanted = (event: Logged) =>
        third !== 'spectrocluster' || [event.about, event.in].includes(path[3]);
      return page(events.filter(isWanted).map(eventOf), query);
    }
    if (second === 'projects') {
      const status = { clustersHealth: { errored: 1, healthy: names.length - 1 } };
      return { items: [{ ...metadata('payments'), status }], listmeta: { count: 1 } };
    }
    if (path.at(-1) === 'overview') return { status: overviews[third] ?? {} };
    if (path.at(-1) === 'machines') {
      const status = { instanceState: 'Failed' };
      return { items: (clusters[third] ?? []).map((name) => ({ ...metadata(name), status })) };
    }
    if (first === 'cloudconfigs')
      return { spec: { machinePoolConfig: [{ name: 'workers', size: clusters[third]?.length }] } };
    if (path.at(-1) === 'search') return { items: names.map(clusterOf), listmeta: { count: names.length } };
    return undefined;
  };
  const { baseUrl } = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://service');
    const path = pathname.split('/').slice(2).map(decodeURIComponent);
    asked.push(path[0] ?? '');
    const body = refused.has(path[0] ?? '') ? undefined : answer(path, searchParams);
    request.resume().on('end', () => {
      if (refused.has(path[0] ?? '')) response.writeHead(500).end();
      else if (body === undefined) response.writeHead(path[0] === 'audits' ? 403 : 404).end();
      else response.end(JSON.stringify(body));
    });
  });
  const { fleet, model, reader } = readerOf(createTestClient(baseUrl).client, baseUrl);
  await model.rows.children();
  const idOf = (name: string): string => fleet.items().find((item) => item.name === name)?.id ?? '';
  await fleet.readBelow(idOf('payments'), {});
  for (const [name, machines] of Object.entries(world.clusters))
    if (machines.length > 0)
      for (const id of await fleet.readBelow(idOf(name), {})) await fleet.readBelow(id, {});

  const { tab, panels, changes } = tabOf(reader);
  tab.open('timeline');
  const [panel] = panels;
  if (panel === undefined) throw new Error('No panel was created.');
  let askedAfter = Infinity;
  panel.webview.onDidReceiveMessage((message: { readonly type: string }) => {
    if (message.type === 'timeline') askedAfter = Math.min(askedAfter, panel.received.length);
  });
  const drawn = await loadPage(panel, 'fleet');
  /** How many readings have ended since the page asked for the timeline, as far as it was told. */
  const ends = (): number =>
    panel.received
      .slice(askedAfter)
      .filter((message) => message.type === 'timeline' && !message.state.isReading).length;
  /** Waits until the page shows a text, and nothing is being read. */
  const shows = (text: string): Promise<void> =>
    eventually(async () => {
      await drawn.drawn();
      const shown = drawn.text;
      if (/Reading…|Loading…/.test(shown) || !shown.includes(text))
        throw new Error(`The page shows ${shown}`);
    });
  /** Waits until the page shows what came of a reading that begins now. */
  const readAfter = async (begin: () => unknown, before = ends()): Promise<void> => {
    await begin();
    await eventually(async () => {
      await shows('');
      if (ends() === before) throw new Error('Nothing was read.');
    });
  };
  await readAfter(() => undefined, 0);
  return {
    fleet,
    asked,
    shows,
    page: drawn,
    /** From now on, these requests fail, by the first word of their paths. */
    fail: (...names: readonly string[]) => {
      refused.clear();
      for (const name of names) refused.add(name);
    },
    refresh: () => readAfter(() => panel.send({ type: 'refresh' })),
    loadMore: () => readAfter(() => panel.send({ type: 'readMore' })),
    /** *Show Timeline* of an item; of the fleet without a name. */
    async show(name?: string, more: object = {}): Promise<void> {
      const row = name === undefined ? undefined : fleet.store.find(idOf(name));
      await readAfter(() =>
        tab.showTimeline({ ...(isResourceRow(row) && { item: pathOfRow(row) }), ...more }),
      );
    },
    /** Poolview finds a change of an item. */
    change(name: string, kind: ItemKind, path: readonly string[], rest: Partial<Change>): void {
      changes.add(changeOf(1, { item: { kind, id: idOf(name), names: [...path, name] }, ...rest }));
    },
    /** Chooses in a box of the page. */
    choose: (label: string, choice: string) => readAfter(() => drawn.choose(label, choice)),
    /** What *Copy for Ticket* says of what is shown. */
    async ticket(): Promise<string> {
      const copied = vi.fn();
      Object.assign(env, { clipboard: { writeText: copied } });
      await drawn.click('Copy for Ticket');
      await shows('');
      await eventually(() => {
        expect(copied).toHaveBeenCalledOnce();
      });
      return String(copied.mock.calls[0]?.[0]);
    },
    /** The first lines of the hover and of the details of an item. */
    summaryOf(name: string): string {
      const row = fleet.store.find(idOf(name));
      return isResourceRow(row) ? summaryText(summaryOf(row, fleet)).join('\n') : '';
    },
    /** The rows of the table, in order, as a screen reader says them. */
    rows: (): readonly string[] => drawn.rows,
  };
}
