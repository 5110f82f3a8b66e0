import { parseArgs } from 'node:util';
import { packagedExtension } from './packaged';
import { quietSettings } from './profile';
import { Problem, runScript } from './script';
import { startServer } from './server';
import { buildStarter } from './starter/build';
import { webBuild } from './webBuild';

/** Starts a VS Code with Poolview in it for a browser, connected to the demo service or to a given one. */
await runScript(async () => {
  const { service, port } = options();
  const build = await webBuild();
  const extensions = [await packagedExtension(), await buildStarter()];
  const connection = service ? { name: service.host, baseUrl: service.href } : await demoService();
  const server = await startServer(build, {
    settings: quietSettings,
    extensions,
    port,
    env: {
      POOLVIEW_START_NAME: connection.name,
      POOLVIEW_START_URL: connection.baseUrl,
      ...(connection.apiKey !== undefined && { POOLVIEW_START_KEY: connection.apiKey }),
    },
  });
  console.log(`
Poolview runs in VS Code ${build.version}. Open this in a browser, and it connects to ${connection.name}:

  ${server.url}

Ctrl+C stops it. What you set there is not kept.`);
  await server.ended;
  throw new Problem("VS Code's server ended.");
});

interface StartConnection {
  readonly name: string;
  readonly baseUrl: string;
  /** Poolview asks for it if left out. */
  readonly apiKey?: string;
}

async function demoService(): Promise<StartConnection> {
  // Loaded only when it is asked for.
  const { startDemoService } = await import('../../src/demo/server');
  const { baseUrl, apiKey } = await startDemoService();
  return { name: 'the demo service', baseUrl, apiKey };
}

/** @throws {Problem} when the command line makes no sense */
function options(): { service: URL | undefined; port: number } {
  const { service, port } = commandLine();
  return { service: service === undefined ? undefined : serviceUrl(service), port: portNumber(port) };
}

function commandLine(): { service?: string; port?: string } {
  try {
    return parseArgs({ options: { service: { type: 'string' }, port: { type: 'string' } } }).values;
  } catch (error) {
    throw new Problem(`${(error as Error).message}\nUsage: npm start -- [--service URL] [--port N]`);
  }
}

function serviceUrl(text: string): URL {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new Problem(
      `--service needs the base URL of a service, such as https://api.example.com, not "${text}".`,
    );
  }
  return new URL(text);
}

/** 0, which takes a free port, if left out. */
function portNumber(text = '0'): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new Problem(`--port needs a number up to 65535, not "${text}".`);
  }
  return port;
}
