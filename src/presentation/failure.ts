import type { ClusterCondition, Pack } from '../service/resources/clusterOverview';
import type { ClusterFacts, Failure } from './cluster';
import { conditionText, isUnhealthy } from './health';
import { present, sanitizeLine } from './text';

// What the readings of a single cluster say has failed.

/** Whether a condition of a cluster says that it has failed. Unknown types are never judged. */
function hasFailed(condition: ClusterCondition): boolean {
  return condition.type === 'Error' ? condition.status !== 'False' : isUnhealthy(condition);
}

/** The packs that have failed, the one that failed first at the start. */
export function failedPacks(packs: readonly Pack[] = []): readonly Pack[] {
  const since = ({ condition }: Pack): number => condition?.lastTransitionTime ?? Number.MAX_VALUE;
  return (
    packs
      // The type of the condition of a pack is its state: its status says nothing about an error.
      .filter(({ condition = {} }) => condition.type === 'Error' || isUnhealthy(condition))
      .sort((one, other) => since(one) - since(other))
  );
}

/** The most characters of a name and of a reason that fit in a row. */
const maxPart = 24;

/** What a reading says has failed: a pack, or else a condition. `cni-calico: Error — ImagePullBackOff` */
export function failureOf({ overview }: Partial<ClusterFacts>): Failure | undefined {
  const { packs, conditions } = overview?.status ?? {};
  const [pack] = failedPacks(packs);
  const condition = pack?.condition ?? conditions?.find(hasFailed);
  if (condition === undefined) return undefined;
  const [name, type, reason] = [pack?.name, conditionText(condition), condition.reason].map((text = '') =>
    sanitizeLine(text, maxPart),
  );
  const cause = present(present(name, type).join(': '), reason).join(' — ');
  return { cause, message: condition.message };
}
