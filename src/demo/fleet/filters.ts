import { uidOf, type Named } from './metadata';

interface Condition {
  readonly key: string;
  readonly values: readonly string[];
  readonly negation: boolean;
}

/** A condition on the tags of clusters. */
export interface Filter extends Named {
  readonly conjunction: 'and' | 'or';
  readonly conditions: readonly Condition[];
}

const is = (key: string, ...values: readonly string[]): Condition => ({ key, values, negation: false });
const isNot = (key: string, ...values: readonly string[]): Condition => ({ key, values, negation: true });

const written: readonly Omit<Filter, 'uid'>[] = [
  { name: 'pci-dss', conjunction: 'and', conditions: [is('compliance', 'pci-dss')] },
  { name: 'production', conjunction: 'and', conditions: [is('env', 'prod'), isNot('tier', 'test')] },
  { name: 'europe', conjunction: 'or', conditions: [is('region', 'eu', 'uk'), is('residency', 'eu')] },
  { name: 'not-production', conjunction: 'or', conditions: [isNot('env', 'prod'), is('tier', 'test')] },
  { name: 'decommissioned', conjunction: 'and', conditions: [is('lifecycle', 'decommissioned')] },
];

export const buildFilters = (seed: number): readonly Filter[] =>
  written.map((filter) => ({ ...filter, uid: uidOf(`${seed}/filter/${filter.name}`) }));

/** Whether the filter matches a cluster with these labels. */
export function matches(
  { conjunction, conditions }: Filter,
  labels: Readonly<Record<string, string>>,
): boolean {
  const holds = ({ key, values, negation }: Condition) => values.includes(labels[key] ?? '') !== negation;
  return conjunction === 'and' ? conditions.every(holds) : conditions.some(holds);
}
