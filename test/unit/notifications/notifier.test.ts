import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commands, window } from 'vscode';
import { KeyIdentities } from '../../../src/connections/keyIdentity';
import { ChangeLogs } from '../../../src/items/changes/changeLogs';
import { Notifier } from '../../../src/notifications/notifier';
import type { ItemReading, ListReading } from '../../../src/items/changes/change';
import type { Severity } from '../../../src/items/severity';
import { memoryFiles } from '../../../src/connections/storedFiles';
import { Marks } from '../../../src/items/marks/marks';
import { storedMarks } from '../../../src/items/marks/stored';
import { requestTime } from '../../../src/service/requestTime';
import { hostileText } from '../support/hostile';
import { atEnd } from '../support/service';
import { clearSettings, focusWindow, writeSetting } from '../support/vscode';
import { item, list } from '../items/changes/readings';
import { FakeInventory, FakeInventories } from '../items/changes/inventories';

const minute = 60_000;
/** Between the last reading and the message about it, in milliseconds. */
const pause = 1000;

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
  focusWindow(true);
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
  const shown = new Set<string>();
  const notifier = new Notifier(sources, changes, () => (id) => shown.has(id));
  atEnd(() => {
    notifier.dispose();
  });
  /** Reads lists a minute later, and returns the texts of the messages about it. */
  const refresh = async (...lists: readonly (readonly ItemReading[])[]): Promise<readonly string[]> => {
    await vi.advanceTimersByTimeAsync(minute - pause);
    const time = requestTime();
    const before = messages.length;
    sources.active?.readLists(...lists.map((items) => reading(items, time)));
    await vi.advanceTimersByTimeAsync(pause);
    return messages.slice(before).map(({ text }) => text);
  };
  return { messages, source, sources, changes, shown, notifier, refresh };
}

const [well, bad, worse] = ['Healthy', 'DiskPressure', 'Failed'];

function machine(name: string, health = well, severity?: Severity, cluster = 'eu'): ItemReading {
  const ofHealth = health === worse ? 'failed' : health === well ? 'healthy' : 'unhealthy';
  return item(`v/payments/${cluster}/workers/${name}`, { health }, severity ?? ofHealth);
}

describe('problems of favorites', () => {
  it('and of what is in them are the only ones, if the user wants that', async () => {
    const stored = storedMarks(memoryFiles());
    const marks = new Marks(stored);
    const { refresh } = start('favorites', marks);
    const value = { kind: 'cluster', names: ['payments', 'eu'] } as const;
    await marks.set([{ kind: 'favorite', key: 'payments/eu', value }]);
    const both = (health: string) => [machine('1', health), machine('2', health, undefined, 'us')];
    expect(await refresh([machine('1')], [machine('2', well, undefined, 'us')])).toEqual([]);
    expect(await refresh(both(bad).slice(1))).toEqual([]);
    expect(await refresh(both(bad).slice(0, 1))).toEqual(['1: Healthy → DiskPressure.']);
  });
});

it('says nothing about planned maintenance, and tells of the problem after it', async () => {
  const { refresh } = start();
  const inMaintenance = {
    ...machine('1'),
    severity: 'maintenance',
    values: { maintenance: 'cordon' },
  } as const;
  for (const each of [machine('1'), inMaintenance, machine('1')]) expect(await refresh([each])).toEqual([]);
  await refresh([inMaintenance]);
  expect(await refresh([machine('1', bad)])).toEqual(['1: Healthy → DiskPressure.']);
});

describe('problems', () => {
  it('are in one message for each refresh, with their number and place', async () => {
    const { messages, refresh } = start();
    expect(await refresh(['1', '2', '3'].map((name) => machine(name)))).toEqual([]);
    expect(await refresh(['1', '2', '3'].map((name) => machine(name, bad)))).toEqual([
      '3 machines in eu need attention: DiskPressure.',
    ]);
    expect(messages.map(({ isWarning }) => isWarning)).toEqual([true]);
    expect(await refresh(['1', '2', '3'].map((name) => machine(name, bad)))).toEqual([]);
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
  ] as const)('%# are counted without those that they explain', async (first, second, text) => {
    writeSetting('poolview.maintenanceNeedsAttention', true);
    const { refresh } = start();
    const before = (items: readonly ItemReading[]): readonly ItemReading[] =>
      items.map((each) => ({
        ...each,
        severity: 'healthy',
        status: 'before',
        values: { health: 'before' },
      }));
    expect(await refresh(before(first), before(second))).toEqual([]);
    expect(await refresh(first, second)).toEqual([text]);
  });

  it('of new items are told, those of the first reading are not', async () => {
    const { refresh } = start();
    expect(await refresh([machine('1', bad)])).toEqual([]);
    expect(await refresh([machine('1', bad), machine('2', bad)])).toEqual([
      '2 needs attention: DiskPressure.',
    ]);
  });

  it('are told again if they get worse or come back, but not if they only change', async () => {
    const { messages, refresh } = start();
    const told = async (health: string, severity?: Severity): Promise<readonly string[]> => {
      const texts = await refresh([machine('1', health, severity)]);
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
    await refresh([eu, us], [machine('1')]);
    expect(await refresh([machine('1', bad)])).toEqual(['1: Healthy → DiskPressure.']);
    await messages[0]?.answer('Show');
    // It is not known any more.
    expect(run).toHaveBeenCalledWith('poolview.openTimeline', {});
    expect(await refresh([us])).toEqual([]);
    await refresh([eu, us], [machine('2')]);
    expect(await refresh([machine('1', bad), machine('2')])).toEqual(['1 needs attention: DiskPressure.']);
  });

  it('found during a pause are not told if what contains the item is gone after it', async () => {
    const { messages, refresh } = start();
    const [eu, us] = [item('v/payments/eu'), item('v/payments/us')];
    await refresh([eu, us], [machine('1'), machine('2')]);
    await refresh([machine('1', bad), machine('2')]);
    await messages[0]?.answer('Not Now');
    await refresh([machine('1', bad), machine('2', bad)]);
    await refresh([us]);
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(await refresh([us])).toEqual([]);
  });

  it('that the user can see are not told, nor later, whichever read found them', async () => {
    const { source, shown, changes, refresh } = start();
    await refresh([machine('1'), machine('2')]);
    shown.add('v/payments/eu/workers/1');
    expect(await refresh([machine('1', bad), machine('2')])).toEqual([]);
    shown.clear();
    expect(await refresh([machine('1', bad), machine('2', bad)])).toEqual(['2: Healthy → DiskPressure.']);
    expect(changes.of(source.session).changes).toHaveLength(2);
    expect(await refresh([machine('1'), machine('2', bad)])).toEqual(['1: DiskPressure → Healthy.']);
  });

  it('in a window without focus are told, because the user does not see its rows', async () => {
    const { shown, refresh } = start();
    await refresh([machine('1')]);
    shown.add('v/payments/eu/workers/1');
    focusWindow(false);
    expect(await refresh([machine('1', bad)])).toEqual(['1: Healthy → DiskPressure.']);
    focusWindow(true);
    expect(await refresh([machine('1')])).toEqual([]);
  });

  it('that the user saw during a pause are not told after it', async () => {
    const { messages, shown, refresh } = start();
    await refresh([machine('1'), machine('2')]);
    await refresh([machine('1', bad), machine('2')]);
    await messages[0]?.answer('Not Now');
    expect(await refresh([machine('1', bad), machine('2', bad)])).toEqual([]);
    shown.add('v/payments/eu/workers/2');
    await refresh([machine('1', bad), machine('2', bad)]);
    shown.clear();
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(await refresh([machine('1', bad), machine('2', bad)])).toEqual([]);
  });

  it('that a refresh by the user finds are not told, but those that the next automatic one finds are', async () => {
    const { source, refresh } = start();
    await refresh([machine('1'), machine('2')]);
    source.startRefresh();
    source.isReading = true;
    await vi.advanceTimersByTimeAsync(10 * pause);
    source.read.fire(reading([machine('1', bad), machine('2')]));
    source.isReading = false;
    await vi.advanceTimersByTimeAsync(pause);
    expect(await refresh([machine('1', bad), machine('2', bad)])).toEqual(['2: Healthy → DiskPressure.']);
  });

  it('are told after a refresh by the user that failed', async () => {
    const { source, refresh } = start();
    await refresh([machine('1')]);
    source.startRefresh();
    await vi.advanceTimersByTimeAsync(pause);
    expect(await refresh([machine('1', bad)])).toEqual(['1: Healthy → DiskPressure.']);
  });
});

describe('recoveries', () => {
  it('are told, in the same message as new problems', async () => {
    const { messages, refresh } = start();
    await refresh([machine('1', bad), machine('2', bad), machine('3')]);
    expect(await refresh([machine('1'), machine('2'), machine('3', bad)])).toEqual([
      '3: Healthy → DiskPressure. 2 machines in eu no longer need attention: Healthy.',
    ]);
    expect(messages[0]?.isWarning).toBe(true);
  });

  it('say what each became, if it is not the same', async () => {
    const { refresh } = start();
    await refresh([machine('1', bad), machine('2', worse), machine('3', bad)]);
    const provisioning = machine('2', 'Provisioning', 'inTransition');
    expect(await refresh([machine('1', bad), provisioning, machine('3', bad)])).toEqual([
      '2: Failed → Provisioning.',
    ]);
    await vi.advanceTimersByTimeAsync(10 * minute);
    await refresh([machine('1', bad), machine('2', worse), machine('3', bad)]);
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(await refresh([machine('1'), provisioning])).toEqual([
      '3 machines in eu no longer need attention: Healthy (1), Provisioning (1), Disappeared (1).',
    ]);
  });

  it('are information, also if the item has disappeared', async () => {
    const { messages, refresh } = start();
    await refresh([machine('1', bad), machine('2')]);
    expect(await refresh([machine('2')])).toEqual(['1, which needed attention, has disappeared.']);
    expect(messages[0]?.isWarning).toBe(false);
  });
});

describe('other changes', () => {
  const cluster = (name: string, size: string): ItemReading =>
    item(`v/payments/${name}`, { size }, 'healthy');

  it('are told only if the user wants them', async () => {
    const { refresh } = start();
    await refresh([cluster('eu', '3 machines')]);
    expect(await refresh([cluster('eu', '5 machines')])).toEqual([]);
    writeSetting('poolview.notify', 'all');
    expect(await refresh([cluster('eu', '6 machines')])).toEqual(['eu: 5 machines → 6 machines.']);
  });

  it('are in the same message, without the counts of a cluster that repeat what is in it', async () => {
    const { refresh } = start('all');
    await refresh([cluster('eu', '3'), cluster('us', '3')], [machine('1'), machine('2')]);
    expect(await refresh([cluster('eu', '4'), cluster('us', '4')], [machine('1', bad)])).toEqual([
      '1: Healthy → DiskPressure. 2 other changes in payments.',
    ]);
  });
});

describe('messages', () => {
  it('wait until nothing is being read, and tell what all reads found', async () => {
    const { messages, source, refresh } = start();
    await refresh([machine('1'), machine('2')]);
    source.isReading = true;
    source.read.fire(reading([machine('1', bad), machine('2')]));
    await vi.advanceTimersByTimeAsync(10 * pause);
    expect(messages).toEqual([]);
    source.isReading = false;
    source.read.fire(reading([machine('1', bad), machine('2', bad)]));
    await vi.advanceTimersByTimeAsync(pause);
    expect(messages.map(({ text }) => text)).toEqual(['2 machines in eu need attention: DiskPressure.']);
    expect(await refresh([machine('1', bad), machine('2', bad)])).toEqual([]);
  });

  it('are told, and Not Now ends, although the clock was set back', async () => {
    const { messages, refresh } = start();
    await refresh([machine('1'), machine('2')]);
    vi.setSystemTime(Date.now() - 58 * minute);
    expect(await refresh([machine('1', bad), machine('2')])).toEqual(['1: Healthy → DiskPressure.']);
    await messages[0]?.answer('Not Now');
    vi.setSystemTime(Date.now() - 58 * minute);
    expect(await refresh([machine('1', bad), machine('2', bad)])).toEqual([]);
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(await refresh([machine('1', bad), machine('2', bad)])).toEqual(['2: Healthy → DiskPressure.']);
  });

  it('pause for ten minutes after Not Now, and then tell what still is a problem', async () => {
    const { messages, refresh } = start('all');
    await refresh([machine('1'), machine('2'), machine('3')]);
    await refresh([machine('1', bad), machine('2'), machine('3')]);
    await messages[0]?.answer('Not Now');
    // In the second of these minutes, 2 has a problem for a while, and from the third on 3 has one.
    expect(await refresh([machine('1', bad), machine('2', bad), machine('3')])).toEqual([]);
    for (let passed = 2; passed < 10; passed++) {
      expect(await refresh([machine('1', bad), machine('2'), machine('3', bad)])).toEqual([]);
    }
    expect(await refresh([machine('1', bad), machine('2'), machine('3', bad)])).toEqual([
      '3: Healthy → DiskPressure.',
    ]);
  });

  it('get rarer while nobody answers them, but tell everything', async () => {
    const { messages, refresh } = start();
    const names = Array.from({ length: 40 }, (_, index) => `m${index}`);
    await refresh(names.map((name) => machine(name)));
    const counts: number[] = [];
    for (const [count] of names.entries()) {
      const texts = await refresh(names.map((name, index) => machine(name, index <= count ? bad : well)));
      counts.push(...texts.map((text) => Number.parseInt(text) || 1));
    }
    // The pauses are 1, 2, 4, 8, 10, 10 minutes.
    expect(counts).toEqual([1, 1, 2, 4, 8, 10, 10]);
    await messages.at(-1)?.answer(undefined);
    expect(await refresh(names.map((name) => machine(name)))).toEqual([
      '36 machines in eu no longer need attention: Healthy.',
    ]);
  });

  it('that VS Code replaces with the same text are not answered', async () => {
    const { messages, refresh } = start();
    await refresh([machine('1')]);
    await refresh([machine('1', bad)]);
    await refresh([machine('1')]);
    await refresh([machine('1', bad)]);
    await messages[0]?.answer(undefined);
    expect(messages).toHaveLength(2);
    expect(await refresh([machine('1')])).toEqual([]);
  });

  it('are about the active connection, and remember what was told about each', async () => {
    const { messages, source, sources, refresh } = start();
    await refresh([machine('1'), machine('2')]);
    await refresh([machine('1', bad), machine('2')]);
    await messages[0]?.answer('Not Now');
    sources.activate(new FakeInventory({ name: 'Other' }));
    expect(await refresh([machine('1')])).toEqual([]);
    expect(await refresh([machine('1', bad)])).toEqual(['1: Healthy → DiskPressure.']);
    source.readLists(reading([machine('1', worse), machine('2', worse)]));
    await vi.advanceTimersByTimeAsync(pause);
    expect(messages).toHaveLength(2);
    sources.activate(new FakeInventory({}, source.session.keyIdentity));
    expect(await refresh([machine('1', bad), machine('2', bad)])).toEqual([]);
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(await refresh([machine('1', bad), machine('2', bad)])).toEqual(['2: Healthy → DiskPressure.']);
  });

  it('do not depend on what was told about the connection with another API key', async () => {
    const { messages, sources, refresh } = start();
    const keys = new KeyIdentities();
    sources.activate(new FakeInventory({ name: 'Twin' }, keys.of('Twin')));
    await refresh([machine('1')]);
    await refresh([machine('1', bad)]);
    await messages[0]?.answer('Not Now');
    keys.end('Twin');
    sources.activate(new FakeInventory({ name: 'Twin' }, keys.of('Twin')));
    expect(await refresh([machine('1')])).toEqual([]);
    expect(await refresh([machine('1', bad)])).toEqual(['1: Healthy → DiskPressure.']);
  });

  it('are not shown after the notifications were turned off', async () => {
    const { notifier, refresh } = start();
    await refresh([machine('1')]);
    notifier.dispose();
    expect(await refresh([machine('1', bad)])).toEqual([]);
  });

  it('have no icons, links or line breaks, whatever the service wrote', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, hostileText, async (name, health) => {
        fc.pre(health !== well && health !== '');
        vi.restoreAllMocks();
        const { messages, refresh } = start('all');
        const named = { ...machine('1'), name };
        await refresh([named]);
        await refresh([{ ...named, severity: 'unhealthy', values: { health } }]);
        const text = messages.map((message) => message.text).join('');
        expect(text).not.toMatch(/\$\(|\]\(|[\p{Cc}\u2028\u2029]/u);
        expect(text).not.toBe('');
      }),
    );
  });
});
