import type { ServerResponse } from 'node:http';
import { encode, Refusal, send, type Answer } from './answers';
import { drip, flood, floodOfItems, onceGone } from './endless';
import type { Fault } from './faults';
import { deepJson, endlessTokens, protoKeys, repeatToken, shrinkingCount } from './wrongAnswers';

/**
 * Answers as the fault wants it.
 * @param query What `act` is going to go by.
 * @param act Does what the request asks for: not called where the fault keeps the service from doing it.
 */
export function misbehave(
  fault: Fault,
  response: ServerResponse,
  query: URLSearchParams,
  act: () => Answer,
): void {
  switch (fault.kind) {
    case 'status':
      send(response, failure(fault));
      return;
    case 'delay': {
      const timer = setTimeout(() => {
        send(response, act());
      }, fault.milliseconds);
      onceGone(response, () => {
        clearTimeout(timer);
      });
      return;
    }
    case 'hold': {
      const answer = () => {
        if (!response.destroyed) {
          send(response, act());
        }
      };
      fault.until.then(answer, answer);
      return;
    }
    case 'hang':
      return;
    case 'hangBody':
      sendHalf(response, act());
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'resetAfterActing':
      act();
      response.socket?.resetAndDestroy();
      return;
    case 'cutBody':
      sendHalf(response, act(), () => response.socket?.destroy());
      return;
    case 'wrongJson':
      send(response, { status: 200, body: JSON.stringify(fault.body) });
      return;
    case 'notJson':
      send(response, { status: 200, body: fault.body ?? '{"items": [{"metadata": {"name": "pay' });
      return;
    case 'html':
      send(response, {
        status: fault.status ?? 502,
        headers: { 'content-type': 'text/html' },
        body:
          fault.body ??
          '<html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>',
      });
      return;
    case 'redirect':
      send(response, { status: fault.status ?? 302, headers: { location: fault.location } });
      return;
    case 'empty':
      send(response, { status: fault.status ?? 200 });
      return;
    case 'huge':
      flood(response, fault.bytes, false);
      return;
    case 'gzipBomb':
      flood(response, fault.bytes, true);
      return;
    case 'itemBomb':
      floodOfItems(response, fault.items);
      return;
    case 'badGzip': {
      const answer = act();
      send(response, { ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' } });
      return;
    }
    case 'notHttp':
      endRaw(response, fault.text ?? 'SSH-2.0-OpenSSH_9.6\r\n');
      return;
    case 'upgrade':
      response.socket?.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      );
      return;
    case 'earlyHints':
      response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
      send(response, act());
      return;
    case 'cutHeaders':
      endRaw(response, `HTTP/1.1 ${act().status} \r\nContent-Type: application/json\r\nContent-Le`);
      return;
    case 'drip':
      drip(response, act(), fault.milliseconds ?? 10);
      return;
    case 'repeatToken':
      send(response, repeatToken(act(), query));
      return;
    case 'endlessTokens':
      query.delete('continue');
      send(response, endlessTokens(act()));
      return;
    case 'shrinkingCount':
      send(response, shrinkingCount(act()));
      return;
    case 'deepJson':
      send(response, deepJson(fault.levels));
      return;
    case 'protoKeys':
      send(response, protoKeys(act()));
      return;
  }
}

function failure({ status, headers, body }: Fault & { kind: 'status' }): Answer {
  const { answer } = new Refusal(
    status,
    'Scripted',
    `The demo service was told to answer ${status}.`,
    headers,
  );
  return body === undefined ? answer : { ...answer, body };
}

function sendHalf(response: ServerResponse, answer: Answer, then?: () => void): void {
  const { headers, bytes } = encode(response, answer);
  response.writeHead(answer.status, headers);
  response.write(bytes.length > 1 ? bytes.subarray(0, bytes.length / 2) : ' ', then);
}

function endRaw({ socket }: ServerResponse, text: string): void {
  socket?.write(text);
  socket?.destroySoon();
}
