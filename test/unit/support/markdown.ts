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
    [...row.matchAll(/<t[hd].*?>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) =>
      textOf(cell).replaceAll('\u00a0', ' '),
    ),
  );
}

/** All text in `markdown`, as the renderer of VS Code shows it. */
export function renderText(markdown: string): string {
  return textOf(htmlOf(markdown)).trim();
}

/** A link in a hover, with the arguments that VS Code decodes from it. */
interface CommandLink {
  readonly title: string;
  readonly command: string;
  readonly args: unknown;
}

/** A curve of metrics, made of numbers. */
const curve = /<img src="data:image\/svg\+xml;base64,[a-zA-Z0-9+/=]+" alt="[▁-█]+">/g;

const commandLink = /<a href="command:([a-zA-Z.]+)\?([\w.%-]+)">([^<]*)<\/a>/g;

/**
 * All text in `markdown` except for links to commands, and these links. Curves are left out.
 * @throws Error if it renders anything else but text
 */
export function renderHover(markdown: string): {
  readonly text: string;
  readonly links: readonly CommandLink[];
} {
  const links: CommandLink[] = [];
  const html = marked
    .parse(markdown, { async: false })
    .replaceAll(curve, '')
    .replaceAll(commandLink, (_, command: string, query: string, title: string) => {
      const args: unknown = JSON.parse(decodeURIComponent(decodeURIComponent(query)));
      links.push({ title, command, args });
      return '';
    });
  return { text: textOf(harmless(html)).trim(), links };
}

function htmlOf(markdown: string): string {
  return harmless(marked.parse(markdown, { async: false }));
}

/** @throws Error if it has more than text */
function harmless(html: string): string {
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
