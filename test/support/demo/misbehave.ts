import type { ServerResponse } from 'node:http';
import { encode, Refusal, send, type Answer } from '../../../src/demo/answers';
import type { Exchange } from '../../../src/demo/options';
import { drip, flood, floodOfItems, onceGone } from './endless';
import type { Fault, FaultKind } from './faults';
import { deepJson, endlessTokens, protoKeys, repeatToken, reversed, shrinkingCount } from './wrongAnswers';

/** Responds as the fault describes. The service runs the operation only if `act` is called. */
export function misbehave<Kind extends FaultKind>(fault: Fault<Kind>, exchange: Exchange): void {
  const respond: Respond<Kind> = responses[fault.kind];
  respond(fault, exchange);
}

type Respond<Kind extends FaultKind> = (fault: Fault<Kind>, exchange: Exchange) => void;

const badGateway = '<html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>';

const responses: { readonly [Kind in FaultKind]: Respond<Kind> } = {
  status: (fault, { response }) => {
    send(response, failure(fault));
  },
  delay: ({ milliseconds }, { response, act }) => {
    const timer = setTimeout(() => {
      send(response, act());
    }, milliseconds);
    onceGone(response, () => {
      clearTimeout(timer);
    });
  },
  hold: ({ until }, { response, act }) => {
    const answer = () => {
      if (!response.destroyed) send(response, act());
    };
    until.then(answer, answer);
  },
  hang: () => undefined,
  hangBody: (_, { response, act }) => {
    sendHalf(response, act());
  },
  reset: (_, { response }) => {
    response.socket?.resetAndDestroy();
  },
  resetAfterActing: (_, { response, act }) => {
    act();
    response.socket?.resetAndDestroy();
  },
  cutBody: (_, { response, act }) => {
    sendHalf(response, act(), () => response.socket?.destroy());
  },
  wrongJson: ({ body }, { response }) => {
    send(response, { status: 200, body: JSON.stringify(body) });
  },
  notJson: ({ body = '{"items": [{"metadata": {"name": "pay' }, { response }) => {
    send(response, { status: 200, body });
  },
  html: ({ status = 502, body = badGateway }, { response }) => {
    send(response, { status, headers: { 'content-type': 'text/html' }, body });
  },
  redirect: ({ status = 302, location }, { response }) => {
    send(response, { status, headers: { location } });
  },
  empty: ({ status = 200 }, { response }) => {
    send(response, { status });
  },
  huge: ({ bytes }, { response }) => {
    flood(response, bytes, false);
  },
  gzipBomb: ({ bytes }, { response }) => {
    flood(response, bytes, true);
  },
  itemBomb: ({ items }, { response }) => {
    floodOfItems(response, items);
  },
  badGzip: (_, { response, act }) => {
    const answer = act();
    send(response, { ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' } });
  },
  notHttp: ({ text = 'SSH-2.0-OpenSSH_9.6\r\n' }, { response }) => {
    endRaw(response, text);
  },
  upgrade: (_, { response }) => {
    response.socket?.write(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
  },
  earlyHints: (_, { response, act }) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
    send(response, act());
  },
  cutHeaders: (_, { response, act }) => {
    endRaw(response, `HTTP/1.1 ${act().status} \r\nContent-Type: application/json\r\nContent-Le`);
  },
  drip: ({ milliseconds = 10 }, { response, act }) => {
    drip(response, act(), milliseconds);
  },
  repeatToken: (_, { response, query, act }) => {
    send(response, repeatToken(act(), query));
  },
  endlessTokens: (_, { response, query, act }) => {
    const firstPage = new URLSearchParams(query);
    firstPage.delete('continue');
    send(response, endlessTokens(act({ query: firstPage })));
  },
  shrinkingCount: (_, { response, act }) => {
    send(response, shrinkingCount(act()));
  },
  reversed: (_, { response, act }) => {
    send(response, reversed(act()));
  },
  deepJson: ({ levels }, { response }) => {
    send(response, deepJson(levels));
  },
  protoKeys: (_, { response, act }) => {
    send(response, protoKeys(act()));
  },
};

function failure({ status, headers, body }: Fault<'status'>): Answer {
  const message = `The demo service was told to answer ${status}.`;
  const { answer } = new Refusal(status, 'Scripted', message, headers);
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
