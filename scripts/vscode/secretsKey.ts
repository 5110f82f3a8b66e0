import { randomBytes } from 'node:crypto';
import { Server, type IncomingMessage, type ServerResponse } from 'node:http';

// Loaded into VS Code's server before everything else. It can import modules of Node only.
//
// A page encrypts its secrets with a key of which the server has one half. The entry point of code-server provides that
// half; `server-main.js` does not, and without it secrets are lost when the page is closed.

const keyHalf = randomBytes(32);

const emit = Reflect.get(Server.prototype, 'emit') as (this: Server, ...args: unknown[]) => boolean;

Server.prototype.emit = function (this: Server, event: string | symbol, ...args: unknown[]): boolean {
  if (event === 'request') {
    const [request, response] = args as [IncomingMessage, ServerResponse];
    if (request.method === 'POST' && request.url === '/mint-key') {
      response.end(keyHalf);
      return true;
    }
  }
  return emit.call(this, event, ...args);
};
