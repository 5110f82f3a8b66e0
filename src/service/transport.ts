// VS Code gives each extension its own copy of these modules, with proxy support. All extensions share `node:https`.
import * as http from 'http';
import * as https from 'https';
import { TLSSocket } from 'node:tls';
import { isObject } from './readers';

/**
 * TLS options of each request. An agent cannot have them: depending on its settings, VS Code replaces the agent or does not
 * use its proxy.
 */
const tlsOptions = {
  // Otherwise NODE_TLS_REJECT_UNAUTHORIZED decides.
  rejectUnauthorized: true,
  // Node does not check the host name in a resumed session.
  session: undefined,
  // Has no effect in a client, but separates these connections from those of other code in the shared agent.
  sessionIdContext: 'Poolview',
};

/** The error code of a 101 (Switching Protocols). */
export const unrequestedUpgrade = 'UNREQUESTED_UPGRADE';

/** The transport of axios. Over https, it sends nothing to a service whose certificate is not trusted. */
export function request(
  options: https.RequestOptions,
  onResponse: (response: http.IncomingMessage) => void,
): http.ClientRequest {
  const sent =
    options.protocol === 'https:' ? sendVerified(options, onResponse) : http.request(options, onResponse);
  // Without this, Node closes the connection and reports neither a response nor an error.
  sent.once('upgrade', (_response, socket) => {
    socket.destroy();
    sent.emit('error', Object.assign(new Error('Unrequested upgrade'), { code: unrequestedUpgrade }));
  });
  return sent;
}

function sendVerified(
  options: https.RequestOptions,
  onResponse: (response: http.IncomingMessage) => void,
): http.ClientRequest {
  const sent = https.request({ ...options, ...tlsOptions }, onResponse);
  sent.once('socket', (socket) => {
    if (!(socket instanceof TLSSocket)) return;
    // Checked again, because options that another extension sets in the shared agent override those of the request.
    // Nothing has been sent yet: what is written earlier waits for the end of the handshake.
    const verify = (): void => {
      if (!socket.authorized) sent.destroy(untrusted(socket));
    };
    // Not in the types of Node.
    if ('secureConnecting' in socket && socket.secureConnecting === true)
      socket.once('secureConnect', verify);
    else verify();
  });
  return sent;
}

function untrusted({ authorizationError }: TLSSocket): Error {
  // A string, contrary to its type.
  return Object.assign(new Error('The certificate is not trusted'), { code: String(authorizationError) });
}

/**
 * Whether a response to a request over https comes from a proxy that does not connect to the service. VS Code passes it
 * on like a response of the service, on a socket without TLS.
 */
export function isFromProxy(request: unknown): boolean {
  return isObject(request) && request['protocol'] === 'https:' && !(request['socket'] instanceof TLSSocket);
}
