import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { withValues } from '../../query/query';
import { nameOrder } from '../../query/termTable';
import { userCount } from '../../text/format';
import { sanitizeLine, separator } from '../../text/text';
import { button, linkButton } from '../../webPage/controls';
import type { Choice } from '../../webPage/choice';
import { membersText } from '../../access/holderText';
import {
  commonPermissions,
  groupedPermissions,
  permissionGroupOf,
  permissionGroupText,
} from '../../access/permissions';
import { wholeTenant } from '../../access/whoCan';
import { searchBox } from '../../webPage/searchBox';
import type { WhoCanAnswer } from '../messages';
import type { ReviewPage } from './review';
import type { View } from './view';
import { sends } from './actions';

/** Asks who can do something, and lists who can, through which grants. */
export function whoCanPart(page: ReviewPage): TemplateResult {
  const { header, projects, view, changeView } = page;
  const { permission, projectUid, clusterUid } = view.question;
  const change = (part: Partial<View['question']>): void => {
    changeView({ question: { ...view.question, ...part } });
  };
  // Teams and users are in no project.
  const tenant: Choice = { id: wholeTenant, name: l10n.t('for the tenant') };
  const { clusters = [] } = projects.get(projectUid) ?? {};
  const permissionBox = searchBox({
    label: l10n.t('Permission'),
    none: l10n.t('Choose a permission'),
    chosen: permission === '' ? undefined : permissionChoice(permission),
    choices: () => permissionChoices(header.permissions),
    onChange: (id) => {
      change({ permission: id });
    },
  });
  const projectBox = searchBox({
    label: l10n.t('Project'),
    none: l10n.t('Choose a project'),
    chosen: projectUid === wholeTenant ? tenant : projects.get(projectUid),
    choices: () => [tenant, ...inOrder(projects.values())],
    onChange: (id) => {
      change({ projectUid: id, clusterUid: '' });
    },
  });
  const clusterBox = searchBox({
    label: l10n.t('Cluster'),
    none: l10n.t('Any cluster'),
    chosen: clusters.find(({ id }) => id === clusterUid),
    choices: () => inOrder(clusters),
    onChange: (id) => {
      change({ clusterUid: id });
    },
  });
  return html`<section class="who-can" aria-label=${l10n.t('Who can…?')}>
    <div class="line">
      ${permissionBox} ${projectBox} ${projectUid === wholeTenant ? nothing : clusterBox}
    </div>
    ${header.answer ? answerContent(header.answer, page) : html`<p class="empty">${l10n.t('Choose a permission and a project.')}</p>`}
  </section>`;
}

/** The common ones first, then all others by what they are for. */
function permissionChoices(permissions: readonly string[]): readonly Choice[] {
  const common = commonPermissions.filter((id) => permissions.includes(id));
  const others = groupedPermissions(permissions.filter((id) => !common.includes(id)));
  return [...common, ...[...others.values()].flat()].map(permissionChoice);
}

function permissionChoice(id: string): Choice {
  return { id, name: sanitizeLine(id), detail: permissionGroupText(permissionGroupOf(id)) };
}

function inOrder(named: Iterable<Choice>): readonly Choice[] {
  return [...named].sort((one, other) => nameOrder.compare(one.name, other.name));
}

function answerContent({ summary, holders, unread }: WhoCanAnswer, page: ReviewPage): TemplateResult {
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
  { rows, changeView }: ReviewPage,
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
