import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** An HTTP proxy and a log of its traffic. */
export interface Proxy {
  readonly url: string;
  /** The requests to the proxy, such as `CONNECT service.example:443`. */
  readonly asked: readonly string[];
  /** All data that clients sent to the proxy and through it. */
  readonly seen: string;
  /** The status and headers with which it refuses connections; undefined allows them. */
  refusal: { readonly status: number; readonly headers?: readonly string[] } | undefined;
  close(): Promise<void>;
}

const endOfHead = '\r\n\r\n';

/** Starts a proxy on a loopback port. It connects every request to `port` of this computer, whatever its host. */
export async function startProxy(port: number): Promise<Proxy> {
  const asked: string[] = [];
  const seen: Buffer[] = [];
  const open = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    open.add(socket);
    return socket.once('close', () => open.delete(socket)).on('error', () => socket.destroy());
  };

  const answer = (request: string, client: Socket): void => {
    asked.push(request);
    // Only tunnels.
    const refusal = request.startsWith('CONNECT ') ? proxy.refusal : { status: 405 };
    if (refusal === undefined) {
      const service = keep(connect(port, '127.0.0.1'));
      client.write(`HTTP/1.1 200 Connected${endOfHead}`);
      client.pipe(service).pipe(client);
    } else {
      const { status, headers = [] } = refusal;
      client.end([`HTTP/1.1 ${status} Refused`, ...headers, 'Content-Length: 0', '', ''].join('\r\n'));
    }
  };
  const server = createServer((client) => {
    let head = '';
    keep(client).on('data', (data) => {
      seen.push(data);
      if (head.includes(endOfHead)) return;
      head += data.toString('latin1');
      if (head.includes(endOfHead)) answer(head.slice(0, head.indexOf(' HTTP/1.1')), client);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const proxy: Proxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    get seen() {
      return Buffer.concat(seen).toString('latin1');
    },
    refusal: undefined,
    async close() {
      server.close();
      const closed = [...open].map((socket) => once(socket, 'close'));
      for (const socket of open) socket.destroy();
      await Promise.all(closed);
    },
  };
  return proxy;
}
