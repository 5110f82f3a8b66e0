import { ThemeIcon } from 'vscode';
import type { Inventory } from '../../items/inventory';
import { queryContext } from '../../items/query/context';
import { suggestionsFor } from '../../items/query/suggest';
import { formatNumber } from '../../text/format';
import { escapeIconsAndLinks } from '../../text/text';
import type { PickItem } from '../../ui/quickPick';

/** What the condition at the end of a line may become, with how many items have it. Choosing one changes the line. */
export function suggestionItems(line: string, inventory: Inventory): readonly PickItem<never>[] {
  return suggestionsFor(line, line.length, inventory.items(), queryContext(inventory))
    .filter((suggestion) => suggestion.line !== line)
    .map(({ label, count, line: text }) => ({
      label: escapeIconsAndLinks(label),
      ...(count === undefined ? {} : { description: formatNumber(count) }),
      iconPath: new ThemeIcon('filter'),
      alwaysShow: true,
      text,
    }));
}
