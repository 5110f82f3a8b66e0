/** The parts of the `vscode` module that turn data into words: everything else is tested inside VS Code. */
export const env = { language: 'en' };

export const l10n = {
  t: (message: string, ...values: readonly (string | number | boolean)[]): string =>
    message.replace(/\{(\d+)\}/g, (placeholder, index: string) =>
      String(values[Number(index)] ?? placeholder),
    ),
};
