import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { bundle } from './bundle';
import { fromRoot } from './paths';
import { Problem, runScript } from './script';

// `npm run fuzz [-- SECONDS] [TARGET…]`: tries inputs that reach new code, in all targets of `test/fuzz` or those that are named.
// What it has learned stays in `dist-test`, so that another run goes on from there.

const [seconds = '600', ...named] = process.argv.slice(2);
const folder = 'dist-test/fuzz';
const findings = fromRoot(folder, 'findings');

/** Every number that the fuzzer counts. */
const counted = /stat::number_of_executed_units: (\d+)/;

/** The oldest GNU libc that the prebuilt fuzzer runs with, as major and minor version. */
const oldestLibc = [2, 38] as const;

await runScript(async () => {
  const libc = libcVersion();
  if (isOlder(libc)) {
    throw new Problem(
      `npm run fuzz needs glibc ${oldestLibc.join('.')} or newer on Linux. This system has ${libc ?? ''}.`,
    );
  }
  const all = await readdir(fromRoot('test/fuzz/corpus'));
  const targets = named.length > 0 ? named : all;
  const unknown = targets.find((target) => !all.includes(target));
  if (unknown !== undefined || !(Number(seconds) > 0)) {
    throw new Problem(`npm run fuzz -- SECONDS TARGET…, with targets of ${all.join(', ')}`);
  }
  await rm(findings, { recursive: true, force: true });
  await mkdir(findings, { recursive: true });
  // Only Poolview's own code leads to new inputs.
  await bundle(fromRoot(), folder, { entryPoints: ['test/fuzz/targets.ts'], packages: 'external' });
  let failed = 0;
  for (const target of targets) {
    const { code, output } = await fuzz(target, Math.ceil(Number(seconds) / targets.length));
    const [, inputs] = counted.exec(output) ?? [];
    if (inputs === undefined) throw new Problem(output);
    console.log(`${target}: ${Number(inputs).toLocaleString('en')} inputs`);
    if (code === 0) continue;
    console.error(output);
    failed++;
  }
  for (const file of await readdir(findings)) console.error(`Finding: ${folder}/findings/${file}`);
  return failed === 0 ? 0 : 1;
});

/** Such as 2.36; undefined on other systems than Linux with glibc. */
function libcVersion(): string | undefined {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime;
}

function isOlder(libc: string | undefined): boolean {
  const [major = 0, minor = 0] = libc?.split('.').map(Number) ?? oldestLibc;
  return major < oldestLibc[0] || (major === oldestLibc[0] && minor < oldestLibc[1]);
}

async function fuzz(target: string, maxSeconds: number): Promise<{ code: number | null; output: string }> {
  const learned = fromRoot(folder, 'corpus', target);
  await mkdir(learned, { recursive: true });
  const fuzzer = spawn(
    process.execPath,
    [
      fromRoot('node_modules/@jazzer.js/core/dist/cli.js'),
      fromRoot(folder, 'targets.cjs'),
      `--fuzzEntryPoint=${target}`,
      `--includes=${folder}`,
      // In milliseconds: a busy computer may stop for seconds.
      '--timeout=30000',
      // They look for calls that the extension does not make.
      '--disableBugDetectors=.*',
      learned,
      fromRoot('test/fuzz/corpus', target),
      '--',
      `-max_total_time=${maxSeconds}`,
      `-artifact_prefix=${findings}/${target}-`,
      '-print_final_stats=1',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const [output, [code]] = await Promise.all([
    text(fuzzer.stderr),
    once(fuzzer, 'close') as Promise<[number | null]>,
  ]);
  return { code, output };
}
