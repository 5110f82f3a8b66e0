import type { InstanceType, Spec } from '../../service/spec';
import { factsOf } from '../facts';
import { inline } from '../hoverParts';
import { escapeMarkdown as escape, type Row } from '../markdown';
import { instanceTypeText } from '../sizes';

/** A line for each fact. */
export function factRows(spec: Spec | undefined): readonly Row[] {
  return spec === undefined
    ? []
    : factsOf(spec).map(({ label, texts }) => [label, inline(texts, (text) => escape(text))]);
}

/** The instance type of a machine or a pool. */
export function instanceType(type: InstanceType | undefined): string {
  return escape(instanceTypeText(type));
}
