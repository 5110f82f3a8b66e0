import { commands, LanguageModelTextPart, lm, window } from 'vscode';

/** Stands in for an agent: lists the tools of Poolview and runs one, and shows what came of it. */
export function activate(): void {
  commands.registerCommand('agent.listTools', () => {
    const names = lm.tools.map(({ name }) => name).filter((name) => name.startsWith('poolview_'));
    void window.showInformationMessage(`Offered: ${names.length} tools`);
  });
  commands.registerCommand('agent.runTool', async () => {
    const [name = '', input = ''] =
      (await window.showInputBox({ prompt: 'Tool and arguments' }))?.split(' ') ?? [];
    void window.showInformationMessage(`Returned: ${await resultOf(name, JSON.parse(input) as object)}`);
  });
}

async function resultOf(name: string, input: object): Promise<string> {
  try {
    const { content } = await lm.invokeTool(name, { input, toolInvocationToken: undefined });
    return content.map((part) => (part instanceof LanguageModelTextPart ? part.value : '')).join('');
  } catch (error) {
    return String(error);
  }
}
