import { l10n } from 'vscode';
import { parts, sanitizeLine } from '../../presentation/text';
import type { Access } from '../access/access';
import { grantText } from '../access/effectText';
import { whoCan } from '../access/whoCan';
import { teamCount, unreadText, userCount } from './coverage';
import { whoOf } from './grantRows';
import type { Question, WhoCanAnswer } from './messages';

/** Who can do what the question is about, in words. */
export function answerOf(question: Question, access: Access): WhoCanAnswer {
  const { permission, projectUid, clusterUid } = question;
  const { holders, unread } = whoCan(access, {
    permission,
    projectUid,
    clusterUid: clusterUid === '' ? undefined : clusterUid,
  });
  const counts = (answer: 'yes' | 'unknown'): readonly [teams: string, users: string] => {
    const own = holders.filter((one) => one.answer === answer);
    const teams = own.filter(({ holder }) => holder.kind === 'team').length;
    return [teamCount(teams), userCount(own.length - teams)];
  };
  const isAnyUnknown = holders.some(({ answer }) => answer === 'unknown');
  return {
    question,
    summary: [
      l10n.t('{0} and {1} have {2}.', ...counts('yes'), sanitizeLine(permission, 100)),
      ...(isAnyUnknown ? [l10n.t('{0} and {1} more: not known.', ...counts('unknown'))] : []),
    ].join(' '),
    holders: holders.map(({ holder, answer, ways }) => ({
      who: whoOf(holder, access),
      answer,
      through: ways.map((way) => {
        const team = way.grant.holder.kind === holder.kind ? undefined : whoOf(way.grant.holder, access).name;
        const inTeam = team === undefined ? undefined : l10n.t('team {0}', team);
        return { grantId: way.grant.id, text: parts(inTeam, grantText(way.grant)), answer: way.answer };
      }),
    })),
    unread: [
      ...unread.lists.map(({ kind, holder, count }) => unreadText(kind, holder, count)),
      ...(unread.teamsWithoutMembers === 0
        ? []
        : [l10n.t('members of {0} not known', teamCount(unread.teamsWithoutMembers))]),
      ...(unread.areTeamsComplete ? [] : [l10n.t('not all teams are known')]),
    ],
  };
}
