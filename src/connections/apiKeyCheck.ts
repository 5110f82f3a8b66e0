import { l10n } from 'vscode';

/** Whether a text contains an API key. */
export type ApiKeyCheck = (text: string) => Promise<boolean>;

/** A shorter key is not looked for inside of other text: it could be part of any word. */
const shortestPart = 8;

/** Whether `text` contains `apiKey`, also in other letter case, as in a host, or percent-encoded, as in a path. */
export function containsApiKey(text: string, apiKey: string): boolean {
  const wanted = apiKey.toLowerCase();
  return [text, percentDecoded(text)]
    .map((one) => one.trim().toLowerCase())
    .some((one) => one === wanted || (wanted.length >= shortestPart && one.includes(wanted)));
}

/** Why an input is refused that may be saved, logged or sent; undefined if it contains no API key. */
export async function apiKeyRefusal(text: string, containsKey: ApiKeyCheck): Promise<string | undefined> {
  return (await containsKey(text))
    ? l10n.t('This contains an API key. Enter a key only where Poolview asks for one')
    : undefined;
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
