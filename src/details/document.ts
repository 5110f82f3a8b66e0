import { l10n } from 'vscode';
import type { MachinePool } from '../service/resources/cluster';
import type { Machine, PoolRef } from '../service/resources/machine';
import type { Project } from '../service/resources/project';
import type { KnownCluster } from './cluster';

/** Everything that the service said about a project, as a JSON document; likewise below. */
export function projectDocument({ source }: Project): string {
  return jsonDocument(source);
}

/** With its cloud config, where that has been read. */
export function clusterDocument({ usage, found, read, config }: KnownCluster): string {
  return jsonDocument({
    cluster: found?.source ?? read?.source ?? usage,
    ...(found !== undefined && read !== undefined ? { clusterRead: read.source } : {}),
    ...(config === undefined ? {} : { cloudConfig: config.source }),
  });
}

/** Of a pinned pool that the service does not list, only where it is. */
export function poolDocument(ref: PoolRef, pool: MachinePool | undefined): string {
  return jsonDocument(pool === undefined ? ref : pool.source);
}

export function machineDocument({ source }: Machine): string {
  return jsonDocument(source);
}

function jsonDocument(value: unknown): string {
  try {
    return `${JSON.stringify(value, undefined, 2)}\n`;
  } catch (error) {
    // What is nested deeper than the stack can be read, but not written.
    if (!(error instanceof RangeError)) throw error;
    return JSON.stringify(l10n.t('What the service says about this is nested too deep to be shown.'));
  }
}
