import { Random } from '../random';
import { labelSets } from './names';
import type { ProjectPlan } from './plans';

const environments = new Map([
  ['dr', 'standby'],
  ['staging', 'staging'],
  ['test', 'test'],
  ['virtual', 'test'],
]);

const regions: readonly string[] = ['eu', 'us', 'uk', 'ap', 'br', 'ca', 'in'];

/** The labels that filters are about, of a cluster whose name ends in `suffix`. */
export function filterLabels(
  { labels = {} }: Pick<ProjectPlan, 'labels'>,
  suffix: string,
): Readonly<Record<string, string>> {
  const [first = ''] = suffix.split('-');
  const env = environments.get(first) ?? 'prod';
  return {
    env,
    ...(regions.includes(first) && { region: first }),
    ...('data-residency-eu' in labels && { residency: 'eu' }),
    ...('pci-dss' in labels && env === 'prod' && { compliance: 'pci-dss' }),
  };
}

/** All labels of a cluster. Those that are not in a plan may be for tests, even in production. */
export function clusterLabels(plan: Pick<ProjectPlan, 'clusters' | 'labels'>, suffix: string, uid: string) {
  const isTest = plan.clusters === undefined && new Random(`${uid}/tier`).chance(0.15);
  return {
    ...new Random(uid).pick(labelSets),
    ...filterLabels(plan, suffix),
    ...(isTest && { tier: 'test' }),
  };
}

/** A cluster's tags are its labels, as in the search for cluster metadata. */
export const tagsOf = (labels: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(labels).map(([key, value]) => (value.endsWith('__tag') ? key : `${key}:${value}`));
