import { l10n, Uri, version as vscodeVersion, workspace } from 'vscode';
import type { ApiKey } from '../../service/resources/user';
import { causeOf } from '../../text/errors';
import { formatNumber, formatZoned, dayMs } from '../../text/format';
import { escapeMarkdownCell } from '../../text/markdown';
import { present } from '../../text/text';
import { openDetails } from '../../ui/detailsDocuments';
import { withCancellableProgress } from '../../ui/progress';
import { hostOf } from '../connection';
import type { Session } from '../session';
import { checkConnection, type Attempt } from './check';

const [longestMs, slowMs, soonMs] = [30_000, 2000, 14 * dayMs];

/** Checks the connection and shows the result. @param docs their texts, by the queries of their URIs */
export async function showCheck(session: Session, version: string, docs: Map<string, string>): Promise<void> {
  const stopped = [session.keyIdentity.ended];
  const text = await withCancellableProgress(l10n.t('Checking the connection…'), (canceled) => {
    stopped.push(canceled);
    return checkText(session, version, AbortSignal.any([...stopped, AbortSignal.timeout(longestMs)]));
  });
  if (stopped.some(({ aborted }) => aborted)) return;
  const query = `${encodeURIComponent(session.connection.name)}/${performance.now()}`;
  docs.set(query, text);
  const path = `/${l10n.t('Connection Check')}.md`;
  await openDetails([Uri.from({ scheme: 'poolview-check', path, query })]);
}

/**
 * What works through a connection, as Markdown. It has no names of items, for a colleague or an administrator.
 * @param signal ends the check: what was not answered by then counts as not tried
 */
export async function checkText(
  { connection, client }: Session,
  version: string,
  signal: AbortSignal,
): Promise<string> {
  const check = checkConnection(await client(), signal);
  const entries = Object.entries(check).map(async ([operation, [purpose, attempt]]) => {
    const tried: Attempt = await attempt;
    const kind = tried.failure ? 'fails' : tried.untried === undefined ? 'works' : 'untried';
    return { ...tried, kind, line: l10n.t('{0}: {1} ({2})', purpose, resultText(tried), operation) };
  });
  const all = await Promise.all(entries);
  const now = Date.now();
  const userUid = (await check.readOwnUser[1]).result?.userUid;
  const facts = present(
    l10n.t('Service: {0}', hostOf(connection)),
    l10n.t('Time: {0}', formatZoned(now)),
    l10n.t('Poolview {0}, VS Code {1}', version, vscodeVersion),
    l10n.t('Certificate: {0}', certificateText(connection.baseUrl, all)),
    l10n.t('Proxy: {0}', proxyText()),
    userUid === undefined ? l10n.t('User of the API key: not known') : l10n.t('User of the API key: known'),
    keysText((await check.listApiKeys[1]).result?.items ?? [], userUid, now),
  );
  const titles = { fails: l10n.t('Does Not Work'), untried: l10n.t('Not Tried'), works: l10n.t('Works') };
  const sections = Object.entries(titles).map(([kind, title]) => {
    const lines = all.filter((tried) => tried.kind === kind).map(({ line }) => line);
    return lines.length === 0 ? '' : `\n## ${title}\n\n${markdownList(lines)}`;
  });
  const title = l10n.t('Poolview: Connection Check');
  return `# ${title}\n\n${escapeMarkdownCell(checkResult(all))}\n\n${markdownList(facts)}${sections.join('')}`;
}

/** The result in one sentence. */
function checkResult(all: readonly Attempt[]): string {
  const tried = all.filter(({ untried }) => untried === undefined);
  const failed = tried.filter(({ failure }) => failure !== undefined).length;
  if (failed > 0) return l10n.t('Does not work: {0} of {1} operations.', failed, tried.length);
  const late = all.filter(({ isLate }) => isLate).length;
  return late > 0
    ? l10n.t('Not answered in time: {0} of {1} operations.', late, late + tried.length)
    : l10n.t(
        'Everything works; the slowest took {0}.',
        durationText(Math.max(...tried.map(({ ms = 0 }) => ms))),
      );
}

function markdownList(lines: readonly string[]): string {
  return lines.map((line) => `- ${escapeMarkdownCell(line)}\n`).join('');
}

/** Says when the last key of a user ends, if that is soon. Which of the keys is in use is not told. */
function keysText(keys: readonly ApiKey[], userUid: string | undefined, now: number): string {
  const own = keys.filter(({ spec, status }) => spec?.user?.uid === userUid && status?.isActive !== false);
  const end = Math.max(...own.map(({ spec }) => spec?.expiry ?? Infinity));
  const isSoon = userUid !== undefined && end > now && end < now + soonMs;
  return isSoon ? l10n.t('Your API keys end on {0}.', formatZoned(end)) : '';
}

function certificateText(baseUrl: string, all: readonly Attempt[]): string {
  if (!baseUrl.startsWith('https:')) return l10n.t('none, because the service is on this computer');
  const untrusted = all.find(({ failure }) => failure?.kind === 'untrustedCertificate');
  if (untrusted !== undefined) return l10n.t('not trusted ({0})', untrusted.failure?.reason ?? '');
  const isAnswered = all.some(({ result, failure }) => (result ?? failure?.status) !== undefined);
  return isAnswered ? l10n.t('trusted') : l10n.t('not known');
}

/** Only the host: the URL can have a password. */
function proxyText(): string {
  const url = workspace.getConfiguration('http').get<unknown>('proxy');
  if (typeof url !== 'string' || url === '') return l10n.t("none in VS Code's settings");
  return (URL.canParse(url) ? new URL(url).host : '') || l10n.t("VS Code's setting is not a URL");
}

function resultText({ ms = 0, failure, untried }: Attempt): string {
  if (untried !== undefined) return untried;
  if (failure === undefined) return ms > slowMs ? l10n.t('slow, {0}', durationText(ms)) : durationText(ms);
  switch (failure.reason ?? failure.kind) {
    case 'forbidden':
      return l10n.t('refused, the API key probably lacks {0}', failure.permission ?? '?');
    case 'unsupported':
      return l10n.t('not offered ({0})', failure.status ?? '');
    case 'timedOut':
      return l10n.t('slow, no answer in {0}', durationText(ms));
    default:
      return l10n.t('failed, {0} ({1})', causeOf(failure), failure.status ?? failure.kind);
  }
}

function durationText(ms: number): string {
  const seconds = formatNumber(ms / 1000);
  return ms > slowMs ? l10n.t('{0} s', seconds) : l10n.t('{0} ms', formatNumber(Math.round(ms)));
}
