import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { groupBy } from '../../items/groupBy';
import { stateText } from '../../items/itemText';
import { tagKey } from '../../items/tags';
import { clusterCount, formatNumber } from '../../text/format';
import { chip, linkButton } from '../../webPage/controls';
import { toggled } from '../../webPage/lists';
import { selectBox, type Choice } from '../../webPage/selectBox';
import { groupings, orderOf, type Grouping } from './clusterGroups';
import { tagText } from './describe';
import { favoritesId, isFiltered, noFilter, tagsNotRead, waitingTag, type Filter } from './filter';
import { stateIcon } from './icons';
import { Section } from './section';

/** Chooses a cloud, a project, tags and the groups of the status grid, and shows what is filtered by. */
class FilterBar extends Section {
  #clouds: readonly Choice[] = [];
  #projects: readonly Choice[] = [];
  #tags: readonly Choice[] = [];
  /** The most frequent keys first. */
  #tagGroupings: readonly Grouping[] = [];
  #areTagsRead = false;

  protected override willUpdate(): void {
    if (!this.isNew(({ fleet }) => fleet)) return;
    const { fleet } = this.page;
    const clouds = new Set(fleet.clusters.map(({ item }) => item.cloudType ?? ''));
    clouds.delete('');
    this.#clouds = sorted(
      [...clouds].map((cloud) => ({ id: cloud, name: cloud })),
      l10n.t('All clouds'),
    );
    const hasFavorites = fleet.header.favorites.length > 0 || this.page.view.filter.project === favoritesId;
    const favorites = hasFavorites ? [{ id: favoritesId, name: l10n.t('Favorites') }] : [];
    this.#projects = sorted(fleet.projects, l10n.t('All projects'), favorites);
    const all = fleet.clusters.flatMap(({ item }) => item.tags ?? [tagsNotRead]);
    // There may be thousands of them: the most frequent are enough.
    const tags = [...groupBy(all, (tag) => tag)]
      .sort(([, one], [, other]) => other.length - one.length)
      .slice(0, 500);
    this.#tags = sorted(
      tags.map(([id, { length }]) => ({ id, name: l10n.t('{0} ({1})', tagText(id), formatNumber(length)) })),
      l10n.t('All tags'),
    );
    const keys = tags.map(([tag]) => tagKey(tag)).filter(Boolean);
    this.#tagGroupings = keys.map((key) => `tag:${key}` as const);
    const isAll = fleet.header.coverage.clusters.total === fleet.clusters.length;
    this.#areTagsRead = isAll && fleet.clusters.every(({ item }) => item.tags);
  }

  protected override render(): TemplateResult {
    const { view, changeView, fleet } = this.page;
    const { filter } = view;
    return html`<div class="filters">
      ${this.#box('cloud', l10n.t('Cloud'), this.#clouds)}
      ${this.#box('project', l10n.t('Project'), this.#projects)}
      ${this.#tags.length > 1 ? this.#box('tags', l10n.t('Tag'), this.#tags) : nothing}
      ${
        view.tab === 'overview'
          ? selectBox<Grouping>({
              label: l10n.t('Group by'),
              // The current one is there even while nothing has been read.
              choices: [...new Set([...groupings, ...this.#tagGroupings, view.order.grouping])].map((id) => ({
                id,
                name: groupingText(id),
              })),
              value: view.order.grouping,
              isSearchable: this.#tagGroupings.length > 0,
              onChange: (grouping) => {
                changeView({ order: orderOf(view.order, fleet, grouping) });
              },
            })
          : nothing
      }
      ${this.#parts().map(([content, text, without]) =>
        chip(content, text, () => {
          this.#change(without);
        }),
      )}
      ${
        isFiltered(filter)
          ? linkButton(l10n.t('Clear Filter'), () => {
              this.#change(noFilter);
            })
          : nothing
      }
      ${
        filter.tags.some((tag) => tag !== waitingTag) && !this.#areTagsRead
          ? html`<span class="muted">${l10n.t('Tag filters apply to loaded clusters.')}</span>`
          : nothing
      }
    </div>`;
  }

  #change(part: Partial<Filter>): void {
    this.page.changeView({ filter: { ...this.page.view.filter, ...part } });
  }

  #box(name: 'cloud' | 'project' | 'tags', label: string, choices: readonly Choice[]): TemplateResult {
    const { filter } = this.page.view;
    return selectBox({
      label,
      choices,
      // The tags that are chosen have chips.
      value: name === 'tags' ? '' : filter[name],
      isSearchable: name !== 'cloud',
      onChange: (id) => {
        const tags = id === '' ? [] : [...new Set([...filter.tags, id])];
        this.#change(name === 'tags' ? { tags } : { [name]: id });
      },
    });
  }

  /** What is filtered by: how it is shown, as a text, and the filter without it. */
  #parts(): readonly (readonly [content: unknown, text: string, without: Partial<Filter>])[] {
    const { states, tags, clusters } = this.page.view.filter;
    const [id = '', ...others] = clusters;
    const name = others.length === 0 ? this.page.fleet.items.get(id)?.name : undefined;
    const selected = name ?? clusterCount(clusters.length);
    return [
      ...states.map((state) => {
        const text = stateText(state);
        return [html`${stateIcon(state)}${text}`, text, { states: toggled(states, state) }] as const;
      }),
      ...tags.map((tag) => [tagText(tag), tagText(tag), { tags: toggled(tags, tag) }] as const),
      ...(clusters.length === 0 ? [] : [[selected, selected, { clusters: [] }] as const]),
    ];
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

const names = new Intl.Collator(undefined, { numeric: true });

function sorted(choices: readonly Choice[], all: string, first: readonly Choice[] = []): readonly Choice[] {
  const rest = choices.toSorted((one, other) => names.compare(one.name, other.name));
  return [{ id: '', name: all }, ...first, ...rest];
}

customElements.define('fleet-filter-bar', FilterBar);
