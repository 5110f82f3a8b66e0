import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { withValues } from '../../query/query';
import { userCount } from '../../text/format';
import { sanitizeLine, separator } from '../../text/text';
import { button, linkButton } from '../../webPage/controls';
import { membersText } from '../../access/holderText';
import { commonPermissions, groupedPermissions, permissionGroupText } from '../../access/permissions';
import { wholeTenant } from '../../access/whoCan';
import type { Choice } from '../../webPage/lists';
import { selectBox } from '../../webPage/selectBox';
import type { WhoCanAnswer } from '../messages';
import type { Page } from './review';
import { sends } from './sends';
import type { View } from './view';

/** Asks who can do something, and lists who can, through which grants. */
export function whoCan(page: Page): TemplateResult {
  const { header, view, changeView } = page;
  const { question } = view;
  const change = (part: Partial<View['question']>): void => {
    changeView({ question: { ...question, ...part } });
  };
  // Teams and users are in no project.
  const tenant = { id: wholeTenant, name: l10n.t('for the tenant') };
  const clusters = header.projects.find(({ id }) => id === question.projectUid)?.clusters ?? [];
  const box = (label: string, first: string, name: keyof View['question'], named: readonly Choice[]) =>
    selectBox({
      label,
      choices: [{ id: '', name: first }, ...named],
      value: question[name],
      onChange: (value) => {
        change(name === 'projectUid' ? { projectUid: value, clusterUid: '' } : { [name]: value });
      },
    });
  return html`<section class="who-can" aria-label=${l10n.t('Who can…?')}>
    <div class="line">
      ${box(l10n.t('Permission'), l10n.t('Choose a permission'), 'permission', permissionChoices(header.permissions))}
      ${box(l10n.t('Project'), l10n.t('Choose a project'), 'projectUid', [tenant, ...header.projects])}
      ${question.projectUid === wholeTenant ? nothing : box(l10n.t('Cluster'), l10n.t('Any cluster'), 'clusterUid', clusters)}
    </div>
    ${header.answer ? answerContent(header.answer, page) : html`<p class="empty">${l10n.t('Choose a permission and a project.')}</p>`}
  </section>`;
}

/** The common ones first, then all others below what they are for. */
function permissionChoices(permissions: readonly string[]): readonly Choice[] {
  const common = commonPermissions.filter((id) => permissions.includes(id));
  const groups = groupedPermissions(permissions.filter((id) => !common.includes(id)));
  const choiceOf = (id: string): Choice => ({ id, name: sanitizeLine(id) });
  return [
    ...common.map(choiceOf),
    ...[...groups].flatMap(([group, ids]) => [
      { id: group, name: l10n.t('To {0}:', permissionGroupText(group)), isHeading: true },
      ...ids.map(choiceOf),
    ]),
  ];
}

function answerContent({ summary, holders, unread }: WhoCanAnswer, page: Page): TemplateResult {
  const list = (title: string, isKnown: boolean): unknown => {
    const of = (kind: 'team' | 'user') =>
      holders.filter((holder) => holder.isKnown === isKnown && holder.who.kind === kind);
    const [teams, users] = [of('team'), of('user')];
    const items = (same: typeof holders, name: string): TemplateResult =>
      html`<ul aria-label=${name}>
        ${same.map((holder) => holderItem(holder, page))}
      </ul>`;
    const isOwn = users.some(({ through }) => through.some(({ grantId }) => grantId.startsWith('user/')));
    const count = userCount(users.length);
    const usersText = isOwn ? count : l10n.t('{0}, all through these teams', count);
    return teams.length + users.length === 0
      ? nothing
      : html`<h2>${title}</h2>
          ${items(teams, title)}
          ${
            users.length === 0
              ? nothing
              : html`<details>
                  <summary>${usersText}</summary>
                  ${items(users, usersText)}
                </details>`
          }`;
  };
  return html`<div class="answer">
      <p role="status">${summary}</p>
      ${button(l10n.t('Copy Users'), sends({ type: 'copyAnswer' }))}
      ${button(l10n.t('Save as CSV…'), sends({ type: 'saveAnswer' }))}
    </div>
    ${unread === '' ? nothing : html`<p class="muted">${unread}</p>`} ${list(l10n.t('Can'), true)}
    ${list(l10n.t('Not known'), false)}`;
}

function holderItem(
  { who, through }: WhoCanAnswer['holders'][number],
  { rows, changeView }: Page,
): TemplateResult {
  const show = (id: string) => (): void => {
    const { who: holder, role = '' } = rows.find((each) => each.id === id) ?? {};
    if (holder)
      changeView({
        tab: 'grants',
        query: withValues(withValues('', holder.kind, [holder.name]), 'role', [role]),
      });
  };
  const members = membersText(who);
  return html`<li>
    ${who.kind === 'user' ? linkButton(who.name, sends({ type: 'reviewUser', userUid: who.id })) : who.name}
    ${members === '' ? nothing : html`<span class="muted">${separator}${members}</span>`}
    <ul>
      ${through.map(({ grantId, text }) => html`<li>${linkButton(text, show(grantId))}</li>`)}
    </ul>
  </li>`;
}
