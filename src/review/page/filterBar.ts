import { html, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { findings, findingText } from '../../access/findings';
import { parseQuery, printQuery, withValues } from '../../items/query/query';
import { present } from '../../text/text';
import '../../webPage/queryBox';
import type { QueryBox } from '../../webPage/queryBox';
import { selectBox } from '../../webPage/selectBox';
import { choiceText, grantCount } from '../rowFields';
import { suggestGrants, type GrantAnswer } from './query';
import type { Page } from './section';

/** The query, what it asks most often, and the groups of grants. */
export function filterBar({ header, rows, view, changeView }: Page, answer: GrantAnswer): TemplateResult {
  const { query, grouping } = view;
  const box: QueryBox = {
    line: query,
    placeholder: l10n.t('Words, or terms such as role:Viewer'),
    change: (line) => {
      changeView({ query: line });
    },
    suggest: (line, caret) => suggestGrants(line, caret, rows),
    problems: answer.problems,
    note: answer.notKnown === 0 ? '' : l10n.t('Not known: {0}', grantCount(answer.notKnown)),
  };
  // Each stands for a term of the query.
  const choices = [
    { id: '', name: l10n.t('All grants') },
    { id: 'decision:undecided', name: choiceText('none') },
    { id: 'decision:keep', name: choiceText('keep') },
    { id: 'decision:remove', name: choiceText('remove') },
    { id: 'finding:any', name: l10n.t('With findings') },
    ...(header.isComparing ? [{ id: 'finding:changed', name: l10n.t('Changed since the last review') }] : []),
    ...findings.map((value) => ({ id: `finding:${value}`, name: findingText(value) })),
  ];
  const chosen = parseQuery(query).map((condition) => printQuery([condition]));
  return html`<div class="filters">
    <query-box .page=${box}></query-box>
    ${selectBox({
      label: l10n.t('Findings and decisions'),
      choices,
      value: choices.find(({ id }) => chosen.includes(id))?.id ?? '',
      onChange: (id) => {
        const others = withValues(withValues(query, 'finding', []), 'decision', []);
        changeView({ query: present(others, id).join(' ') });
      },
    })}
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
  </div>`;
}
