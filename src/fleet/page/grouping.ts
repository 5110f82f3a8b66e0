import type { TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { countsOf } from '../../items/query/suggest';
import { tagTerm } from '../../items/query/terms';
import { tagKey } from '../../items/tags';
import { selectBox } from '../../webPage/selectBox';
import { queryContext } from './answer';
import { groupings, type Grouping } from './clusterGroups';
import { Section } from './section';

/** What the groups of the status grid have in common. */
class GroupingSection extends Section {
  /** The most frequent keys first. */
  #tagGroupings: readonly Grouping[] = [];

  protected override willUpdate(): void {
    if (!this.isNew(({ fleet }) => fleet)) return;
    const { fleet } = this.page;
    const counts = countsOf([...fleet.items.values()], tagTerm(), queryContext(fleet), tagKey);
    // There may be thousands of them: the most frequent are enough.
    this.#tagGroupings = counts.slice(0, 500).flatMap(([key]) => (key === '' ? [] : (`tag:${key}` as const)));
  }

  protected override render(): TemplateResult {
    const { view, changeView } = this.page;
    return selectBox<Grouping>({
      label: l10n.t('Group by'),
      // The current one is there even while nothing has been read.
      choices: [...new Set([...groupings, ...this.#tagGroupings, view.grouping])].map((id) => ({
        id,
        name: groupingText(id),
      })),
      value: view.grouping,
      isSearchable: this.#tagGroupings.length > 0,
      onChange: (grouping) => {
        changeView({ grouping });
      },
    });
  }
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

customElements.define('fleet-grouping', GroupingSection);
