import { l10n } from 'vscode';
import { teamCount, userCount } from '../text/format';
import { parts, present, sanitizeLine } from '../text/text';
import { listNames } from '../text/names';
import { holderKey, type Access, type Holder } from '../access/access';
import { remembering } from '../access/answer';
import { leavingEffects } from '../access/effect';
import { effectText, grantText } from '../access/effectText';
import { matchedText } from '../access/reach';
import { otherUsersText, unreadListTexts } from '../access/unreadText';
import { whoCan, type Way } from '../access/whoCan';
import { whoOf } from './grantRows';
import type { Question, ReviewHeader, WhoCanAnswer } from './messages';

/** Who can do what the question is about, in words. */
export function answerOf(question: Question, access: Access): WhoCanAnswer {
  const { holders, read, unread, teamsWithoutMembers } = whoCan(access, question);
  const counts = (answer: 'yes' | 'unknown'): readonly [teams: string, users: string] => {
    const own = holders.filter((one) => one.answer === answer);
    const teams = own.filter(({ holder }) => holder.kind === 'team').length;
    return [teamCount(teams), userCount(own.length - teams)];
  };
  const isAny = (answer: 'yes' | 'unknown'): boolean => holders.some((one) => one.answer === answer);
  const nameOf = remembering((holder: Holder) => whoOf(holder, access).name, holderKey);
  const textOf = remembering(wayText, ({ grant }) => grant);
  const permission = sanitizeLine(question.permission, 100);
  return {
    question,
    summary: [
      isAny('yes')
        ? l10n.t('{0} and {1} have {2}.', ...counts('yes'), permission)
        : l10n.t(
            'None of the {0} and {1} that were read has {2}.',
            teamCount(read.team),
            userCount(read.user),
            permission,
          ),
      ...(isAny('unknown') ? [l10n.t('{0} and {1} more: not known.', ...counts('unknown'))] : []),
    ].join(' '),
    holders: holders.map(({ holder, answer, ways }) => ({
      who: whoOf(holder, access),
      answer,
      through: ways.map((way) => {
        const { id, holder: source } = way.grant;
        const inTeam = source.kind === holder.kind ? undefined : l10n.t('team {0}', nameOf(source));
        return { grantId: id, text: parts(inTeam, textOf(way)), answer: way.answer };
      }),
    })),
    unread: present(
      ...unreadListTexts(access, unread),
      teamsWithoutMembers.length === 0
        ? ''
        : l10n.t('members of {0}', listNames(teamsWithoutMembers.map((team) => whoOf(team, access)))),
      access.areTeamsComplete ? '' : l10n.t('other teams'),
      otherUsersText(access),
    ),
  };
}

/** `resource role Admin · filter prod · 1 of 9 clusters` */
function wayText({ grant, clusters }: Way): string {
  const filters = grant.filters.length === 0 ? '' : l10n.t('filter {0}', listNames(grant.filters));
  return parts(...present(grantText(grant), filters), ...(clusters ? matchedText(clusters) : []));
}

/** What a user would lose and keep by leaving each team, in words. */
export function leavingTexts(user: Holder, access: Access): ReviewHeader['leaving'] {
  return leavingEffects(access, user).map(({ team, effect }) => ({
    ...whoOf(team, access),
    lines: effectText(effect, undefined, access),
  }));
}
