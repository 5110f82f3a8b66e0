import type { TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { countsOf } from '../../items/query/suggest';
import { tagTerm } from '../../items/query/questions';
import { tagKey } from '../../items/tags';
import { selectBox } from '../../webPage/selectBox';
import { queryContext } from './answer';
import { groupings, type Grouping } from './clusterGroups';
import type { PageFleet } from './fleet';
import type { Page } from './section';

/** By which tag keys clusters can be grouped, the most frequent first. */
export function tagGroupings(fleet: PageFleet): readonly Grouping[] {
  const clusters = fleet.clusters.map(({ item }) => item);
  const counts = countsOf(clusters, tagTerm(), queryContext(fleet), tagKey);
  // There may be thousands of them: the most frequent are enough.
  return counts.slice(0, 500).flatMap(([key]) => (key === '' ? [] : (`tag:${key}` as const)));
}

/** What the groups of the status grid have in common. */
export function groupingBox({ view, changeView }: Page, ofTags: readonly Grouping[]): TemplateResult {
  return selectBox<Grouping>({
    label: l10n.t('Group by'),
    // The current one is there even while nothing has been read.
    choices: [...new Set([...groupings, ...ofTags, view.grouping])].map((id) => ({
      id,
      name: groupingText(id),
    })),
    value: view.grouping,
    onChange: (grouping) => {
      changeView({ grouping });
    },
  });
}

function groupingText(grouping: Grouping): string {
  const texts: Partial<Record<Grouping, string>> = {
    project: l10n.t('Group by project'),
    cloud: l10n.t('Group by cloud'),
    region: l10n.t('Group by region'),
    kubernetes: l10n.t('Group by Kubernetes version'),
  };
  return texts[grouping] ?? l10n.t('Group by tag {0}', grouping.slice(4));
}
