import { html, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { findings, findingText } from '../../access/findings';
import { hasValue, withValues } from '../../items/query/query';
import '../../webPage/queryBox';
import type { QueryBox } from '../../webPage/queryBox';
import { selectBox } from '../../webPage/selectBox';
import { choiceText, grantCount } from '../rowFields';
import { anyChange, anyFinding, suggestGrants, undecided, type GrantAnswer } from './query';
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
  const changed = [anyChange, l10n.t('Changed since the last review')] as const;
  const choices = [
    ['', '', l10n.t('All grants')] as const,
    ...([undecided, 'keep', 'remove'] as const).map(
      (value) => ['decision', value, choiceText(value === undecided ? 'none' : value)] as const,
    ),
    ['finding', anyFinding, l10n.t('With findings')] as const,
    ...(header.isComparing ? [['finding', ...changed] as const] : []),
    ...findings.map((value) => ['finding', value, findingText(value)] as const),
  ];
  const chosen = choices.find(([key, value]) => hasValue(query, key, value));
  return html`<div class="filters">
    <query-box .page=${box}></query-box>
    ${selectBox({
      label: l10n.t('Findings and decisions'),
      choices: choices.map(([, id, name]) => ({ id, name })),
      value: chosen?.[1] ?? '',
      onChange: (id) => {
        const [key = '', value = ''] = choices.find((choice) => choice[1] === id) ?? [];
        const others = withValues(withValues(query, 'finding', []), 'decision', []);
        changeView({ query: key === '' ? others : withValues(others, key, [value]) });
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
