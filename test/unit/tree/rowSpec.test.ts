import { afterEach, describe, expect, it, vi } from 'vitest';
import { ThemeColor, ThemeIcon } from 'vscode';
import { stateIcon } from '../../../src/fleet/page/icons';
import { itemStates } from '../../../src/items/severity';
import { ServiceError, type ServiceErrorKind } from '../../../src/service/errors';
import type { ErrorRow, LoadMoreRow } from '../../../src/items/store/row';
import { ageOf, healthIcon, listRowSpecs, noteLook, treeItemOf } from '../../../src/tree/rowSpec';
import { textOf } from '../support/rowItem';

afterEach(() => vi.useRealTimers());

const spinning = new ThemeIcon('loading~spin');

const look = { label: 'name', description: [], icon: new ThemeIcon('vm'), words: ['machine'] };

describe('a row', () => {
  it('for an empty list has its text in the tooltip and for screen readers', () => {
    expect(treeItemOf(noteLook('No clusters', 'in this project'))).toMatchObject({
      description: 'in this project',
      tooltip: 'No clusters: in this project',
      iconPath: new ThemeIcon('info', new ThemeColor('disabledForeground')),
      contextValue: 'note',
      accessibilityInformation: { label: 'No clusters, in this project' },
    });
    expect(treeItemOf(noteLook('a', 'b', { words: ['note', 'empty'] })).contextValue).toBe('note empty');
  });

  it('is read aloud with its kind, separated by commas', () => {
    const description = ['one', undefined, 'two · three'];
    expect(treeItemOf({ ...look, kind: 'Machine', description })).toMatchObject({
      contextValue: 'machine',
      description: 'one · two · three',
      accessibilityInformation: { label: 'Machine, name, one, two, three' },
    });
    expect(treeItemOf(look).accessibilityInformation?.label).toBe('name');
  });

  it.each(['\u0634', '\u05d0'])('with a right-to-left name keeps its description apart: %s', (label) => {
    expect(treeItemOf({ ...look, label, description: ['3 of 5'] }).description).toBe('\u200e3 of 5');
  });

  it('that is outdated says how old it is', () => {
    const readAt = new Date(2026, 10, 21, 9, 31, 59).getTime();
    const row = { kind: 'team', id: 'team', parent: undefined };
    const outdated = { store: { isOutdated: () => true } };
    vi.setSystemTime(readAt + 60_000);
    expect(ageOf({ ...row, readAt }, outdated)).toBe('as of 09:31');
    vi.setSystemTime(readAt + 24 * 3_600_000);
    expect(ageOf({ ...row, readAt }, outdated)).toBe('as of Nov 21, 09:31');
    expect(ageOf(row, outdated)).toBe('not up to date');
    expect(ageOf({ ...row, readAt }, { store: { isOutdated: () => false } })).toBeUndefined();
  });
});

const click = 'poolview.projects.click';

describe('the "Load more" row', () => {
  const row: LoadMoreRow = {
    kind: 'loadMore',
    id: 'more',
    parent: undefined,
    loaded: 50,
    total: 120,
    isLoading: false,
  };
  const shown = (given: LoadMoreRow) => treeItemOf(listRowSpecs(click).loadMore.look(given, {}));

  it('has the command, and says how much of the list is loaded', () => {
    expect(shown(row)).toMatchObject({
      label: 'Load more',
      description: '50 of 120',
      iconPath: new ThemeIcon('ellipsis'),
      command: { command: click },
      contextValue: 'loadMore',
    });
    const { loadMore } = listRowSpecs(click, () => 'in other words');
    expect(loadMore.look(row, {}).description).toEqual(['in other words']);
  });

  it('shows progress while loading', () => {
    expect(shown({ ...row, isLoading: true })).toMatchObject({
      label: 'Loading more…',
      iconPath: spinning,
    });
  });
});

describe('an error row', () => {
  const row = (kind: ServiceErrorKind, isNextPage = false, isLoading = false, reason = '') => {
    const error = new ServiceError({ kind, operation: 'listTeams', reason });
    const node: ErrorRow = {
      kind: 'error',
      id: 'p/error',
      parent: undefined,
      error,
      isOutage: false,
      isNextPage,
      isLoading,
    };
    return treeItemOf(listRowSpecs(click).error.look(node, {}));
  };

  it('says what failed and why, and retries when clicked', () => {
    const item = row('timedOut');
    expect(item).toMatchObject({
      label: "Couldn't load teams",
      iconPath: new ThemeIcon('error', new ThemeColor('problemsErrorIcon.foreground')),
      command: { command: click },
      contextValue: 'error',
    });
    expect(item.tooltip).toBe(`Couldn't load teams. ${textOf(item.description)}\nClick to try again.`);
    expect(item.accessibilityInformation?.label).toMatch(/^Error, Couldn't load teams, ./);
  });

  it.each([
    ['noKey', 'Click to enter the API key.'],
    ['', 'Click to enter another API key.'],
  ])('about the API key lets the user enter one: "%s"', (reason, click) => {
    const item = row('unauthorized', false, false, reason);
    expect(item).toMatchObject({
      command: { command: 'poolview.replaceApiKey' },
      contextValue: 'error apiKey',
    });
    expect(item.tooltip).toContain(click);
  });

  it.each([
    [true, true, true],
    [true, false, false],
    [false, true, false],
  ])(
    'for the next page (%s), while a page is loading (%s), shows progress: %s',
    (more, isLoadingMore, isAtWork) => {
      const { iconPath } = row('timedOut', more, isLoadingMore);
      if (isAtWork) expect(iconPath).toEqual(spinning);
      else expect(iconPath).toMatchObject({ id: 'error' });
    },
  );
});

describe('the icon of an item', () => {
  it.each([
    ['failed', 'error', 'poolview.failedForeground'],
    ['unhealthy', 'warning', 'poolview.unhealthyForeground'],
    ['lateHeartbeat', 'pulse', 'poolview.lateHeartbeatForeground'],
    ['maintenance', 'tools', 'poolview.maintenanceForeground'],
    ['inTransition', 'sync', undefined],
    ['unknown', 'question', undefined],
    ['notRead', 'circle-outline', undefined],
    ['healthy', 'layers', 'poolview.healthyForeground'],
  ] as const)('that is %s is %s with the color %s', (state, icon, color) => {
    expect(healthIcon('layers', state)).toEqual(
      color === undefined ? new ThemeIcon(icon) : new ThemeIcon(icon, new ThemeColor(color)),
    );
  });

  it('has another shape in each state, here and in the fleet overview', () => {
    const shapes = itemStates.map((state) => healthIcon('layers', state).id);
    expect(new Set(shapes).size).toBe(itemStates.length);
    const drawn = itemStates.map((state) => JSON.stringify(stateIcon(state)).replaceAll(`s-${state}`, ''));
    expect(new Set(drawn).size).toBe(itemStates.length);
  });
});
