import { l10n } from 'vscode';
import type { MachinePool } from '../service/resources/cluster';
import type { PoolRef } from '../service/resources/machine';
import type { KnownCluster } from './cluster';

/** The JSON of a cluster and, if it has been read, of its cloud config. */
export function clusterDocument({ usage, found, read, config }: KnownCluster): string {
  return jsonDocument({
    cluster: found?.source ?? read?.source ?? usage,
    ...(found !== undefined && read !== undefined ? { clusterRead: read.source } : {}),
    ...(config === undefined ? {} : { cloudConfig: config.source }),
  });
}

/** The JSON of a machine pool, or only its location if it is pinned and the service does not list it. */
export function poolDocument(ref: PoolRef, pool: MachinePool | undefined): string {
  return jsonDocument(pool === undefined ? ref : pool.source);
}

/** Characters that JSON need not escape, but that disrupt the text of an editor. */
const disruptive = /[\u007f-\u009f\p{Bidi_Control}\u2028\u2029]/gu;

/** More levels than any service uses. Each level makes its lines longer, so that a small response could become huge. */
const maxLevels = 200;

/** Names of fields that contain a secret. The name of a secret and a public key are not secrets. */
const secretName =
  /secret(keys?|s)?$|passw|passphrase|private_?key|access_?key$|api_?key|credential|kubeconfig|bearer|user_?data|activation_?code|import_?link|tokens?$/i;

/** Hides secrets, because documents are shared and saved. Empty and boolean values are shown. */
function withoutSecret(name: string, value: unknown): unknown {
  const isHarmless = value === null || value === '' || typeof value === 'boolean';
  return !isHarmless && secretName.test(name) ? l10n.t('(hidden)') : value;
}

/** `value` as JSON, without secrets. */
export function jsonDocument(value: unknown): string {
  try {
    if (!isDeeperThan(maxLevels, value)) {
      return `${JSON.stringify(value, withoutSecret, 2)}\n`.replace(
        disruptive,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    }
  } catch (error) {
    // A RangeError means that the text is longer than a string can be.
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
