import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { notFound, Refusal, type Answer } from './answers';
import type { Fleet } from './fleet/fleet';
import { operationsOn } from './operations';
import type { DemoOptions, Exchange } from './options';
import { offerOf } from './profiles';
import { decodeSegment, readBody, readTarget, type RecordedRequest } from './requests';
import { findRoute } from './routes';

/**
 * The handler of all requests to a service.
 * @param record is called with each request to a loopback host
 */
export function respondTo(
  options: DemoOptions,
  fleet: Fleet,
  record: (request: RecordedRequest) => void,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const offer = offerOf(options.profile);
  const operations = operationsOn(fleet);
  return async (request, response) => {
    response.setHeader('Date', options.now().toUTCString());
    const { path, query } = readTarget(request);
    const { method = '', url = '', headers } = request;
    const isAuthorized = hasKey(header(headers, 'apikey'), options.apiKey);
    // Without the key, a body is not kept: any program on this computer could fill the memory.
    const body = await readBody(request, isAuthorized);
    const route = findRoute(method, path, offer, options.without);
    const operation = 'operation' in route ? route.operation : undefined;
    record({ operation, method, path: url, headers, body, time: options.now() });

    const projectUid = header(headers, 'projectuid');
    const act = (asked: Pick<Exchange, 'parameters' | 'query'>): Answer => {
      if (!isAuthorized) throw new Refusal(401, 'InvalidApiKey', 'The API key is missing or not valid.');
      if ('allowed' in route) throw noSuchRoute(route.allowed);
      const parameters = asked.parameters.map(decodeSegment);
      fleet.advance();
      return operations[route.operation]({ parameters, query: asked.query, projectUid, body });
    };
    const given = { parameters: 'parameters' in route ? route.parameters : [], query };
    options.respond({
      ...given,
      operation,
      path: url,
      response,
      act: (changes) => answerOf(() => act({ ...given, ...changes })),
    });
  };
}

function answerOf(act: () => Answer): Answer {
  try {
    return act();
  } catch (error) {
    return asRefusal(error).answer;
  }
}

export const asRefusal = (error: unknown) =>
  error instanceof Refusal ? error : new Refusal(500, 'InternalError', String(error));

function hasKey(given: string | undefined, apiKey: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return given !== undefined && timingSafeEqual(digest(given), digest(apiKey));
}

const noSuchRoute = (allowed: readonly string[]) =>
  allowed.length === 0
    ? notFound('The path')
    : new Refusal(405, 'MethodNotAllowed', 'The path does not know this method.', {
        allow: allowed.join(', '),
      });

/** The value of a header. An empty one counts as missing. */
function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]?.toString();
  return value === '' ? undefined : value;
}
