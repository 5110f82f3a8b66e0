import { expect } from 'vitest';
import { MarkdownString, ThemeIcon, type TreeItem } from 'vscode';

const invisible = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/u;

/** Sees that a row, its hover included, is something to read and nothing else, whatever the service said. */
export function expectDecentRow(item: TreeItem, longestLabel: number): void {
  const {
    label,
    description = '',
    tooltip,
    iconPath,
    command,
    contextValue,
    accessibilityInformation,
  } = item;
  if (typeof label !== 'string' || typeof description !== 'string') throw new Error('not a text');
  expect(label).toMatch(/[^\s\p{Default_Ignorable_Code_Point}]/u);
  expect(label).not.toMatch(invisible);
  expect(label.length).toBeLessThanOrEqual(longestLabel);
  // Poolview's own mark that what follows goes from left to right.
  expect(description.replace(/^\u200e/, '')).not.toMatch(invisible);
  expect(description.length).toBeLessThanOrEqual(1000);
  expect(accessibilityInformation?.label.length).toBeLessThanOrEqual(longestLabel + 1100);
  expect(iconPath).toBeInstanceOf(ThemeIcon);
  expect((iconPath as ThemeIcon).id).toMatch(/^[a-z~-]+$/);
  expect(command?.command ?? 'poolview.').toMatch(/^poolview\./);
  expect(contextValue).toMatch(/^[a-zA-Z]+( [a-zA-Z]+)*$/);
  if (tooltip instanceof MarkdownString) {
    expect(tooltip.isTrusted ?? false).toBe(false);
    expect(tooltip.supportHtml ?? false).toBe(false);
    expect(tooltip.supportThemeIcons ?? false).toBe(false);
    expect(tooltip.value.length).toBeLessThan(100_000);
  } else {
    expect((tooltip ?? '').length).toBeLessThan(1500);
  }
}
