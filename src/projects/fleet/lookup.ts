import { isIP } from 'node:net';
import type { ClusterSummary } from '../../service/resources/cluster';
import type { Project } from '../../service/resources/project';
import type { ServiceError } from '../../service/errors';
import { matchRank } from '../find/matches';
import type { ProjectsModel } from '../model';
import type { ResourceRow } from '../rows';

/** Where found items are added. */
interface Items {
  addProjects(projects: readonly Project[], readAt: number, isAll: boolean): void;
  addClusters(clusters: readonly ClusterSummary[], readAt: number, isAll: boolean): void;
}

interface Search {
  /** Only items of this kind; all if undefined. */
  readonly kind: ResourceRow['kind'] | undefined;
  readonly isServiceSearched: boolean;
  readonly signal: AbortSignal;
}

interface Match {
  readonly id: string;
  /** 0 if its name, UID or an address is the text; more if it is less alike. */
  readonly rank: number;
}

interface Found {
  readonly matches: readonly Match[];
  readonly isServiceSearched: boolean;
  /** Why a search of the service failed. */
  readonly errors: readonly ServiceError[];
}

/** Finds items and reads single ones. */
export class ItemLookup {
  constructor(
    private readonly model: ProjectsModel,
    private readonly items: Items,
  ) {}

  /**
   * Finds items by name, UID or address. If the text is not exactly that of a known item, the service can be searched for
   * projects and clusters with this name, which are known from then on.
   */
  async find(text: string, { kind, isServiceSearched, signal }: Search): Promise<Found> {
    const known = this.#matches(text, kind);
    const mayHaveMore = kind !== 'pool' && kind !== 'machine' && isIP(text.trim()) === 0;
    if (!isServiceSearched || !mayHaveMore || known.some(({ rank }) => rank === 0)) {
      return { matches: known, isServiceSearched: false, errors: [] };
    }
    const readAt = Date.now();
    const { projects, clusters, errors } = await this.model.lookFor(text.trim(), signal);
    signal.throwIfAborted();
    this.items.addProjects(projects, readAt, false);
    const found = clusters.map(({ cluster }) => cluster);
    this.items.addClusters(found, readAt, false);
    return { matches: this.#matches(text, kind), isServiceSearched: true, errors };
  }

  #matches(text: string, kind: ResourceRow['kind'] | undefined): readonly Match[] {
    return this.model.loadedRows
      .filter((row) => row.kind === (kind ?? row.kind))
      .flatMap((row) => {
        const rank = matchRank(row, text);
        return rank === undefined ? [] : [{ id: row.id, rank }];
      });
  }
}
