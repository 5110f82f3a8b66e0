import { l10n } from 'vscode';
import { escapeIconsAndLinks } from '../presentation/text';
import type { ListingMethod } from '../service/resources/project';
import type { Connection } from './connection';
import { readConnections } from './connectionList';
import { described, misplacedSecret, problem, type Reading, type SettingProblem } from './settingProblems';
import { holdsSecret } from './settingSecrets';

/** What each setting is used as: whatever stands in the file, these are in range. */
export interface SettingValues {
  readonly connections: readonly Connection[];
  readonly pageSize: number;
  readonly requestTimeoutSeconds: number;
  readonly metricsPeriodMinutes: number;
  /** 0: never. */
  readonly autoRefreshSeconds: number;
  readonly statusBar: boolean;
  readonly editorHover: boolean;
  /** undefined: find out which one the service has. */
  readonly projectListing: ListingMethod | undefined;
}

export type SettingName = keyof SettingValues;

/** How each setting is read, from whatever was written; undefined where nothing was. */
export const settingReaders: {
  readonly [Name in SettingName]: (written: unknown) => Reading<SettingValues[Name]>;
} = {
  connections: readConnections,
  pageSize: wholeNumber('pageSize', 1, 50, 50),
  requestTimeoutSeconds: wholeNumber('requestTimeoutSeconds', 1, 600, 30),
  metricsPeriodMinutes: wholeNumber('metricsPeriodMinutes', 1, 60 * 24 * 30, 60),
  autoRefreshSeconds: readAutoRefresh,
  statusBar: yesOrNo('statusBar', true),
  editorHover: yesOrNo('editorHover', true),
  projectListing: readProjectListing,
};

export const settingNames = Object.keys(settingReaders) as readonly SettingName[];

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingReaders, name);
}

/**
 * What is wrong in the settings, secrets first.
 * @param written all that stands in the settings under `poolview`, by name, whether Poolview knows it or not
 */
export function problemsIn(written: ReadonlyMap<string, unknown>): readonly SettingProblem[] {
  const problems = settingNames.flatMap((name) => settingReaders[name](written.get(name)).problems);
  const misplaced = [...written]
    // That one's reader says in which entry it is.
    .filter(([name, value]) => name !== 'connections' && holdsSecret(name, value))
    .map(([name]) =>
      misplacedSecret(
        name,
        l10n.t('{0} has a key or password in it.', escapeIconsAndLinks(`poolview.${name}`, 60)),
      ),
    );
  return [...misplaced, ...problems].sort((one, other) => Number(other.isSecret) - Number(one.isSecret));
}

function wholeNumber(setting: SettingName, least: number, most: number, otherwise: number) {
  return (written: unknown): Reading<number> => {
    if (written === undefined) return { value: otherwise, problems: [] };
    const value =
      typeof written === 'number' && !Number.isNaN(written)
        ? Math.round(Math.min(most, Math.max(least, written)))
        : otherwise;
    if (value === written) return { value, problems: [] };
    const text = l10n.t(
      '{0} is {1}, but must be a whole number from {2} to {3}: {4} is used.',
      `poolview.${setting}`,
      described(written),
      least,
      most,
      value,
    );
    return { value, problems: [problem(setting, text)] };
  };
}

/** More often than every ten seconds would be no rest for the service; 0 is for never. */
function readAutoRefresh(written: unknown): Reading<number> {
  const least = 10;
  const reading = wholeNumber('autoRefreshSeconds', 0, 24 * 60 * 60, 0)(written);
  if (reading.value === 0 || reading.value >= least) return reading;
  const text = l10n.t(
    '{0} must be 0, for never, or at least {1}: {1} is used.',
    'poolview.autoRefreshSeconds',
    least,
  );
  return { value: least, problems: [problem('autoRefreshSeconds', text)] };
}

function yesOrNo(setting: SettingName, otherwise: boolean) {
  return (written: unknown): Reading<boolean> => {
    if (written === undefined) return { value: otherwise, problems: [] };
    if (typeof written === 'boolean') return { value: written, problems: [] };
    const text = l10n.t(
      '{0} is {1}, but must be true or false: {2} is used.',
      `poolview.${setting}`,
      described(written),
      String(otherwise),
    );
    return { value: otherwise, problems: [problem(setting, text)] };
  };
}

function readProjectListing(written: unknown): Reading<ListingMethod | undefined> {
  if (written === 'get' || written === 'post') return { value: written, problems: [] };
  if (written === undefined || written === 'auto') return { value: undefined, problems: [] };
  const setting = 'projectListing';
  const text = l10n.t(
    '{0} must be auto, post or get, and is something else: auto is used.',
    `poolview.${setting}`,
  );
  return { value: undefined, problems: [problem(setting, text)] };
}
