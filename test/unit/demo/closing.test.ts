import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Fault } from '../../support/demo/service';
import { ask, projectsPath, start } from './helper';

/** The faults that do not end by themselves. */
const endless: readonly Fault[] = [
  { kind: 'delay', milliseconds: 2 ** 30 },
  { kind: 'hold', until: new Promise(() => undefined) },
  { kind: 'hang' },
  { kind: 'hangBody' },
  { kind: 'huge', bytes: 2 ** 50 },
  { kind: 'gzipBomb', bytes: 2 ** 50 },
  { kind: 'itemBomb', items: 2 ** 50 },
  { kind: 'upgrade' },
  { kind: 'drip', milliseconds: 2 ** 30 },
];

/** What keeps this process running, by type, except timers, which the test runner also uses. */
function open(): Map<string, number> {
  const types = process.getActiveResourcesInfo().filter((type) => type !== 'Timeout');
  return new Map(types.map((type) => [type, types.filter((other) => other === type).length]));
}

describe('closing the service', () => {
  it.each(endless)('leaves nothing open after a $kind', async (fault) => {
    // Timers are counted, and none fires.
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const before = open();
    const service = await start();
    service.faults.add(fault);
    // Paused, so that the response may have to wait.
    const request = get(service.baseUrl + projectsPath, {
      headers: { ApiKey: service.apiKey },
      agent: false,
    });
    const gone = new Promise((resolve) => request.once('error', resolve).once('close', resolve));
    request.on('response', (response) => response.on('error', () => undefined).pause());
    while (service.requests.length === 0) {
      await setImmediate();
    }
    await service.close();
    request.destroy();
    await gone;
    // Closed resources disappear after a moment. Open ones do not, and the test times out.
    const isLeft = ([type, count]: [string, number]) => count > (before.get(type) ?? 0);
    do {
      await setImmediate();
    } while (vi.getTimerCount() > 0 || [...open()].some(isLeft));
  });

  it('drops idle connections, and can be done twice', async () => {
    const service = await start();
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
    await once(socket, 'connect');
    // After a response on another connection, the service has received this request.
    expect((await ask(service, projectsPath)).ok).toBe(true);
    const dropped = once(socket, 'close');
    await Promise.all([service.close(), service.close()]);
    await dropped;
    await expect(ask(service, projectsPath)).rejects.toThrow();
  });
});
