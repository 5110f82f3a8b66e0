import { ThemeIcon } from 'vscode';
import type { Inventory } from '../../items/inventory';
import { queryContext } from '../../find/context';
import { itemTerms } from '../../find/terms';
import { suggestionsFor } from '../../query/suggest';
import { escapeIconsAndLinks } from '../../text/text';
import type { PickItem } from '../../ui/pickItem';

/** What the condition at the end of a line may become. Choosing one changes the line. */
export function suggestionItems(line: string, inventory: Inventory): readonly PickItem<never>[] {
  return suggestionsFor(line, line.length, inventory.items(), itemTerms(queryContext(inventory)))
    .filter((suggestion) => suggestion.line !== line)
    .map(({ label, detail, line: text }) => ({
      label: escapeIconsAndLinks(label),
      ...(detail === undefined ? {} : { description: detail }),
      iconPath: new ThemeIcon('filter'),
      alwaysShow: true,
      text,
    }));
}
