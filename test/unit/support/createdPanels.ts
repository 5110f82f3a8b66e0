import { onTestFinished } from 'vitest';
import { window } from 'vscode';
import { FakePanel } from '../../support/fakePanel';

/** The webview panels that are created from now on, until the test ends. */
export function createdPanels(): FakePanel[] {
  const panels: FakePanel[] = [];
  Object.assign(window, {
    createWebviewPanel: () => {
      const panel = new FakePanel();
      panels.push(panel);
      return panel;
    },
  });
  onTestFinished(() => {
    Reflect.deleteProperty(window, 'createWebviewPanel');
  });
  return panels;
}
