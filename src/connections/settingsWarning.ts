import { commands, Disposable, l10n, window, type LogOutputChannel } from 'vscode';
import { onDidChangeSettings, settings } from './settings';
import type { SettingProblem } from './settingProblems';
import { isSettingName } from './settingValues';

/**
 * Says what is wrong in the settings, now and whenever there is something wrong that was not said before: all of it in
 * the log, and the first of it in one message.
 */
export function warnOfSettings(log: LogOutputChannel): Disposable {
  let logged = new Set<string>();
  let said = new Set<string>();
  /** What the messages that are still open begin with. */
  const open = new Set<SettingProblem>();

  const look = (): void => {
    const { problems } = settings;
    logAll(
      log,
      problems.filter(({ text }) => !logged.has(text)),
    );
    logged = textsOf(problems);
    // Who mends a setting may save it half-typed: what is wrong then can wait until the message about it is closed.
    const isBeingMended = ({ setting }: SettingProblem): boolean =>
      [...open].some((problem) => problem.setting === setting);
    const due = problems.filter(
      (problem) => problem.isSecret || said.has(problem.text) || !isBeingMended(problem),
    );
    const first = due.find(({ text }) => !said.has(text));
    said = textsOf(due);
    if (first !== undefined) void say(first, problems.length - 1);
  };

  const say = async (problem: SettingProblem, others: number): Promise<void> => {
    open.add(problem);
    try {
      await showProblem(problem, others);
    } finally {
      open.delete(problem);
    }
    look();
  };

  // The views do not have to wait for it.
  const first = setImmediate(look);
  const changes = onDidChangeSettings(look);
  return new Disposable(() => {
    clearImmediate(first);
    changes.dispose();
  });
}

function textsOf(problems: readonly SettingProblem[]): Set<string> {
  return new Set(problems.map(({ text }) => text));
}

/** A list with thousands of wrong entries is one mistake, and as many lines would bury the rest of the log. */
const mostLines = 100;

function logAll(log: LogOutputChannel, problems: readonly SettingProblem[]): void {
  for (const { text } of problems.slice(0, mostLines)) log.warn(text);
  if (problems.length > mostLines) {
    log.warn(l10n.t('{0} more problems in the settings are not listed.', problems.length - mostLines));
  }
}

/** @param others how many problems there are besides this one */
async function showProblem(problem: SettingProblem, others: number): Promise<void> {
  const openSettings = l10n.t('Open Settings');
  const showLog = l10n.t('Show Log');
  const choice = await (others === 0
    ? window.showWarningMessage(problem.text, openSettings)
    : window.showWarningMessage(`${problem.text} ${countOf(others)}`, openSettings, showLog));
  if (choice === openSettings) void openSetting(problem);
  else if (choice === showLog) void commands.executeCommand('poolview.showLog');
}

function countOf(others: number): string {
  return others === 1
    ? l10n.t('There is one more problem in the settings: see the log.')
    : l10n.t('There are {0} more problems in the settings: see the log.', others);
}

/** Opens a setting where it can be changed. */
function openSetting({ setting }: SettingProblem): Thenable<unknown> {
  if (setting === 'connections') return openConnectionsSetting();
  return isSettingName(setting)
    ? commands.executeCommand('workbench.action.openSettings', `@id:poolview.${setting}`)
    : commands.executeCommand('workbench.action.openSettingsJson');
}

/** Opens the settings file at the list of connections. */
export function openConnectionsSetting(): Thenable<unknown> {
  // The settings editor shows no such list, and the file of another profile than the default one does not hold it.
  return commands.executeCommand('workbench.action.openApplicationSettingsJson', {
    revealSetting: { key: 'poolview.connections' },
  });
}
