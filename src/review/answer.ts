import { l10n } from 'vscode';
import { groupBy } from '../items/order';
import { formatProgress, teamCount, userCount, listAll, listFirst, maxNames } from '../text/format';
import { parts, pathText, present, sanitizeLine } from '../text/text';
import { holderKey, type Access, type Grant, type Holder } from '../access/access';
import { remembering } from '../service/remember';
import { grantText } from '../access/grantText';
import { whoOf } from '../access/holderText';
import { clusterVerb } from '../access/permissions';
import { reachesCluster, reachKey } from '../access/reach';
import { unreadOf, unreadSentence } from '../access/unread';
import { anyCluster, whoCan, wholeTenant, type Way } from '../access/whoCan';
import type { PageQuestion, WhoCanAnswer } from './messages';

/** Who can do what the question is about, in words. @param names of the project and the cluster that it is about */
export function whoCanAnswer(question: PageQuestion, access: Access, names: readonly string[]): WhoCanAnswer {
  const { holders, read, asked, teams } = whoCan(access, question);
  const unknown = holders.filter(({ isKnown }) => !isKnown);
  const unknownTeams = unknown.filter(({ holder }) => holder.kind === 'team').length;
  const more = [teamCount(unknownTeams), userCount(unknown.length - unknownTeams)];
  const nameOf = remembering((holder: Holder) => whoOf(holder, access).name, holderKey);
  const textOf = remembering(wayText, ({ grant }) => grant);
  // Members have it through their teams.
  const able = holders.filter(({ holder, ways }) =>
    ways.some((way) => way.isKnown && holderKey(way.grant.holder) === holderKey(holder)),
  );
  const placeOf = placesIn(question, access, names);
  const byPlace = groupBy(able, ({ ways }) =>
    placeOf(ways.filter(({ isKnown }) => isKnown).map(({ grant }) => grant)),
  );
  const sentences = [...byPlace].map(([place, same]) =>
    ableText(
      same.map(({ holder }) => nameOf(holder)),
      question,
      place,
    ),
  );
  const notRead = unreadOf(access, {
    holders: asked,
    place: question,
    teams,
    grants: unknown.flatMap(({ ways }) => ways.map(({ grant }) => grant)),
    projectUids: [question.projectUid],
    also: ['teams', 'users'],
  });
  return {
    question,
    where: pathText(...names),
    summary: present(
      ...sentences.slice(0, maxNames),
      sentences.length > maxNames ? l10n.t('Others can do this on some clusters.') : '',
      able.length > 0
        ? ''
        : l10n.t(
            'None of the {0} and {1} that were read has {2}.',
            teamCount(read.team),
            userCount(read.user),
            permissionText(question),
          ),
      unknown.length > 0 ? l10n.t('{0} and {1} more: not known.', ...more) : '',
    ).join(' '),
    holders: holders.map(({ holder, isKnown, ways }) => ({
      who: whoOf(holder, access),
      isKnown,
      through: ways.map((way) => {
        const { id, holder: source } = way.grant;
        const inTeam = source.kind === holder.kind ? undefined : l10n.t('team {0}', nameOf(source));
        const text = parts(inTeam, textOf(way));
        return { grantId: id, text: way.isKnown ? text : l10n.t('Not known: {0}', text) };
      }),
    })),
    unread: unreadSentence(notRead),
  };
}

function permissionText({ permission }: PageQuestion): string {
  return sanitizeLine(permission, 100);
}

/** `Platform and Edge Operations can delete 6 of 7 clusters of payments.` */
function ableText(names: readonly string[], question: PageQuestion, place: string): string {
  const who = names.length > maxNames + 1 ? listFirst(names, (name) => name) : listAll(names);
  const verb = question.projectUid === wholeTenant ? undefined : clusterVerb(question.permission);
  return verb === undefined
    ? l10n.t('{0} can use {1} on {2}.', who, permissionText(question), place)
    : l10n.t('{0} can {1} {2}.', who, verb, place);
}

/** Where grants lead together of what is asked about. */
function placesIn(
  { projectUid, clusterUid }: PageQuestion,
  access: Access,
  [project = projectUid, cluster = clusterUid]: readonly string[],
): (grants: readonly Grant[]) => string {
  if (projectUid === wholeTenant) return () => l10n.t('the tenant');
  if (clusterUid !== anyCluster) return () => cluster;
  const { all, isComplete } = access.clusters.get(projectUid) ?? { all: [], isComplete: false };
  if (!isComplete) return () => l10n.t('clusters of {0}', project);
  // Many grants reach the same.
  const reachedBy = remembering(
    (grant: Grant) => all.filter((one) => reachesCluster(grant, one, access)),
    reachKey,
  );
  return (grants) => {
    const { size } = new Set(grants.flatMap(reachedBy));
    return l10n.t('{0} clusters of {1}', formatProgress(size, all.length), project);
  };
}

/** `resource role Admin · filter prod · 1 of 9 clusters` */
function wayText({ grant, clusters }: Way): string {
  return grantText(grant, ['kind', 'role', 'filters'], {}, clusters);
}
