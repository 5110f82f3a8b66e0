import open from 'open';
import { parseArgs } from 'node:util';
import { profiles, startDemoService, type Profile } from '../src/demo/server';
import { Problem, runScript } from './script';
import { buildStarter } from './starter/build';
import { packagedExtension } from './vscode/packaged';
import { quietSettings } from './vscode/profile';
import { startServer } from './vscode/server';
import { webBuild } from './vscode/webBuild';

const usage = 'Usage: npm start -- [--service URL | --profile NAME [--still]] [--port N] [--no-open]';

/** A machine of the demo fails and recovers, which only a refresh shows. */
const demoSettings = { 'poolview.autoRefreshSeconds': 15 };

/** Starts a VS Code that has Poolview installed and shows the demo, or connects to another service, in the browser. */
await runScript(async () => {
  const { service, isOwnService, port, opensBrowser } = options();
  const build = await webBuild();
  const extensions = [await packagedExtension(), await buildStarter()];
  const suggestion = await service?.();
  console.log(`Starting VS Code ${build.version}…`);
  const server = await startServer(build, {
    settings: isOwnService ? quietSettings : { ...quietSettings, ...demoSettings },
    extensions,
    port,
    env: suggestion ? { POOLVIEW_START_NAME: suggestion.name, POOLVIEW_START_URL: suggestion.baseUrl } : {},
  });
  console.log(suggestion?.hint ?? 'Poolview shows the demo, and refreshes it every 15 seconds.');
  console.log('Press Ctrl+C to stop VS Code. Changes you make in it are not kept. Open it in a browser:');
  console.log(server.url);
  if (opensBrowser) await openBrowser(server.url);
  await server.ended;
  throw new Problem('The VS Code server has stopped.');
});

/** A service to fill in when Poolview asks for one. */
interface Suggestion {
  readonly name: string;
  readonly baseUrl: string;
  readonly hint: string;
}

interface Options {
  /** The demo if undefined. */
  readonly service: (() => Suggestion | Promise<Suggestion>) | undefined;
  /** Whether it is a service of the user, not the demo. */
  readonly isOwnService: boolean;
  readonly port: number;
  readonly opensBrowser: boolean;
}

/** @throws {Problem} if the command line is invalid */
function options(): Options {
  const { service, profile, still = false, port, 'no-open': noOpen = false } = commandLine();
  if (service !== undefined && profile !== undefined) {
    throw new Problem(
      `--service and --profile can't be used together: --profile is for the demo service.\n${usage}`,
    );
  }
  if (still && profile === undefined) throw new Problem(`--still can only be used with --profile.\n${usage}`);
  return {
    service:
      service !== undefined
        ? serviceAt(service)
        : profile !== undefined
          ? demoService(profile, still)
          : undefined,
    isOwnService: service !== undefined,
    port: portNumber(port),
    opensBrowser: !noOpen && hasDisplay(),
  };
}

function commandLine() {
  try {
    return parseArgs({
      options: {
        service: { type: 'string' },
        profile: { type: 'string' },
        still: { type: 'boolean' },
        port: { type: 'string' },
        'no-open': { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

function serviceAt(text: string): Options['service'] {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new Problem(
      `--service needs the base URL of a service, such as https://api.example.com, not "${text}".`,
    );
  }
  return () => ({ name: new URL(text).host, baseUrl: text, hint: 'Poolview asks for your API key.' });
}

function demoService(text: string, isStill: boolean): Options['service'] {
  const profile = profiles.find((name) => name === text);
  if (!profile) throw new Problem(`--profile needs one of ${profiles.join(', ')}, not "${text}".`);
  return () => startDemo(profile, isStill);
}

async function startDemo(profile: Profile, isStill: boolean): Promise<Suggestion> {
  const { baseUrl, apiKey } = await startDemoService({ profile, isUnsteady: !isStill });
  return {
    name: `Demo service (${profile})`,
    baseUrl,
    hint: `When Poolview asks for the API key, enter ${apiKey}`,
  };
}

/** 0 by default, which uses a free port. */
function portNumber(text = '0'): number {
  const port = /^\d+$/.test(text) ? Number(text) : NaN;
  if (!(port <= 65535)) throw new Problem(`--port needs a number up to 65535, not "${text}".`);
  return port;
}

/** On Linux, a browser needs a display; WSL uses the browser of Windows. */
function hasDisplay(): boolean {
  const { DISPLAY, WAYLAND_DISPLAY, WSL_DISTRO_NAME } = process.env;
  return process.platform !== 'linux' || Boolean(DISPLAY ?? WAYLAND_DISPLAY ?? WSL_DISTRO_NAME);
}

async function openBrowser(url: string): Promise<void> {
  const browser = await open(url);
  browser.once('error', () => {
    console.log(`Couldn't open a browser. Open this URL yourself:\n${url}`);
  });
}
