import { randomBytes } from 'node:crypto';
import { env, l10n, Uri, type Webview } from 'vscode';

/** The only folder that the page may load files from. */
export function pageFolder(extensionUri: Uri): Uri {
  return Uri.joinPath(extensionUri, 'dist', 'fleet');
}

/** The document of the fleet page. It can load nothing but its own script and style sheet. */
export function pageHtml(
  webview: Pick<Webview, 'asWebviewUri' | 'cspSource'>,
  extensionUri: Uri,
  nonce = randomBytes(18).toString('base64'),
): string {
  const uriOf = (name: string): string =>
    escapeAttribute(webview.asWebviewUri(Uri.joinPath(pageFolder(extensionUri), name)).toString());
  const policy = ["default-src 'none'", `script-src 'nonce-${nonce}'`, `style-src ${webview.cspSource}`].join(
    '; ',
  );
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${uriOf('page.css')}">
<title>${escapeAttribute(l10n.t('Fleet Overview'))}</title>
</head>
<body>
<fleet-page></fleet-page>
<script type="application/json" id="l10n">${scriptJson(l10n.bundle ?? {})}</script>
<script type="module" nonce="${nonce}" src="${uriOf('page.js')}"></script>
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
