import { expect, it, onTestFinished } from 'vitest';
import { l10n, Uri } from 'vscode';
import { pageHtml } from '../../../src/tabs/pageHtml';

const webview = {
  cspSource: "'self' https://*.vscode-cdn.net",
  asWebviewUri: (uri: Uri) => Uri.from({ scheme: 'https', authority: 'host', path: uri.path }),
};

function html(): string {
  return pageHtml(webview, Uri.from({ scheme: 'file', path: '/extension' }), 'fleet', 'Fleet');
}

it('may run and load nothing but the files of the page [guarantee: no-telemetry, page-scripts]', () => {
  const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(html()) ?? [];
  expect(policy?.replace(/nonce-[^']{20,}/, 'nonce-…').split('; ')).toEqual([
    "default-src 'none'",
    // default-src does not limit these.
    "base-uri 'none'",
    "form-action 'none'",
    "script-src 'nonce-…'",
    `style-src ${webview.cspSource}`,
  ]);
});

it('has another nonce each time', () => {
  expect(html()).not.toBe(html());
});

it('runs the page from dist/pages, and no script of its own [guarantee: page-scripts]', () => {
  const scripts = [...html().matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes);
  expect(scripts).toEqual([
    ' type="application/json" id="l10n"',
    expect.stringContaining('src="https://host/extension/dist/pages/fleet.js"'),
  ]);
  expect(html()).toContain('href="https://host/extension/dist/pages/style.css"');
});

it('passes the translations, which cannot end their element', () => {
  const bundle = { Close: '</script><script>alert(1)</script>', 'a & b': '<!-- "' };
  Object.assign(l10n, { bundle });
  onTestFinished(() => void Reflect.deleteProperty(l10n, 'bundle'));
  const [, json = ''] = /id="l10n">(.*?)<\/script>/s.exec(html()) ?? [];
  expect(json).not.toContain('<');
  expect(JSON.parse(json)).toEqual(bundle);
});
