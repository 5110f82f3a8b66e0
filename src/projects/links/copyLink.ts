import { l10n } from 'vscode';
import type { CommandArguments } from '../../ui/commands';
import { copyLines } from '../../ui/copy';
import type { ActiveProjects } from '../activeProjects';
import { rowsOf, type Selecting } from '../rowArguments';
import type { ResourceRow } from '../../items/kinds';
import { linkText } from './link';
import { placeOf } from './rowLink';

/** Copies one link for each row. @param origin `vscode://` and the ID of the extension */
export async function copyLink(
  origin: string,
  view: Selecting,
  active: ActiveProjects,
  given: CommandArguments,
): Promise<void> {
  const { connection, containsApiKey } = active.session;
  const words = {
    title: l10n.t('Copy Link'),
    none: l10n.t('No link to copy'),
    several: (count: string) => l10n.t('Copied {0} links', count),
  };
  const rows = await rowsOf(view, active, given, {
    title: words.title,
    placeholder: l10n.t('Select an item to copy from'),
  });
  const linkOf = async (row: ResourceRow): Promise<string | undefined> => {
    const place = placeOf(row);
    const link = place && linkText(origin, { connection: connection.name, ...place });
    return link === undefined || (await containsApiKey(link)) ? undefined : link;
  };
  await copyLines(await Promise.all(rows.map(linkOf)), words);
}
