import { randomBytes } from 'node:crypto';
import { Server, type IncomingMessage, type ServerResponse } from 'node:http';

// Loaded into VS Code's server before anything else, with nothing but Node to import.
//
// A page keeps its secrets encrypted, with a key of which its server has one half. The npm package's own entry point
// hands that out; `server-main.js`, which is started here, does not, and then secrets do not outlive the page.

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
