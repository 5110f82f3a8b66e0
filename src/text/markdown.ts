import { sanitizeLine } from './text';

/**
 * Converts text of a service to Markdown that shows it literally. All punctuation is escaped, so that it can contain no
 * link, image, HTML, icon or table cell.
 */
export function escapeMarkdown(text: string, maxLength = 1000): string {
  return sanitizeLine(text, maxLength).replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
