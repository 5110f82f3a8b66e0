import { ThemeIcon } from 'vscode';
import type { Inventory } from '../../items/inventory';
import { queryContext } from '../../items/query/context';
import { suggestionsFor } from '../../items/query/suggest';
import { escapeIconsAndLinks } from '../../text/text';
import type { PickItem } from '../../ui/quickPick';

/** What the condition at the end of a line may become. Choosing one changes the line. */
export function suggestionItems(line: string, inventory: Inventory): readonly PickItem<never>[] {
  return suggestionsFor(line, line.length, inventory.items(), queryContext(inventory))
    .filter((suggestion) => suggestion.line !== line)
    .map(({ label, line: text }) => ({
      label: escapeIconsAndLinks(label),
      iconPath: new ThemeIcon('filter'),
      alwaysShow: true,
      text,
    }));
}
