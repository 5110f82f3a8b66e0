import type { ServerResponse } from 'node:http';
import { encode, Refusal, send, type Answer } from './answers';
import type { Fault } from './faults';

/**
 * Answers as the fault wants it.
 * @param act Does what the request asks for: not called where the fault keeps the service from doing it.
 */
export function misbehave(fault: Fault, response: ServerResponse, act: () => Answer): void {
  switch (fault.kind) {
    case 'status':
      send(response, failure(fault));
      return;
    case 'delay': {
      const timer = setTimeout(() => {
        send(response, act());
      }, fault.milliseconds);
      response.once('close', () => {
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
      send(response, { status: 200, body: `{"items":[],"padding":"${'x'.repeat(fault.bytes)}"}` });
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
