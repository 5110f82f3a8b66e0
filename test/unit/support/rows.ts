import { expect } from 'vitest';
import { MarkdownString, ThemeIcon, type TreeItem } from 'vscode';
import { hoverCommands } from '../../support/hoverCommands';
import { renderHover } from './markdown';

const invisible = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/u;

/** Expects a row and its hover to be plain, readable text, whatever the service returned. */
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
  // Poolview's own left-to-right mark.
  expect(description.replace(/^\u200e/, '')).not.toMatch(invisible);
  expect(description.length).toBeLessThanOrEqual(1000);
  expect(accessibilityInformation?.label.length).toBeLessThanOrEqual(longestLabel + 1100);
  expect(iconPath).toBeInstanceOf(ThemeIcon);
  expect((iconPath as ThemeIcon).id).toMatch(/^[a-z~-]+$/);
  expect(command?.command ?? 'poolview.').toMatch(/^poolview\.|^vscode\.open$/);
  // Own commands with arguments fail if VS Code draws the row again while it is clicked.
  if (command?.command !== 'vscode.open') expect(command?.arguments).toBeUndefined();
  expect(contextValue).toMatch(/^[a-zA-Z]+( [a-zA-Z]+)*$/);
  if (tooltip instanceof MarkdownString) {
    const trusted = tooltip.isTrusted ?? { enabledCommands: [] };
    if (typeof trusted === 'boolean') throw new Error('It is trusted to run any command');
    expect(hoverCommands).toEqual(expect.arrayContaining([...trusted.enabledCommands]));
    for (const { command, args } of renderHover(tooltip.value).links) {
      expect(trusted.enabledCommands).toContain(command);
      expect(args).toEqual([{ ids: [item.id] }]);
    }
    expect(tooltip.supportHtml ?? false).toBe(false);
    expect(tooltip.supportThemeIcons ?? false).toBe(false);
    expect(tooltip.value.length).toBeLessThan(100_000);
  } else {
    expect((tooltip ?? '').length).toBeLessThan(1500);
  }
}
