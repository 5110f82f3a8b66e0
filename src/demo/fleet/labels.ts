import { Random } from '../random';
import { labelSets } from './names';
import type { ProjectPlan } from './plans';

/** By the beginning of what follows the project in the name of a cluster, and by the last word of the name of the project. */
const environments = new Map([
  ['dr', 'standby'],
  ...['demo', 'migration', 'next', 'pilot', 'preview', 'staging', 'training'].map(
    (word) => [word, 'staging'] as const,
  ),
  ...['experiments', 'lab', 'test', 'tests', 'virtual'].map((word) => [word, 'test'] as const),
]);

/** The parts of a project that the labels of its clusters depend on. */
export interface LabelSource {
  readonly slug: string;
  readonly plan: Pick<ProjectPlan, 'clusters' | 'labels'>;
}

const regions: readonly string[] = ['eu', 'us', 'uk', 'ap', 'br', 'ca', 'in'];

/** The labels that filters are about, of a cluster whose name ends in `suffix`. */
export function filterLabels({ slug, plan }: LabelSource, suffix: string): Readonly<Record<string, string>> {
  const { labels = {} } = plan;
  const [first = ''] = suffix.split('-');
  const env = environments.get(first) ?? environments.get(slug.split('-').at(-1) ?? '') ?? 'prod';
  return {
    env,
    ...(regions.includes(first) && { region: first }),
    ...('data-residency-eu' in labels && { residency: 'eu' }),
    ...('pci-dss' in labels && env === 'prod' && { compliance: 'pci-dss' }),
  };
}

/** All labels of a cluster. Those that are not in a plan may be for tests, even in production. */
export function clusterLabels(project: LabelSource, suffix: string, uid: string) {
  const isTest = project.plan.clusters === undefined && new Random(`${uid}/tier`).chance(0.15);
  return {
    ...new Random(uid).pick(labelSets),
    ...filterLabels(project, suffix),
    ...(isTest && { tier: 'test' }),
  };
}

/** A cluster's tags are its labels, as in the search for cluster metadata. */
export const tagsOf = (labels: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(labels).map(([key, value]) => (value.endsWith('__tag') ? key : `${key}:${value}`));
