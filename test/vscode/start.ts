import { parseArgs } from 'node:util';
import { profiles, type Profile } from '../../src/demo/profiles';
import { packagedExtension } from './packaged';
import { quietSettings } from './profile';
import { Problem, runScript } from './script';
import { startServer } from './server';
import { buildStarter } from './starter/build';
import { webBuild } from './webBuild';

/** Starts a VS Code with Poolview in it for a browser, connected to the demo service or to a given one. */
await runScript(async () => {
  const { service, profile, port } = options();
  const build = await webBuild();
  const extensions = [await packagedExtension(), await buildStarter()];
  const connection = service ? { name: service.host, baseUrl: service.href } : await demoService(profile);
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

async function demoService(profile: Profile): Promise<StartConnection> {
  // Loaded only when it is asked for.
  const { startDemoService } = await import('../../src/demo/server');
  const { baseUrl, apiKey } = await startDemoService({ profile });
  return { name: 'the demo service', baseUrl, apiKey };
}

/** @throws {Problem} when the command line makes no sense */
function options(): { service: URL | undefined; profile: Profile; port: number } {
  const { service, profile, port } = commandLine();
  if (service !== undefined && profile !== undefined) {
    throw new Problem('--profile is for the demo service: it goes without --service.');
  }
  return {
    service: service === undefined ? undefined : serviceUrl(service),
    profile: profileName(profile),
    port: portNumber(port),
  };
}

function commandLine(): { service?: string; profile?: string; port?: string } {
  try {
    return parseArgs({
      options: { service: { type: 'string' }, profile: { type: 'string' }, port: { type: 'string' } },
    }).values;
  } catch (error) {
    throw new Problem(
      `${(error as Error).message}\nUsage: npm start -- [--service URL | --profile NAME] [--port N]`,
    );
  }
}

/** All that the demo service has, if left out. */
function profileName(text = 'full'): Profile {
  const profile = profiles.find((name) => name === text);
  if (!profile) {
    throw new Problem(`--profile needs one of ${profiles.join(', ')}, not "${text}".`);
  }
  return profile;
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
