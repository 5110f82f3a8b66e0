/** The VS Code to test with: the oldest that Poolview supports, unless the environment names another. */
export const vscodeVersion = process.env['POOLVIEW_VSCODE_VERSION'] ?? '1.100.3';
