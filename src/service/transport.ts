// By these names VS Code gives each extension a copy of its own, which no other extension changes; by `node:https` all
// share one.
import * as http from 'http';
import * as https from 'https';
import { TLSSocket } from 'node:tls';

/**
 * Said with each request and not by an agent: VS Code puts its own in the place of any other, or takes one as a wish to
 * do without its proxy, as its settings have it.
 */
const verified = {
  // Where this is left open, NODE_TLS_REJECT_UNAUTHORIZED decides.
  rejectUnauthorized: true,
  // In a session that it goes on with, Node does not look at the name of the service any more.
  session: undefined,
  // Means nothing to a client, but keeps the connections of other code apart in the agent that all share.
  sessionIdContext: 'Poolview',
};

/** Code of the error for a 101 (Switching Protocols). */
export const unrequestedUpgrade = 'UNREQUESTED_UPGRADE';

/** Sends a request: the transport of axios. Over https, only to a service whose certificate is verified. */
export function request(
  options: https.RequestOptions,
  onAnswer: (answer: http.IncomingMessage) => void,
): http.ClientRequest {
  const sent =
    options.protocol === 'https:' ? sendVerified(options, onAnswer) : http.request(options, onAnswer);
  // Without this, Node closes the connection and reports neither a response nor an error.
  sent.once('upgrade', (_answer, socket) => {
    socket.destroy();
    sent.emit('error', Object.assign(new Error('Unrequested upgrade'), { code: unrequestedUpgrade }));
  });
  return sent;
}

function sendVerified(
  options: https.RequestOptions,
  onAnswer: (answer: http.IncomingMessage) => void,
): http.ClientRequest {
  const sent = https.request({ ...options, ...verified }, onAnswer);
  sent.once('socket', (socket) => {
    if (!(socket instanceof TLSSocket)) return;
    // What another extension sets in the agent that all share overrides the request, so this looks again. It does so
    // before anything is sent: what is written earlier waits for the end of the handshake.
    const verify = (): void => {
      if (!socket.authorized) sent.destroy(untrusted(socket));
    };
    if ((socket as Connecting).secureConnecting === true) socket.once('secureConnect', verify);
    else verify();
  });
  return sent;
}

/** Node has it, and does not describe it. */
interface Connecting {
  readonly secureConnecting?: boolean;
}

function untrusted({ authorizationError }: TLSSocket): Error {
  // A code, whatever its type says.
  return Object.assign(new Error('The certificate is not trusted'), { code: String(authorizationError) });
}

/**
 * Whether an answer to a request for https comes from the proxy, which refuses to connect to the service: VS Code hands
 * it out as if it were the service's, on a socket without TLS.
 */
export function isProxyAnswer({
  protocol,
  socket,
}: Pick<http.ClientRequest, 'protocol' | 'socket'>): boolean {
  return protocol === 'https:' && !(socket instanceof TLSSocket);
}
