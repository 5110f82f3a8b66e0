import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { l10n } from 'vscode';
import { linkButton } from '../../webPage/controls';
import { selectBox, type Choice } from '../../webPage/selectBox';
import { grantKinds } from '../../access/access';
import { grantKindText } from '../../access/roleNames';
import { findings, findingText } from '../../access/findings';
import { choices, type ReviewHeader } from '../messages';
import { choiceText } from '../rowFields';
import { anyChange, anyFinding, noFilter, type View } from './grants';
import type { Page } from './section';

type Filter = View['filter'];

/** Filters and groups the grants. */
export function filterBar({ header, view, changeView }: Page): TemplateResult {
  const { filter, grouping } = view;
  const change = (part: Partial<Filter>): void => {
    changeView({ filter: { ...filter, ...part } });
  };
  return html`<div class="filters">
    <vscode-textfield
      class="search"
      .label=${l10n.t('Filter by any text of a grant')}
      title=${l10n.t('Filter by any text of a grant')}
      placeholder=${l10n.t('Filter')}
      .value=${filter.text}
      @input=${({ target }: Event) => {
        change({ text: (target as HTMLInputElement).value });
      }}
    ></vscode-textfield>
    ${boxes(header).map(([name, label, all, listed]) =>
      guard([filter, listed.length], () =>
        selectBox({
          label,
          choices: [{ id: '', name: all }, ...listed],
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
        { id: 'none', name: l10n.t('Not grouped') },
        { id: 'who', name: l10n.t('Group by team or user') },
        { id: 'role', name: l10n.t('Group by role') },
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
  const changes = { id: anyChange, name: l10n.t('Changed since the last review') };
  const ofFindings = [
    { id: anyFinding, name: l10n.t('With findings') },
    ...(isComparing ? [changes] : []),
    ...findings.map((id) => ({ id, name: findingText(id) })),
  ];
  const kinds = grantKinds.map((id) => ({ id, name: grantKindText(id) }));
  const signIns = ['30', '60', '90', '180', '365'].map((id) => ({
    id,
    name: l10n.t('Not signed in for {0} days', id),
  }));
  const decisions = choices.map((id) => ({ id, name: choiceText(id) }));
  return [
    ['permission', l10n.t('Permission'), l10n.t('All permissions'), permissions],
    ['project', l10n.t('Project'), l10n.t('All projects'), projects],
    ['finding', l10n.t('Finding'), l10n.t('All grants'), ofFindings],
    ['kind', l10n.t('Kind'), l10n.t('All kinds'), kinds],
    ['decision', l10n.t('Decision'), l10n.t('All decisions'), decisions],
    ['notSignedIn', l10n.t('Last sign-in'), l10n.t('Any sign-in'), signIns],
  ];
}
