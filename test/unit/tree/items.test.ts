import { afterEach, describe, expect, it, vi } from 'vitest';
import { ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { stateIcon } from '../../../src/fleet/page/icons';
import { itemStates } from '../../../src/items/severity';
import { ServiceError, type ServiceErrorKind } from '../../../src/service/errors';
import type { ErrorRow, LoadMoreRow } from '../../../src/items/store/row';
import { aged } from '../../../src/tree/age';
import {
  ageText,
  completed,
  healthIcon,
  listRowItem,
  noteItem,
  parentItem,
  textOf,
} from '../../../src/tree/items';

afterEach(() => vi.useRealTimers());

const spinning = new ThemeIcon('loading~spin');

describe('a row', () => {
  it('with children is collapsed', () => {
    expect(parentItem('a')).toMatchObject({
      label: 'a',
      collapsibleState: TreeItemCollapsibleState.Collapsed,
    });
  });

  it('for an empty list has its text in the tooltip and for screen readers', () => {
    expect(noteItem('No clusters', 'in this project')).toMatchObject({
      description: 'in this project',
      tooltip: 'No clusters: in this project',
      iconPath: new ThemeIcon('info', new ThemeColor('disabledForeground')),
      contextValue: 'note',
      accessibilityInformation: { label: 'No clusters, in this project' },
    });
    expect(noteItem('a', 'b', { contextValue: 'other' }).contextValue).toBe('other');
  });

  it('is read aloud with its kind, separated by commas', () => {
    const row = new TreeItem('name');
    row.description = 'one · two · three';
    expect(completed(row, 'Machine', 'machine')).toMatchObject({
      contextValue: 'machine',
      description: 'one · two · three',
      accessibilityInformation: { label: 'Machine, name, one, two, three' },
    });
    expect(completed(new TreeItem('name'), undefined, 'x').accessibilityInformation?.label).toBe('name');
  });

  it.each(['\u0634', '\u05d0'])('with a right-to-left name keeps its description apart: %s', (name) => {
    const row = new TreeItem(name);
    row.description = '3 of 5';
    expect(completed(row, undefined, 'x').description).toBe('\u200e3 of 5');
  });

  it('that is outdated says how old it is, also to screen readers', () => {
    const row = new TreeItem('name');
    row.description = 'description';
    const readAt = new Date(2026, 10, 21, 9, 31, 59).getTime();
    vi.setSystemTime(readAt + 60_000);
    const kind = aged({ item: () => completed(row, 'Team', 'team'), hover: () => '' });
    const stale = { store: { isOutdated: () => true } };
    expect(kind.item({ kind: 'team', id: 'team', parent: undefined, readAt }, stale)).toMatchObject({
      description: 'as of 09:31 · description',
      accessibilityInformation: { label: 'Team, name, description, as of 09:31' },
    });
    expect(ageText(readAt, readAt + 24 * 3_600_000)).toBe('as of Nov 21, 09:31');
    expect(ageText(undefined)).toBe('not up to date');
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

  it('has the command, and says how much of the list is loaded', () => {
    expect(listRowItem(row, click)).toMatchObject({
      label: 'Load more',
      description: '50 of 120',
      iconPath: new ThemeIcon('ellipsis'),
      command: { command: click },
      contextValue: 'loadMore',
    });
    expect(listRowItem(row, click, () => 'in other words').description).toBe('in other words');
  });

  it('shows progress while loading', () => {
    expect(listRowItem({ ...row, isLoading: true }, click)).toMatchObject({
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
    return listRowItem(node, click);
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

describe('the text of a row', () => {
  it('omits anything that is not a string', () => {
    expect([textOf('a'), textOf(true), textOf(undefined), textOf({ label: 'a' })]).toEqual(['a', '', '', '']);
  });
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
