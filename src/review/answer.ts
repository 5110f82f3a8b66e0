import { l10n } from 'vscode';
import { parts, sanitizeLine } from '../text/text';
import { groupBy } from '../items/groupBy';
import { grantKinds, type Access } from '../access/access';
import { grantKindText, grantText } from '../access/effectText';
import { whoCan, type WhoCan } from '../access/whoCan';
import { teamCount, userCount } from './coverage';
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
      ...[...groupBy(unread.lists, ({ holder, count }) => `${holder}/${count}`).values()].map(listsText),
      ...(unread.teamsWithoutMembers === 0
        ? []
        : [l10n.t('members of {0}', teamCount(unread.teamsWithoutMembers))]),
      ...(unread.areTeamsComplete ? [] : [l10n.t('other teams')]),
    ],
  };
}

/** `own roles of 12 users`, or `project, workspace roles of 3 teams`. @param lists of as many holders of the same kind */
function listsText(lists: WhoCan['unread']['lists']): string {
  const { holder, count = 0 } = lists[0] ?? {};
  const holders = holder === 'user' ? userCount(count) : teamCount(count);
  const kinds = lists.map(({ kind }) => grantKindText(kind)).join(', ');
  if (lists.length < grantKinds.length) return l10n.t('{0} roles of {1}', kinds, holders);
  return holder === 'user' ? l10n.t('own roles of {0}', holders) : l10n.t('roles of {0}', holders);
}
