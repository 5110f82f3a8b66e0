import { l10n } from 'vscode';
import type { Project } from '../../service/resources/project';
import { count, description, inline, metadataRows, nameOf, names, optional } from '../hoverParts';
import { escapeMarkdown, markdownTable } from '../markdown';

export function projectHover({ metadata, specSummary, status }: Project, now: number): string {
  const { clustersHealth: health, usage } = status ?? {};
  const cleanUp = status?.status?.cleanUpStatus;
  return markdownTable(nameOf(metadata), l10n.t('Project'), [
    [l10n.t('Description'), description(metadata)],
    [l10n.t('State'), status?.status?.isDisabled === true ? l10n.t('Disabled') : undefined],
    [l10n.t('Cleanup'), optional(cleanUp?.state)],
    [l10n.t('Cleanup message'), optional(cleanUp?.msg)],
    [l10n.t('Cleaned-up resources'), inline(cleanUp?.cleanedResources, escapeMarkdown)],
    [l10n.t('Clusters'), count(usage?.clusters?.length)],
    [l10n.t('Running'), count(health?.running)],
    [l10n.t('Healthy'), count(health?.healthy)],
    [l10n.t('Unhealthy'), count(health?.unhealthy)],
    [l10n.t('Failed'), count(health?.errored)],
    [l10n.t('CPU cores'), count(usage?.pureCpuCores)],
    [l10n.t('CPU cores (Alloy)'), count(usage?.alloyCpuCores)],
    [l10n.t('Teams'), names(specSummary?.teams)],
    [l10n.t('Users'), names(specSummary?.users)],
    [l10n.t('Logo'), optional(specSummary?.logoUrl)],
    ...metadataRows(metadata, now),
  ]);
}
