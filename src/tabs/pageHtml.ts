import { randomBytes } from 'node:crypto';
import { env, l10n, Uri, type Webview, type WebviewPanel } from 'vscode';

export type PageName = 'fleet' | 'review';

/** Shows a page in a panel without content. @param title of the document */
export function showPage(panel: WebviewPanel, extensionUri: Uri, name: PageName, title: string): void {
  const icon = (theme: string): Uri => Uri.joinPath(extensionUri, 'media', `${name}-${theme}.svg`);
  panel.iconPath = { light: icon('light'), dark: icon('dark') };
  panel.webview.options = { enableScripts: true, localResourceRoots: [pageFolder(extensionUri)] };
  panel.webview.html = pageHtml(panel.webview, extensionUri, name, title);
}

/** The only folder that pages may load files from. */
function pageFolder(extensionUri: Uri): Uri {
  return Uri.joinPath(extensionUri, 'dist', 'pages');
}

/** The document of the page in an editor tab. It can load nothing but its own scripts and style sheet. */
export function pageHtml(
  webview: Pick<Webview, 'asWebviewUri' | 'cspSource'>,
  extensionUri: Uri,
  name: PageName,
  title: string,
): string {
  const nonce = randomBytes(18).toString('base64');
  const uriOf = (file: string): string =>
    escapeAttribute(webview.asWebviewUri(Uri.joinPath(pageFolder(extensionUri), file)).toString());
  const policy = [
    "default-src 'none'; base-uri 'none'; form-action 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${uriOf('style.css')}">
<title>${escapeAttribute(title)}</title>
</head>
<body>
<${name}-page></${name}-page>
<script type="application/json" id="l10n">${scriptJson(l10n.bundle ?? {})}</script>
<script type="module" nonce="${nonce}" src="${uriOf(`${name}.js`)}"></script>
</body>
</html>`;
}

/** JSON that can't end the script element that contains it. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}

function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
