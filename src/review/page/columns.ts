import { html, nothing } from 'lit';
import { l10n } from 'vscode';
import { findingLabel } from '../../access/findings';
import {
  grantChangeText,
  choiceText,
  grantFields,
  fieldLines,
  shownRole,
  fieldText,
  type GrantRow,
} from '../../access/grantFields';
import { formatAge, formatNumber } from '../../text/format';
import { parts, present } from '../../text/text';
import { Columns, type ColumnSpec } from '../../webPage/columns';
import { warningIcon } from '../../webPage/icons';
import { isDecided, isOpen } from '../grantRows';
import type { ReviewHeader } from '../messages';
import { decisionButtons } from './actions';
import { grantIcon } from './icons';

export type Column = 'role' | 'who' | 'reach' | 'findings' | 'choice';

/** What cells need besides their row. */
interface GrantContext {
  readonly header: ReviewHeader;
}

const { role, who, reach, findings, choice } = grantFields;

const columnSpecs = {
  role: {
    title: role.title,
    text: shownRole,
    cell: (row: GrantRow) =>
      html`<span class="spoken">${fieldText('kind', row)}</span
        >${grantIcon(row.kind, 'kind')}${shownRole(row)}`,
    width: [220, 100],
    stays: 'always',
  },
  who: {
    title: who.title,
    text: (row: GrantRow) => fieldText('who', row),
    cell: (row: GrantRow) => html`${grantIcon(row.who.kind, 'kind', 1.1)}${fieldText('who', row)}`,
    width: [240, 100],
    stays: 'always',
  },
  reach: {
    title: reach.title,
    text: (row: GrantRow) => parts(row.reach, row.notNow, grantChangeText(row.change)),
    cell: (row: GrantRow) =>
      html`${row.change === undefined ? nothing : html`<b>${grantChangeText(row.change)}</b> `}<span
          class="muted"
          >${parts(row.reach, row.notNow)}</span
        >`,
    width: [420, 140],
    stays: 'always',
  },
  findings: {
    title: findings.title,
    text: (row: GrantRow) => fieldLines('findings', row).join('\n'),
    cell: findingCell,
    width: [84, 84],
    isFixed: true,
    stays: 'always',
  },
  choice: {
    title: choice.title,
    text: (row: GrantRow) => row.outcome ?? choiceText(row.choice),
    cell: (row: GrantRow, { header }: GrantContext) =>
      isOpen(row)
        ? html`${decisionButtons([row], header, true)} <span class="muted">${row.outcome ?? row.note}</span>`
        : html`<span class="muted">${row.outcome ?? choiceText(row.choice)}</span>`,
    tip: (row: GrantRow) => parts(...present(row.outcome, row.note), decidedText(row)),
    width: [170, 120],
    isFixed: true,
    stays: 'always',
  },
} satisfies Readonly<Record<Column, ColumnSpec<GrantContext, GrantRow>>>;

export const columns = new Columns<Column, GrantContext, GrantRow>(columnSpecs);

/** What a column shows of a grant, as text. */
export function textIn(column: Column, row: GrantRow): string {
  return columnSpecs[column].text(row);
}

/** How many findings there are, and how many that are not known. */
function findingCell({ findings: all }: GrantRow, { header }: GrantContext): unknown {
  const isRead = header.progress.state === 'done';
  return [true, false].map((isKnown) => {
    const found = all.filter((finding) => finding.isKnown === isKnown);
    const sign = isKnown ? warningIcon() : grantIcon('unknown');
    return found.length === 0
      ? nothing
      : html`<span class=${isKnown ? 'finding' : 'finding muted'} title=${found.map(findingLabel).join('\n')}
          >${sign}${isKnown || isRead ? formatNumber(found.length) : '–'}</span
        >`;
  });
}

export function decidedText(row: GrantRow): string {
  return row.decidedAt === undefined || !isDecided(row)
    ? ''
    : l10n.t('decided {0}', formatAge(row.decidedAt, Date.now()));
}
