import { marked } from 'marked';

/** The elements that hovers may contain: tables, paragraphs, line breaks, bold and italic text. */
const harmlessTag = /^<\/?(?:table|thead|tbody|tr|t[hd]|p|br|strong|em)(?: align="left")?>$/;

/** The escapes of HTML characters in the output of the renderer. */
const characters: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/**
 * The cells of the tables in `markdown`, row by row, as the renderer of VS Code shows them. Bold text is put in `**`.
 * @throws Error if it renders anything but text, such as a link, an image or HTML
 */
export function renderTable(markdown: string): readonly (readonly string[])[] {
  return [...htmlOf(markdown).matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd].*?>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => textOf(cell)),
  );
}

/** All text in `markdown`, as the renderer of VS Code shows it. */
export function renderText(markdown: string): string {
  return textOf(htmlOf(markdown)).trim();
}

function htmlOf(markdown: string): string {
  const html = marked.parse(markdown, { async: false });
  for (const [tag] of html.matchAll(/<[^>]*>?/g)) {
    if (!harmlessTag.test(tag)) throw new Error(`It renders ${tag}`);
  }
  return html;
}

function textOf(html: string): string {
  return html
    .replaceAll(/<\/?strong>/g, '**')
    .replaceAll('<br>', '\n')
    .replaceAll(/<.*?>/g, '')
    .replaceAll(/&.*?;/g, (entity) => {
      const character = characters[entity];
      if (character === undefined) throw new Error(`It renders ${entity}`);
      return character;
    });
}
