/**
 * The end of a mail address, after the name: a domain with a dot, this computer or an IP address, or a domain that was cut
 * off. Versions and digests of images are none. Limited, because the signs may repeat.
 */
const domain =
  /(?<=\S)(?:[@\uff20\ufe6b]|%40)(?:localhost\b|[a-z][^\s@<>()[\]"',;:\u2026]{0,253}\u2026|(?:\d{1,3}\.){3}\d{1,3}(?!\.?\d)|(?:[^\s@<>()[\]"',;:]|\ufeff){0,253}[.\u3002\uff0e\uff61][^\s@<>()[\]"',;:.\d]+)/gi;

/** A name or a text without the domains of mail addresses. What is left tells who it was. */
export function withoutMailDomains(text: string): string {
  return text.replace(domain, '');
}
