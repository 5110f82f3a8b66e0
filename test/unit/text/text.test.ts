import { describe, expect, it } from 'vitest';
import { escapeMarkdown, fieldTable } from '../../../src/text/markdown';
import {
  announcement,
  displayName,
  escapeIconsAndLinks,
  parts,
  sanitizeLine,
  sanitizeLineForModel,
} from '../../../src/text/text';
import { renderTable, renderText } from '../support/markdown';

describe('text from a service', () => {
  it('is reduced to one line without control characters', () => {
    expect(sanitizeLine('a\r\n\tb\u0000c\u001b[31m')).toBe('a b\u{fffd}c\u{fffd}[31m');
  });

  it('cannot reverse the direction of other text', () => {
    expect(sanitizeLine('abc\u202egnp.exe\u2066\u200f')).toBe('abcgnp.exe');
  });

  it('has no invisible characters that make different names look the same', () => {
    expect(sanitizeLine('pay\u200bments\u00ad\u2060\u{e0041}\u3164')).toBe('payments');
    expect(sanitizeLine('a\ufff9b\u2800c\u2800 \u2800d')).toBe('ab c d');
  });

  it.each([
    ['emoji', '\u2764\ufe0f \u2714\ufe0e 1\ufe0f\u20e3'],
    ['joined emoji', '\u{1f469}\u{1f3fd}\u200d\u{1f4bb} \u2764\ufe0f\u200d\u{1f525}'],
    ['Persian', 'می\u200cخواهم'],
    ['Hindi', 'क्\u200dष क्\u200cष'],
    ['ideographs', '\u845b\u{e0100} \u845b\ufe00'],
    ['Mongolian', '\u1820\u180b'],
  ])('keeps the invisible characters that shape %s', (_name, text) => {
    expect(sanitizeLine(text)).toBe(text);
  });

  it.each([
    ['after characters that do not take them', 'p\ufe0fr\u200do\u200cd\u{e0100} 1\ufe0f \ufe0f', 'prod 1'],
    ['more than one', '\u2764\ufe0f\ufe0f\u{e0101}\ufe00 می\u200c\u200c\u200dخ', '\u2764\ufe0f میخ'],
    ['after other invisible ones', '\u2764\u200b\ufe0f', '\u2764'],
    ['at the end of a word', 'می\u200c \u{1f469}\u200d', 'می \u{1f469}'],
  ])('has no invisible characters %s', (_name, text, shown) => {
    expect(sanitizeLine(text)).toBe(shown);
  });

  it('has no invisible character at all for a model', () => {
    const text = '\u{1f469}\u200d\u{1f4bb} \u2764\ufe0f می\u200cخواهم \u845b\u{e0100} p\u115frod\u2800';
    expect(sanitizeLineForModel(text)).toBe('\u{1f469}\u{1f4bb} \u2764 میخواهم \u845b prod');
  });

  it('has no lone surrogates', () => {
    expect(sanitizeLine('a\ud800b\udc00')).toBe('a\u{fffd}b\u{fffd}');
  });

  it('ends with an ellipsis if it was truncated', () => {
    for (const text of [`${' '.repeat(2000)}x`, `a${'\u200b'.repeat(2000)}b`, '\u0000'.repeat(201)]) {
      expect(sanitizeLine(text)).toMatch(/…$/);
    }
    expect(sanitizeLine(`a${' '.repeat(1000)}b`)).toBe('a b');
  });

  it('is not longer than it may be when a secret is hidden', () => {
    expect(sanitizeLine('see token=a for this', 20)).toBe('see token=(hidden) …');
  });

  it('is truncated between characters', () => {
    expect(sanitizeLine('x'.repeat(201))).toHaveLength(200);
    expect(sanitizeLine('😀'.repeat(50), 11)).toMatch(/^(😀)+…$/u);
    expect(sanitizeLine('exactly so', 10)).toBe('exactly so');
  });

  it('cannot add an icon to a quick pick or a link to a message', () => {
    const text = escapeIconsAndLinks('$(trash) [here](command:x)');
    expect(text).not.toContain('$(');
    expect(text).not.toContain('](');
    expect(text.replaceAll('\u{200b}', '')).toBe('$(trash) [here](command:x)');
  });

  it('is joined without empty parts', () => {
    expect(parts('a', undefined, '', 'b')).toBe('a · b');
  });
});

describe('what a screen reader says of a row', () => {
  it('has what is there, and the state only once', () => {
    expect(announcement('In maintenance', 'In maintenance: 1 machine', '', 'eu')).toBe(
      'In maintenance, 1 machine, eu',
    );
    expect(announcement('Failed', 'CreateFailed: no quota')).toBe('Failed, CreateFailed: no quota');
    expect(announcement('', undefined, 'User', 'Jun: Admin')).toBe('User, Jun: Admin');
  });

  it('has at most 19 words', () => {
    const words = Array.from({ length: 20 }, (_, at) => String(at));
    expect(announcement('Failed', words.join(' '))).toBe(`Failed, ${words.slice(0, 18).join(' ')}…`);
  });
});

describe('Markdown', () => {
  it.each([
    '![x](https://evil.example/x.png)',
    '[x](command:workbench.action.quit)',
    '<img src=x onerror=alert(1)>',
    'a | b',
    '`code` **bold** _it_ ~~no~~',
    '$(trash)',
    'https://auto.example www.auto.example me@auto.example',
    '# title\n- list\n> quote',
    'C:\\path\\|',
    '&amp;',
  ])('shows %j literally', (text) => {
    const escaped = escapeMarkdown(text);
    const shown = sanitizeLine(text, 1000);
    expect(renderText(escaped)).toBe(shown);
    expect(renderTable(fieldTable([['Label', escaped]]))).toEqual([
      ['', ''],
      ['Label', shown],
    ]);
  });

  it('is limited to 1,000 characters of a text', () => {
    expect(escapeMarkdown('x'.repeat(1001))).toHaveLength(1000);
    expect(escapeMarkdown('x'.repeat(1000))).not.toContain('…');
  });

  it('makes a table without empty rows', () => {
    const table = fieldTable([
      ['One', '1'],
      ['Missing', undefined],
      ['Empty', ''],
      ['Two', ['a', 'b']],
      ['None', []],
    ]);
    expect(table.split('\n')).toEqual(['|  |  |', '|:--|:--|', '| One | 1 |', '| Two | a |', '|  | b |']);
  });
});

describe('the name of an item', () => {
  it.each([
    ['name', 'uid', 'name'],
    ['', 'uid', 'uid'],
    [' ', 'uid', 'uid'],
    ['\u200b', 'uid', 'uid'],
    ['\ufe0f\u2800\u200d', 'uid', 'uid'],
    [undefined, 'uid', 'uid'],
    [undefined, undefined, '?'],
    ['', '', '?'],
  ])('%j with the UID %j is %s', (name, uid, text) => {
    expect(displayName(name, uid, '?')).toBe(text);
  });
});
