import { workspace } from 'vscode';
import type { Connection } from './connection';
import { unreadable, type SettingProblem } from './settingProblems';
import {
  isSettingName,
  problemsIn,
  settingNames,
  settingReaders,
  type SettingName,
  type SettingValues,
} from './settingValues';

const section = 'poolview';

/** The settings as they may be used: whatever stands in the file, the values here are in range. */
export const settings = {
  get pageSize(): number {
    return used('pageSize');
  },
  get metricsPeriodMinutes(): number {
    return used('metricsPeriodMinutes');
  },
  get requestTimeoutMs(): number {
    return used('requestTimeoutSeconds') * 1000;
  },
  /** How often to read what is in sight again; 0 for never. */
  get autoRefreshMs(): number {
    return used('autoRefreshSeconds') * 1000;
  },
  /** Whether the status bar says how many machines need attention. */
  get statusBar(): boolean {
    return used('statusBar');
  },
  /** Whether editors show what is known about the machine whose name, uid or address is under the mouse. */
  get editorHover(): boolean {
    return used('editorHover');
  },
  get projectListing(): SettingValues['projectListing'] {
    return used('projectListing');
  },
  get connections(): readonly Connection[] {
    return used('connections');
  },
  /** Whether anything is wrong in the list of connections. */
  get areConnectionsWrong(): boolean {
    return settingReaders.connections(read('connections')).problems.length > 0;
  },
  /** What is wrong in the settings; the values above are what is used instead. */
  get problems(): readonly SettingProblem[] {
    const own = settingNames.map((name): [string, unknown] => [name, read(name)]);
    return problemsIn(new Map([...own, ...readOthers()]));
  },
};

/** Calls `listener` when one of the settings, or anything else below `poolview`, has changed. */
export function onDidChangeSettings(listener: () => void) {
  return workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(section)) listener();
  });
}

/** Calls `listener` when the list of connections has changed. */
export function onDidChangeConnections(listener: () => void) {
  return workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(`${section}.connections`)) listener();
  });
}

/**
 * Puts `connection` in the place of the one called `name`, or takes that one out, in the person's own settings. The
 * address of the web console stays as it is written: nothing but the settings asks for it.
 * Entries that are no connection stay as they are: they may be only a letter away from being one.
 */
export async function writeConnection(name: string, connection: Connection | undefined): Promise<void> {
  const value = read('connections');
  const entries: unknown[] = Array.isArray(value) ? value : [];
  const isCalledSo = (entry: unknown): boolean => settingReaders.connections([entry]).value[0]?.name === name;
  const others = entries.filter((entry) => !isCalledSo(entry));
  const { consoleUrl } = (entries.find(isCalledSo) ?? {}) as { readonly consoleUrl?: unknown };
  const kept = consoleUrl === undefined ? {} : { consoleUrl };
  await workspace
    .getConfiguration(section)
    .update('connections', connection === undefined ? others : [...others, { ...connection, ...kept }], true);
}

function used<Name extends SettingName>(name: Name): SettingValues[Name] {
  return settingReaders[name](read(name)).value;
}

function read(name: SettingName): unknown {
  try {
    return workspace.getConfiguration(section).get<unknown>(name);
  } catch {
    // VS Code throws where settings are nested deeper than its stack is.
    return unreadable;
  }
}

/** What stands below `poolview` and is no setting of Poolview. */
function readOthers(): [string, unknown][] {
  try {
    const configuration = workspace.getConfiguration(section);
    return (
      Object.keys(configuration)
        // VS Code puts its own functions beside the settings, and takes a while to look into a setting.
        .filter((name) => !isSettingName(name) && typeof configuration[name] !== 'function')
        // What no extension contributes a workspace may set, too: the person's own counts.
        .map((name) => [name, configuration.inspect(name)?.globalValue])
    );
  } catch {
    return [];
  }
}
