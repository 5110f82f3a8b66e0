import { expect, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import type { ExtensionContext } from 'vscode';
import { fromRoot } from '../../../scripts/paths';
import { secretName } from '../../../src/connections/keys';
import { activate } from '../../../src/extension';
import type { ScriptedService } from '../../support/demo/service';
import { Panel } from './panel';
import { asked, clearSettings, commands, EventEmitter, QuickPick, Uri, window, writeSetting } from './vscode';

const manifest = JSON.parse(await readFile(fromRoot('package.json'), 'utf8')) as object;

/** The whole extension in this process, connected to a service. What it shows in an editor tab is in Chromium. */
export class Extension {
  readonly asked = asked;
  readonly #context: ExtensionContext;
  #panel: Panel | undefined;

  /** @param folder for what it stores */
  constructor(page: Page, { baseUrl, apiKey }: ScriptedService, folder: string, theme?: string) {
    clearSettings();
    QuickPick.shown = undefined;
    for (const each of Object.values(asked)) each.length = 0;
    const connection = { name: 'Acme', baseUrl };
    writeSetting('poolview.connections', [connection]);
    this.#context = contextIn(folder, { [secretName(connection)]: apiKey }, connection.name);
    Object.assign(window, {
      createWebviewPanel: (viewType: string) => (this.#panel = new Panel(viewType, page, theme)),
    });
    activate(this.#context);
  }

  /** The tab that was opened last. */
  get panel(): Panel {
    if (this.#panel === undefined) throw new Error('No tab was opened.');
    return this.#panel;
  }

  async run(command: string, ...given: readonly unknown[]): Promise<void> {
    await commands.executeCommand(`poolview.${command}`, ...given);
  }

  /** The connection is removed from the settings. */
  disconnect(): void {
    writeSetting('poolview.connections', []);
  }

  /** Chooses in the list that is shown, or is about to be. */
  async pick(label: string): Promise<void> {
    const item = () => QuickPick.shown?.items.find((each) => each.label === label);
    await expect.poll(item).toBeDefined();
    QuickPick.shown?.choose(item());
  }

  dispose(): void {
    for (const part of this.#context.subscriptions) part.dispose();
    this.#panel?.dispose();
  }
}

/** @param secrets what is stored there */
function contextIn(folder: string, secrets: Record<string, string>, active: string): ExtensionContext {
  const state = new Map<string, unknown>([['activeConnection', active]]);
  const memento = {
    get: (name: string, fallback?: unknown) => state.get(name) ?? fallback,
    keys: () => [...state.keys()],
    update: (name: string, value: unknown) => Promise.resolve(void state.set(name, value)),
    setKeysForSync: () => undefined,
  };
  const context = {
    subscriptions: [],
    extension: { id: 'test.poolview', packageJSON: manifest },
    extensionUri: Uri.file(''),
    globalStorageUri: { fsPath: folder },
    globalState: memento,
    workspaceState: memento,
    secrets: {
      get: (name: string) => Promise.resolve(secrets[name]),
      store: (name: string, value: string) => Promise.resolve(void (secrets[name] = value)),
      delete: (name: string) => Promise.resolve(Reflect.deleteProperty(secrets, name)),
      onDidChange: new EventEmitter<never>().event,
    },
  };
  return context as unknown as ExtensionContext;
}
