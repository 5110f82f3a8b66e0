import { parseArgs } from 'node:util';
import { profiles, type Profile } from '../../src/demo/profiles';
import { packagedExtension } from './packaged';
import { quietSettings } from './profile';
import { Problem, runScript } from './script';
import { startServer } from './server';
import { buildStarter } from './starter/build';
import { webBuild } from './webBuild';

/** Starts a VS Code with Poolview in it for a browser, with its demo or with the service that the user connects to. */
await runScript(async () => {
  const { service, profile, port } = options();
  const build = await webBuild();
  const extensions = [await packagedExtension(), await buildStarter()];
  const suggestion = profile === undefined ? service : await demoService(profile);
  const server = await startServer(build, {
    settings: quietSettings,
    extensions,
    port,
    env:
      suggestion === undefined
        ? {}
        : { POOLVIEW_START_NAME: suggestion.name, POOLVIEW_START_URL: suggestion.baseUrl },
  });
  console.log(`
Poolview runs in VS Code ${build.version}. Open this in a browser:

  ${server.url}

${suggestion?.hint ?? 'It shows the demo.'}
Ctrl+C stops it. What you set there is not kept.`);
  await server.ended;
  throw new Problem("VS Code's server ended.");
});

/** What the input boxes of Poolview suggest. */
interface Suggestion {
  readonly name: string;
  readonly baseUrl: string;
  readonly hint: string;
}

async function demoService(profile: Profile): Promise<Suggestion> {
  // Loaded only when it is asked for.
  const { startDemoService } = await import('../../src/demo/server');
  const { baseUrl, apiKey } = await startDemoService({ profile });
  return {
    name: `Demo service (${profile})`,
    baseUrl,
    hint: `When it asks for the API key, enter ${apiKey}`,
  };
}

/** @throws {Problem} when the command line makes no sense */
function options(): { service: Suggestion | undefined; profile: Profile | undefined; port: number } {
  const { service, profile, port } = commandLine();
  if (service !== undefined && profile !== undefined) {
    throw new Problem('--profile is for the demo service: it goes without --service.');
  }
  return {
    service: service === undefined ? undefined : serviceAt(service),
    profile: profile === undefined ? undefined : profileName(profile),
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

function profileName(text: string): Profile {
  const profile = profiles.find((name) => name === text);
  if (!profile) {
    throw new Problem(`--profile needs one of ${profiles.join(', ')}, not "${text}".`);
  }
  return profile;
}

function serviceAt(text: string): Suggestion {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new Problem(
      `--service needs the base URL of a service, such as https://api.example.com, not "${text}".`,
    );
  }
  return { name: new URL(text).host, baseUrl: text, hint: 'It asks for your API key.' };
}

/** 0, which takes a free port, if left out. */
function portNumber(text = '0'): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new Problem(`--port needs a number up to 65535, not "${text}".`);
  }
  return port;
}
