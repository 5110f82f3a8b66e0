import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { l10n } from 'vscode';
import { linkButton, searchBox } from '../../../webPage/controls';
import { selectBox, type Choice } from '../../../webPage/selectBox';
import { grantKinds } from '../../access/access';
import { grantKindText } from '../../access/effectText';
import { findings, findingText } from '../../access/findings';
import { choices, type Named, type ReviewHeader } from '../messages';
import { anyChange, anyFinding, choiceText, noFilter, type View } from './grants';
import type { Page } from './section';

type Filter = View['filter'];

/** Filters and groups the grants. */
export function filterBar({ header, view, changeView }: Page): TemplateResult {
  const { filter, grouping } = view;
  const change = (part: Partial<Filter>): void => {
    changeView({ filter: { ...filter, ...part } });
  };
  return html`<div class="filters">
    ${searchBox(l10n.t('Filter by any text of a grant'), filter.text, (text) => {
      change({ text });
    })}
    ${boxes(header).map(([name, label, all, listed]) =>
      guard([filter, listed.length], () =>
        selectBox({
          label,
          choices: [{ value: '', label: all }, ...listed],
          value: filter[name],
          isSearchable: listed.length > 10,
          onChange: (value) => {
            change({ [name]: value });
          },
        }),
      ),
    )}
    ${selectBox({
      label: l10n.t('Group by'),
      choices: [
        { value: 'none', label: l10n.t('Not grouped') },
        { value: 'who', label: l10n.t('Group by team or user') },
        { value: 'role', label: l10n.t('Group by role') },
      ],
      value: grouping,
      onChange: (value) => {
        changeView({ grouping: value });
      },
    })}
    ${
      Object.values(filter).some((value) => value !== '')
        ? linkButton(l10n.t('Clear Filter'), () => {
            change(noFilter);
          })
        : nothing
    }
  </div>`;
}

/** What can be chosen from lists: the part of the filter, its name, what stands for all, and the others. */
function boxes({
  permissions,
  projects,
  isComparing,
}: ReviewHeader): readonly (readonly [keyof Filter, string, string, readonly Choice[]])[] {
  const changes = { value: anyChange, label: l10n.t('Changed since the last review') };
  const ofFindings = [
    { value: anyFinding, label: l10n.t('With findings') },
    ...(isComparing ? [changes] : []),
    ...findings.map((value) => ({ value, label: findingText(value) })),
  ];
  const kinds = grantKinds.map((value) => ({ value, label: grantKindText(value) }));
  const decisions = choices.map((value) => ({ value, label: choiceText(value) }));
  return [
    ['permission', l10n.t('Permission'), l10n.t('All permissions'), choicesOf(permissions)],
    ['project', l10n.t('Project'), l10n.t('All projects'), choicesOf(projects)],
    ['finding', l10n.t('Finding'), l10n.t('All grants'), ofFindings],
    ['kind', l10n.t('Kind'), l10n.t('All kinds'), kinds],
    ['decision', l10n.t('Decision'), l10n.t('All decisions'), decisions],
  ];
}

export function choicesOf(named: readonly Named[]): readonly Choice[] {
  return named.map(({ id, name }) => ({ value: id, label: name }));
}
