import { l10n } from 'vscode';
import { formatProgress, teamCount, userCount } from '../text/format';
import { parts, pathText, present, sanitizeLine } from '../text/text';
import { listAll, listFirst, listNames, maxNames } from '../text/names';
import { holderKey, type Access, type Holder, type TaggedCluster } from '../access/access';
import { remembering } from '../access/answer';
import { grantText } from '../access/effectText';
import { whoOf } from '../access/holderText';
import { clusterVerb } from '../access/permissions';
import { matchedText, reachesCluster } from '../access/reach';
import { otherUsersText, unreadListTexts } from '../access/unreadText';
import { anyCluster, whoCan, wholeTenant, type Way } from '../access/whoCan';
import type { Question, WhoCanAnswer } from './messages';

/** Who can do what the question is about, in words. @param names of the project and the cluster that it is about */
export function answerOf(question: Question, access: Access, names: readonly string[]): WhoCanAnswer {
  const { holders, read, unread, teamsWithoutMembers } = whoCan(access, question);
  const unknown = holders.filter(({ answer }) => answer === 'unknown');
  const teams = unknown.filter(({ holder }) => holder.kind === 'team').length;
  const more = [teamCount(teams), userCount(unknown.length - teams)];
  const nameOf = remembering((holder: Holder) => whoOf(holder, access).name, holderKey);
  const textOf = remembering(wayText, ({ grant }) => grant);
  const permission = sanitizeLine(question.permission, 100);
  const ways = holders.flatMap((one) => one.ways).filter((way) => way.answer === 'yes');
  // Members have it through their teams.
  const sources = new Set(ways.map(({ grant }) => holderKey(grant.holder)));
  const able = holders.flatMap(({ holder }) => (sources.has(holderKey(holder)) ? nameOf(holder) : []));
  return {
    question,
    where: pathText(...names),
    summary: [
      able.length > 0
        ? ableText(able, permission, placeText(question, ways, access, names))
        : l10n.t(
            'None of the {0} and {1} that were read has {2}.',
            teamCount(read.team),
            userCount(read.user),
            permission,
          ),
      ...(unknown.length > 0 ? [l10n.t('{0} and {1} more: not known.', ...more)] : []),
    ].join(' '),
    holders: holders.map(({ holder, answer, ways }) => ({
      who: whoOf(holder, access),
      answer,
      through: ways.map((way) => {
        const { id, holder: source } = way.grant;
        const inTeam = source.kind === holder.kind ? undefined : l10n.t('team {0}', nameOf(source));
        const text = parts(inTeam, textOf(way));
        return { grantId: id, text: way.answer === 'yes' ? text : l10n.t('Not known: {0}', text) };
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

/** `Platform and Edge Operations can delete 6 of 7 clusters of payments.` */
function ableText(names: readonly string[], permission: string, place: string): string {
  const who = names.length > maxNames + 1 ? listFirst(names, (name) => name) : listAll(names);
  const verb = clusterVerb(permission);
  return verb === undefined
    ? l10n.t('{0} can use {1} on {2}.', who, permission, place)
    : l10n.t('{0} can {1} {2}.', who, verb, place);
}

/** @param ways that lead there */
function placeText(
  { projectUid, clusterUid }: Question,
  ways: readonly Way[],
  access: Access,
  [project = projectUid, cluster = clusterUid]: readonly string[],
): string {
  if (projectUid === wholeTenant) return l10n.t('the tenant');
  if (clusterUid !== anyCluster) return cluster;
  const { all, isComplete } = access.clusters.get(projectUid) ?? { all: [], isComplete: false };
  const grants = new Set(ways.map(({ grant }) => grant));
  const isReached = (one: TaggedCluster): boolean =>
    [...grants].some((grant) => reachesCluster(grant, one, access) === 'yes');
  const reached = formatProgress(all.filter(isReached).length, all.length);
  return isComplete ? l10n.t('{0} clusters of {1}', reached, project) : l10n.t('clusters of {0}', project);
}

/** `resource role Admin · filter prod · 1 of 9 clusters` */
function wayText({ grant, clusters }: Way): string {
  const filters = grant.filters.length === 0 ? '' : l10n.t('filter {0}', listNames(grant.filters));
  return parts(...present(grantText(grant), filters), ...(clusters ? matchedText(clusters) : []));
}
