import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

export type UserSettings = Record<string, unknown>;

/** Settings for a quiet VS Code that shows the extension and little else. */
export const quietSettings: UserSettings = {
  'chat.commandCenter.enabled': false,
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'window.commandCenter': false,
  'window.menuBarVisibility': 'hidden',
  'workbench.colorTheme': 'Default Dark Modern',
  // Newer versions show settings in front of the editors otherwise.
  'workbench.editor.useModal': 'off',
  'workbench.enableExperiments': false,
  'workbench.layoutControl.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/**
 * A temporary folder for one VS Code: user settings, extensions and their storage, logs, and the empty folder that it
 * opens. `globalState` and secrets are elsewhere: each browser context has its own.
 */
export class Profile {
  readonly #removeNow = (): void => {
    rmSync(this.folder, { recursive: true, force: true, maxRetries });
  };

  private constructor(private readonly folder: string) {
    process.once('exit', this.#removeNow);
  }

  /** A new profile. It is removed when this process exits at the latest. */
  static async create(settings: UserSettings): Promise<Profile> {
    // The real path, because it is a link on macOS. A short one, because paths of sockets have a limit.
    const profile = new Profile(await realpath(await mkdtemp(path.join(os.tmpdir(), 'poolview-'))));
    await mkdir(profile.workspace);
    await profile.resetUser(settings);
    return profile;
  }

  get workspace(): string {
    return path.join(this.folder, 'workspace');
  }

  /** For `--server-data-dir` of the server. */
  get serverData(): string {
    return path.join(this.folder, 'server');
  }

  /** For `--user-data-dir` of the desktop VS Code; the server uses this folder by default. */
  get userData(): string {
    return path.join(this.serverData, 'data');
  }

  get #userFolder(): string {
    return path.join(this.userData, 'User');
  }

  get #settingsFile(): string {
    return path.join(this.#userFolder, 'settings.json');
  }

  /** Deletes the storage of extensions and replaces the user settings. A running VS Code does not notice. */
  async resetUser(settings: UserSettings): Promise<void> {
    await rm(this.#userFolder, { recursive: true, force: true, maxRetries });
    await mkdir(this.#userFolder, { recursive: true });
    await writeFile(this.#settingsFile, JSON.stringify(settings));
  }

  /** The user settings, including those that VS Code and extensions wrote. */
  async settings(): Promise<UserSettings> {
    return JSON.parse(await readFile(this.#settingsFile, 'utf8')) as UserSettings;
  }

  /** All log files in one text: those of VS Code, and those of the extensions' log channels. */
  async logs(): Promise<string> {
    const entries = await readdir(path.join(this.userData, 'logs'), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const texts = files.map((file) => readFile(path.join(file.parentPath, file.name), 'utf8'));
    return (await Promise.all(texts)).join('\n');
  }

  async remove(): Promise<void> {
    process.off('exit', this.#removeNow);
    await rm(this.folder, { recursive: true, force: true, maxRetries });
  }
}

/** A process that is about to end may still write a file. */
const maxRetries = 5;
