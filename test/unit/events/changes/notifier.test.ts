import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commands, window } from 'vscode';
import { KeyIdentities } from '../../../../src/connections/keyIdentity';
import { ChangeLogs } from '../../../../src/items/changes/changeLogs';
import { Notifier } from '../../../../src/events/changes/notifier';
import type { ItemReading, ListReading } from '../../../../src/items/changes/change';
import type { Severity } from '../../../../src/items/severity';
import { memoryFiles } from '../../../../src/connections/storedFiles';
import { Marks } from '../../../../src/items/marks/marks';
import { StoredMarks } from '../../../../src/items/marks/stored';
import { requestTime } from '../../../../src/service/requestTime';
import { hostileText } from '../../support/hostile';
import { clearSettings, writeSetting } from '../../support/vscode';
import { item, list } from '../../items/changes/readings';
import { FakeInventory, FakeInventories } from '../../items/changes/inventories';

const minute = 60_000;

interface Message {
  readonly text: string;
  readonly isWarning: boolean;
  answer(title: string | undefined): Promise<void>;
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  clearSettings();
});

/** Reads a list now. */
function reading(items: readonly ItemReading[], { readAt, requestNumber } = requestTime()): ListReading {
  return list(readAt, items, { requestNumber });
}

/** The messages that are shown from now on. The user answers them later, or never. */
function recordMessages(): Message[] {
  const messages: Message[] = [];
  const record =
    (isWarning: boolean) =>
    (text: string): Promise<never> =>
      new Promise((resolve) => {
        const answer = async (title: string | undefined): Promise<void> => {
          resolve(title as never);
          await vi.advanceTimersByTimeAsync(0);
        };
        messages.push({ text, isWarning, answer });
      });
  vi.spyOn(window, 'showWarningMessage').mockImplementation(record(true));
  vi.spyOn(window, 'showInformationMessage').mockImplementation(record(false));
  return messages;
}

function start(notify = 'problems', marks = new Marks()) {
  writeSetting('poolview.notify', notify);
  const messages = recordMessages();
  const source = new FakeInventory({}, undefined, marks);
  const sources = new FakeInventories(source);
  const changes = new ChangeLogs(sources);
  const view = { isVisible: false };
  const notifier = new Notifier(sources, changes, () => view.isVisible);
  /** Refreshes lists a minute later, and returns the texts of the messages about it. */
  const refresh = (...lists: readonly (readonly ItemReading[])[]): readonly string[] => {
    vi.advanceTimersByTime(minute);
    const time = requestTime();
    const before = messages.length;
    sources.active?.refreshLists(...lists.map((items) => reading(items, time)));
    return messages.slice(before).map(({ text }) => text);
  };
  return { messages, source, sources, changes, view, notifier, refresh };
}

const [well, bad, worse] = ['Healthy', 'DiskPressure', 'Failed'];

function machine(name: string, health = well, severity?: Severity, cluster = 'eu'): ItemReading {
  const ofHealth = health === worse ? 'failed' : health === well ? 'healthy' : 'unhealthy';
  return item(`v/payments/${cluster}/workers/${name}`, { health }, severity ?? ofHealth);
}

describe('problems of favorites', () => {
  it('and of what is in them are the only ones, if the user wants that', async () => {
    const stored = new StoredMarks(memoryFiles());
    const marks = new Marks(stored);
    const { refresh } = start('favorites', marks);
    const value = { kind: 'cluster', names: ['payments', 'eu'] } as const;
    await marks.set([{ kind: 'favorite', key: 'payments/eu', value }]);
    const both = (health: string) => [machine('1', health), machine('2', health, undefined, 'us')];
    expect(refresh([machine('1')], [machine('2', well, undefined, 'us')])).toEqual([]);
    expect(refresh(both(bad).slice(1))).toEqual([]);
    expect(refresh(both(bad).slice(0, 1))).toEqual(['1: Healthy → DiskPressure.']);
  });
});

it('says nothing about planned maintenance, and tells of the problem after it', () => {
  const { refresh } = start();
  const inMaintenance = {
    ...machine('1'),
    severity: 'maintenance',
    values: { maintenance: 'cordon' },
  } as const;
  for (const each of [machine('1'), inMaintenance, machine('1')]) expect(refresh([each])).toEqual([]);
  refresh([inMaintenance]);
  expect(refresh([machine('1', bad)])).toEqual(['1: Healthy → DiskPressure.']);
});

describe('problems', () => {
  it('are in one message for each refresh, with their number and place', () => {
    const { messages, refresh } = start();
    expect(refresh(['1', '2', '3'].map((name) => machine(name)))).toEqual([]);
    expect(refresh(['1', '2', '3'].map((name) => machine(name, bad)))).toEqual([
      '3 machines in eu need attention: DiskPressure.',
    ]);
    expect(messages.map(({ isWarning }) => isWarning)).toEqual([true]);
    expect(refresh(['1', '2', '3'].map((name) => machine(name, bad)))).toEqual([]);
  });

  it.each([
    [[machine('1', bad)], [], '1: before → DiskPressure.'],
    [
      [machine('1', bad)],
      [machine('2', bad, undefined, 'us')],
      '2 clusters in payments need attention: eu, us.',
    ],
    [
      [machine('1', bad), machine('2', bad)],
      [item('v/payments/us', { health: 'Unhealthy' })],
      '2 clusters in payments need attention: eu, us.',
    ],
    [[item('v/payments', { health: bad })], [machine('1', bad)], '1: before → DiskPressure.'],
    [[item('v/payments/eu', { health: worse }, 'failed')], [machine('1', bad)], 'eu: before → Failed.'],
    [[item('v/p', { health: bad }), item('v/q', { health: bad })], [], '2 projects need attention: p, q.'],
    [[{ ...machine('1', well, 'maintenance'), status: 'In maintenance' }], [], '1: before → In maintenance.'],
  ] as const)('%# are counted without those that they explain', (first, second, text) => {
    writeSetting('poolview.maintenanceNeedsAttention', true);
    const { refresh } = start();
    const before = (items: readonly ItemReading[]): readonly ItemReading[] =>
      items.map((each) => ({
        ...each,
        severity: 'healthy',
        status: 'before',
        values: { health: 'before' },
      }));
    expect(refresh(before(first), before(second))).toEqual([]);
    expect(refresh(first, second)).toEqual([text]);
  });

  it('of new items are told, those of the first reading are not', () => {
    const { refresh } = start();
    expect(refresh([machine('1', bad)])).toEqual([]);
    expect(refresh([machine('1', bad), machine('2', bad)])).toEqual(['2 needs attention: DiskPressure.']);
  });

  it('are told again if they get worse or come back, but not if they only change', async () => {
    const { messages, refresh } = start();
    const told = async (health: string, severity?: Severity): Promise<readonly string[]> => {
      const texts = refresh([machine('1', health, severity)]);
      await messages.at(-1)?.answer(undefined);
      return texts;
    };
    expect(await told(well)).toEqual([]);
    expect(await told(bad)).toEqual(['1: Healthy → DiskPressure.']);
    expect(await told('MemoryPressure')).toEqual([]);
    expect(await told(worse)).toEqual(['1: MemoryPressure → Failed.']);
    expect(await told(bad)).toEqual([]);
    expect(await told(worse)).toEqual([]);
    expect(await told('?', 'unknown')).toEqual([]);
    expect(await told(worse)).toEqual([]);
    expect(await told(well)).toEqual(['1: Failed → Healthy.']);
    expect(await told(bad)).toEqual(['1: Healthy → DiskPressure.']);
  });

  it('of an item that comes back after what contains it was gone are told again', async () => {
    const run = vi.spyOn(commands, 'executeCommand');
    const { messages, refresh } = start();
    const [eu, us] = [item('v/payments/eu'), item('v/payments/us')];
    refresh([eu, us], [machine('1')]);
    expect(refresh([machine('1', bad)])).toEqual(['1: Healthy → DiskPressure.']);
    await messages[0]?.answer('Show');
    expect(run).toHaveBeenCalledWith('poolview.showChanges');
    expect(refresh([us])).toEqual([]);
    refresh([eu, us], [machine('2')]);
    expect(refresh([machine('1', bad), machine('2')])).toEqual(['1 needs attention: DiskPressure.']);
  });

  it('found during a pause are not told if what contains the item is gone after it', async () => {
    const { messages, refresh } = start();
    const [eu, us] = [item('v/payments/eu'), item('v/payments/us')];
    refresh([eu, us], [machine('1'), machine('2')]);
    refresh([machine('1', bad), machine('2')]);
    await messages[0]?.answer('Not Now');
    refresh([machine('1', bad), machine('2', bad)]);
    refresh([us]);
    vi.advanceTimersByTime(10 * minute);
    expect(refresh([us])).toEqual([]);
  });

  it('that the user sees while expanding rows are not told', () => {
    const { sources, changes, refresh } = start();
    refresh([machine('1'), machine('2')]);
    sources.active?.read.fire(reading([machine('1', bad), machine('2')]));
    expect(changes.changes).toHaveLength(1);
    expect(refresh([machine('1', bad), machine('2', bad)])).toEqual(['2: Healthy → DiskPressure.']);
    expect(refresh([machine('1'), machine('2', bad)])).toEqual(['1: DiskPressure → Healthy.']);
  });

  it('are not told while the changes are visible, nor later', () => {
    const { view, changes, refresh } = start();
    refresh([machine('1')]);
    view.isVisible = true;
    expect(refresh([machine('1', bad)])).toEqual([]);
    view.isVisible = false;
    expect(refresh([machine('1', bad)])).toEqual([]);
    expect(changes.changes).toHaveLength(1);
    expect(refresh([machine('1')])).toEqual(['1: DiskPressure → Healthy.']);
  });
});

describe('recoveries', () => {
  it('are told, in the same message as new problems', () => {
    const { messages, refresh } = start();
    refresh([machine('1', bad), machine('2', bad), machine('3')]);
    expect(refresh([machine('1'), machine('2'), machine('3', bad)])).toEqual([
      '3: Healthy → DiskPressure. 2 machines in eu no longer need attention: Healthy.',
    ]);
    expect(messages[0]?.isWarning).toBe(true);
  });

  it('say what each became, if it is not the same', () => {
    const { refresh } = start();
    refresh([machine('1', bad), machine('2', worse), machine('3', bad)]);
    const provisioning = machine('2', 'Provisioning', 'inTransition');
    expect(refresh([machine('1', bad), provisioning, machine('3', bad)])).toEqual([
      '2: Failed → Provisioning.',
    ]);
    vi.advanceTimersByTime(10 * minute);
    refresh([machine('1', bad), machine('2', worse), machine('3', bad)]);
    vi.advanceTimersByTime(10 * minute);
    expect(refresh([machine('1'), provisioning])).toEqual([
      '3 machines in eu no longer need attention: Healthy (1), Provisioning (1), Disappeared (1).',
    ]);
  });

  it('are information, also if the item has disappeared', () => {
    const { messages, refresh } = start();
    refresh([machine('1', bad), machine('2')]);
    expect(refresh([machine('2')])).toEqual(['1, which needed attention, has disappeared.']);
    expect(messages[0]?.isWarning).toBe(false);
  });
});

describe('other changes', () => {
  const cluster = (name: string, size: string): ItemReading =>
    item(`v/payments/${name}`, { size }, 'healthy');

  it('are told only if the user wants them', () => {
    const { refresh } = start();
    refresh([cluster('eu', '3 machines')]);
    expect(refresh([cluster('eu', '5 machines')])).toEqual([]);
    writeSetting('poolview.notify', 'all');
    expect(refresh([cluster('eu', '6 machines')])).toEqual(['eu: 5 machines → 6 machines.']);
  });

  it('are in the same message, without the counts of a cluster that repeat what is in it', () => {
    const { refresh } = start('all');
    refresh([cluster('eu', '3'), cluster('us', '3')], [machine('1'), machine('2')]);
    expect(refresh([cluster('eu', '4'), cluster('us', '4')], [machine('1', bad)])).toEqual([
      '1: Healthy → DiskPressure. 2 other changes in payments.',
    ]);
  });
});

describe('messages', () => {
  it('wait for the end of a refresh that began during another one', () => {
    const { messages, source, refresh } = start();
    refresh([machine('1'), machine('2')]);
    source.refreshes = 2;
    source.read.fire(reading([machine('1', bad), machine('2')]));
    source.refreshes--;
    source.endRefresh.fire(undefined);
    expect(messages).toEqual([]);
    expect(refresh([machine('1', bad), machine('2', bad)])).toEqual([
      '2 machines in eu need attention: DiskPressure.',
    ]);
  });

  it('are told, and Not Now ends, although the clock was set back', async () => {
    const { messages, refresh } = start();
    refresh([machine('1'), machine('2')]);
    vi.setSystemTime(Date.now() - 58 * minute);
    expect(refresh([machine('1', bad), machine('2')])).toEqual(['1: Healthy → DiskPressure.']);
    await messages[0]?.answer('Not Now');
    vi.setSystemTime(Date.now() - 58 * minute);
    expect(refresh([machine('1', bad), machine('2', bad)])).toEqual([]);
    vi.advanceTimersByTime(10 * minute);
    expect(refresh([machine('1', bad), machine('2', bad)])).toEqual(['2: Healthy → DiskPressure.']);
  });

  it('pause for ten minutes after Not Now, and then tell what still is a problem', async () => {
    const { messages, refresh } = start('all');
    refresh([machine('1'), machine('2'), machine('3')]);
    refresh([machine('1', bad), machine('2'), machine('3')]);
    await messages[0]?.answer('Not Now');
    // In the second of these minutes, 2 has a problem for a while, and from the third on 3 has one.
    expect(refresh([machine('1', bad), machine('2', bad), machine('3')])).toEqual([]);
    for (let passed = 2; passed < 10; passed++) {
      expect(refresh([machine('1', bad), machine('2'), machine('3', bad)])).toEqual([]);
    }
    expect(refresh([machine('1', bad), machine('2'), machine('3', bad)])).toEqual([
      '3: Healthy → DiskPressure.',
    ]);
  });

  it('get rarer while nobody answers them, but tell everything', async () => {
    const { messages, refresh } = start();
    const names = Array.from({ length: 40 }, (_, index) => `m${index}`);
    refresh(names.map((name) => machine(name)));
    const counts = names.map((_, count) => {
      const texts = refresh(names.map((name, index) => machine(name, index <= count ? bad : well)));
      return texts.map((text) => Number.parseInt(text) || 1);
    });
    // The pauses are 1, 2, 4, 8, 10, 10 minutes.
    expect(counts.flat()).toEqual([1, 1, 2, 4, 8, 10, 10]);
    await messages.at(-1)?.answer(undefined);
    expect(refresh(names.map((name) => machine(name)))).toEqual([
      '36 machines in eu no longer need attention: Healthy.',
    ]);
  });

  it('that VS Code replaces with the same text are not answered', async () => {
    const { messages, refresh } = start();
    refresh([machine('1')]);
    refresh([machine('1', bad)]);
    refresh([machine('1')]);
    refresh([machine('1', bad)]);
    await messages[0]?.answer(undefined);
    expect(messages).toHaveLength(2);
    expect(refresh([machine('1')])).toEqual([]);
  });

  it('are about the active connection, and remember what was told about each', async () => {
    const { messages, source, sources, refresh } = start();
    refresh([machine('1'), machine('2')]);
    refresh([machine('1', bad), machine('2')]);
    await messages[0]?.answer('Not Now');
    sources.activate(new FakeInventory({ name: 'Other' }));
    expect(refresh([machine('1')])).toEqual([]);
    expect(refresh([machine('1', bad)])).toEqual(['1: Healthy → DiskPressure.']);
    source.refreshLists(reading([machine('1', worse), machine('2', worse)]));
    expect(messages).toHaveLength(2);
    sources.activate(new FakeInventory({}, source.session.keyIdentity));
    expect(refresh([machine('1', bad), machine('2', bad)])).toEqual([]);
    vi.advanceTimersByTime(10 * minute);
    expect(refresh([machine('1', bad), machine('2', bad)])).toEqual(['2: Healthy → DiskPressure.']);
  });

  it('do not depend on what was told about the connection with another API key', async () => {
    const { messages, sources, refresh } = start();
    const keys = new KeyIdentities();
    sources.activate(new FakeInventory({ name: 'Twin' }, keys.of('Twin')));
    refresh([machine('1')]);
    refresh([machine('1', bad)]);
    await messages[0]?.answer('Not Now');
    keys.end('Twin');
    sources.activate(new FakeInventory({ name: 'Twin' }, keys.of('Twin')));
    expect(refresh([machine('1')])).toEqual([]);
    expect(refresh([machine('1', bad)])).toEqual(['1: Healthy → DiskPressure.']);
  });

  it('are not shown after the notifications were turned off', () => {
    const { notifier, refresh } = start();
    refresh([machine('1')]);
    notifier.dispose();
    expect(refresh([machine('1', bad)])).toEqual([]);
  });

  it('have no icons, links or line breaks, whatever the service wrote', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (name, health) => {
        fc.pre(health !== well && health !== '');
        vi.restoreAllMocks();
        const { messages, refresh } = start('all');
        const named = { ...machine('1'), name };
        refresh([named]);
        refresh([{ ...named, severity: 'unhealthy', values: { health } }]);
        const text = messages.map((message) => message.text).join('');
        expect(text).not.toMatch(/\$\(|\]\(|[\p{Cc}\u2028\u2029]/u);
        expect(text).not.toBe('');
      }),
    );
  });
});
