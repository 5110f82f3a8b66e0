import { once } from 'node:events';
import { request as sendRequest } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline } from 'node:stream';
import type { TlsOptions } from 'node:tls';

/** A TLS proxy in front of a plain HTTP service. */
export interface TlsFront {
  readonly port: number;
  /** All data that clients sent, decrypted. */
  readonly received: string;
  /** The number of connections, including failed ones. */
  readonly connections: number;
  /** The number of connections that resumed a session. */
  readonly resumed: number;
  /** Resolves when clients have closed every connection, so that nothing more can be received. */
  left(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a proxy on a loopback port. It forwards every request to `service`, whatever its host. */
export async function startTlsFront(
  service: { readonly baseUrl: string },
  options: TlsOptions,
): Promise<TlsFront> {
  const { host, hostname, port } = new URL(service.baseUrl);
  const received: Buffer[] = [];
  const open = new Set<Socket>();
  let connections = 0;
  let resumed = 0;
  const server = createServer(options, (request, response) => {
    const { method, url, headers } = request;
    const behind = sendRequest(
      { hostname, port, method, path: url, headers: { ...headers, host } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        pipeline(answer, response, () => undefined);
      },
    );
    behind.on('error', () => response.destroy());
    pipeline(request, behind, () => undefined);
  });
  server.on('connection', (socket: Socket) => {
    connections++;
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on('secureConnection', (socket) => {
    if (socket.isSessionReused()) resumed++;
    socket.on('data', (data: Buffer) => received.push(data));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const left = async (): Promise<void> => {
    await Promise.all([...open].map((socket) => once(socket, 'close')));
  };
  return {
    port: (server.address() as AddressInfo).port,
    get received() {
      return Buffer.concat(received).toString('latin1');
    },
    get connections() {
      return connections;
    },
    get resumed() {
      return resumed;
    },
    left,
    async close() {
      server.close();
      for (const socket of open) socket.destroy();
      await left();
    },
  };
}
