import { l10n } from 'vscode';
import type { MachinePool } from '../service/resources/cluster';
import type { Machine, PoolRef } from '../service/resources/machine';
import type { Project } from '../service/resources/project';
import type { KnownCluster } from './cluster';

/** Everything that the service said about a project but secrets, as a JSON document; likewise below. */
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

/** Control characters that JSON may hold as they are, and what would turn the text of an editor round or break it. */
const odd = /[\u007f-\u009f\p{Bidi_Control}\u2028\u2029]/gu;

/** Deeper than any service nests. With every level each line gets longer, so that a little can become very much. */
const mostLevels = 200;

/** What a field is called that holds a secret. The name of a secret, or a public key, is none. */
const secretName =
  /secret(keys?|s)?$|passw|passphrase|private_?key|access_?key$|api_?key|credential|kubeconfig|bearer|user_?data|activation_?code|import_?link|tokens?$/i;

/** The value of a field, or that it is there where it is a secret: a document is shown around, and kept. */
function withoutSecret(name: string, value: unknown): unknown {
  const isNothing = value === null || value === '' || typeof value === 'boolean';
  return !isNothing && secretName.test(name) ? l10n.t('(hidden)') : value;
}

function jsonDocument(value: unknown): string {
  try {
    if (!isDeeperThan(mostLevels, value)) {
      return `${JSON.stringify(value, withoutSecret, 2)}\n`.replace(
        odd,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    }
  } catch (error) {
    // It is longer than any text can be.
    if (!(error instanceof RangeError)) throw error;
  }
  return JSON.stringify(l10n.t('What the service says about this is nested too deep to be shown.'));
}

function isDeeperThan(levels: number, value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    (levels === 0 || Object.values(value).some((part) => isDeeperThan(levels - 1, part)))
  );
}
