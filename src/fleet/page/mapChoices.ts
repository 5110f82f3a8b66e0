import { html, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { areas, groupings, type Area, type Grouping } from './mapLayout';
import type { ChangeView } from './section';
import { selectBox } from './selectBox';
import type { View } from './viewState';

/** Chooses how the map is grouped, and what the area of its cells stands for. */
export function mapChoices({ grouping, area }: View, changeView: ChangeView): TemplateResult {
  return html`${selectBox<Grouping>({
    label: l10n.t('Group by'),
    choices: groupings.map((value) => ({ value, label: groupingText(value) })),
    value: grouping,
    onChange: (chosen) => {
      changeView({ grouping: chosen });
    },
  })}
  ${selectBox<Area>({
    label: l10n.t('Size by'),
    choices: areas.map((value) => ({ value, label: areaText(value) })),
    value: area,
    onChange: (chosen) => {
      changeView({ area: chosen });
    },
  })}`;
}

function groupingText(grouping: Grouping): string {
  switch (grouping) {
    case 'project':
      return l10n.t('Group by project');
    case 'cloud':
      return l10n.t('Group by cloud');
    case 'region':
      return l10n.t('Group by region');
  }
}

function areaText(area: Area): string {
  switch (area) {
    case 'machines':
      return l10n.t('Size by machines');
    case 'cores':
      return l10n.t('Size by CPU cores');
    case 'equal':
      return l10n.t('Same size');
  }
}
