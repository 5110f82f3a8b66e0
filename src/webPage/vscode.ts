import * as translated from '@vscode/l10n';

// Takes the place of the `vscode` module, so that modules of the extension that only need the language work in the page.

export const env = {
  get language(): string {
    return document.documentElement.lang || navigator.language;
  },
};

export { translated as l10n };
