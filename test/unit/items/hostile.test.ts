import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { jsonDocument } from '../../../src/text/document';
import { errorSentence } from '../../../src/text/errors';
import { lines, fieldTable } from '../../../src/text/markdown';
import { clusterHover } from '../../../src/items/kinds/clusterHover';
import { machineHealth, machineHover } from '../../../src/items/kinds/machine';
import { poolHover } from '../../../src/items/kinds/pool';
import { projectHover } from '../../../src/items/kinds/project';
import { hideSecret } from '../../../src/text/secrets';
import { yamlDocument } from '../../../src/text/yamlDocument';
import { ServiceError, type ServiceErrorKind } from '../../../src/service/errors';
import { clusterWith } from '../support/clusters';
import { anyJson, attacks, hostileText, inOrder, unwanted } from '../support/hostile';
import { renderTable } from '../support/markdown';
import {
  allPlaces,
  clusterFrom,
  foundClusterFrom,
  machineFrom,
  poolFrom,
  projectFrom,
  specWith,
} from '../support/resources';

const now = Date.UTC(2026, 10, 21, 12);

/** The hovers of all kinds of items, with `text` as every text and `count` entries in every list. */
function hoversOf(text: string, count = 2): Readonly<Record<string, string>> {
  // The cloud type with the most fields.
  const cloudType = 'vsphere';
  const all = <Value>(value: Value): readonly Value[] => Array.from({ length: count }, () => value);
  const texts = all(text).map((same, index) => `${index}${same}`);
  const pairs = texts.map((key) => [key, text] as const);
  const references = all({ name: text, uid: text });
  const time = new Date(now - 1000).toISOString();
  const metadata = {
    name: text,
    uid: text,
    annotations: Object.fromEntries([['description', text], ...pairs]),
    labels: Object.fromEntries([...pairs, ...texts.map((key) => [`${key} tag`, `${text}__tag`] as const)]),
    creationTimestamp: time,
  };
  const condition = { type: text, status: text, reason: text, message: text };
  const health = {
    state: text,
    agentVersion: text,
    conditions: all(condition),
    lastHeartBeatTimestamp: time,
  };
  const location = { regionName: text, countryName: text };
  /** All fields of the cloud type as lists, and all sizes as numbers. */
  const spec = specWith(
    allPlaces(cloudType).map(
      (place) => [place, /cpu|mem|disk|storage/i.test(place) ? 1e308 : texts] as const,
    ),
  );
  const nic = { networkName: text, privateIPs: texts.slice(0, 100), publicIp: text, macAddress: text };
  const machine = machineFrom(
    {
      kind: text,
      metadata,
      spec: { ...spec, nics: all(nic) },
      status: {
        addresses: texts.map((address) => ({ address, type: text })),
        health,
        instanceState: text,
        maintenanceStatus: { action: text, message: text, state: text },
      },
    },
    cloudType,
  );
  const project = projectFrom({
    metadata,
    specSummary: { logoUrl: text, teams: references, users: references },
    status: {
      status: { isDisabled: true, cleanUpStatus: { cleanedResources: texts, msg: text, state: text } },
      usage: { clusters: references },
    },
  });
  const messages = all({ type: text, message: text, relatedObject: { kind: text, name: text } });
  const packs = ['k8s', 'os', 'cni', 'csi'].map((layer) => ({ layer, name: text, version: text }));
  const search = foundClusterFrom({
    metadata,
    specSummary: {
      archTypes: texts,
      cloudAccountMeta: { name: text },
      cloudConfig: { uid: text, cloudType: text },
      clusterProfileTemplate: { name: text },
      clusterProfileTemplates: all({ name: text, profileVersion: text, packs }),
    },
    status: {
      state: text,
      health: { ...health, conditions: messages },
      location,
      metrics: { cpu: { total: 1, usage: 1, unit: text } },
      updates: { isUpdatesPending: true },
    },
  });
  const own = clusterFrom({
    metadata,
    status: {
      state: text,
      location,
      conditions: all(condition),
      apiEndpoints: all({ host: text, port: 1 }),
      repave: { state: text },
    },
  });
  const pool = poolFrom({
    ...spec,
    name: text,
    labels: texts,
    azs: texts,
    taints: texts.map((key) => ({ key, value: text, effect: text })),
    machinePoolProperties: { archType: text },
    updateStrategy: { type: text },
  });
  const pack = { name: text, version: text, condition: { ...condition, type: 'Error' } };
  const overview = {
    status: {
      packs: all(pack),
      conditions: all(condition),
      kubeMeta: { kubernetesVersion: text },
      upgrades: all({ reason: [text], timestamp: now }),
    },
  };
  const summary = { name: text, uid: text };
  const { severity } = machineHealth(machine, now);
  const ref = { cloudType, configUid: text, poolName: text };
  return {
    project: fieldTable(projectHover(project, now)),
    'cluster that was found': fieldTable(clusterHover(clusterWith({ summary, search, overview }, now), now)),
    'cluster that was read': fieldTable(clusterHover(clusterWith({ summary, own }, now), now)),
    'machine pool': fieldTable(poolHover({ ref, pool }, [severity])),
    machine: fieldTable(machineHover(machine, now)),
  };
}

/** Each attack alone, and some texts with several. */
const withAttacks = {
  numRuns: attacks.length + 40,
  examples: attacks.map((attack): [string] => [attack]),
};

describe('hovers of hostile items', () => {
  it('are one table of plain text each [guarantee: plain-text]', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        for (const [name, markdown] of Object.entries(hoversOf(text))) {
          const rows = renderTable(markdown);
          // One row for each line except the rule below the header, so nothing is outside the table.
          expect(rows, name).toHaveLength(markdown.split('\n').length - 1);
          expect(new Set(rows.map((cells) => cells.length)), name).toEqual(new Set([2]));
          for (const cell of rows.flat()) expect(cell, name).not.toMatch(unwanted);
        }
      }),
      withAttacks,
    );
  });

  it("stay below VS Code's limit, in whole lines", () => {
    // VS Code cuts Markdown off there, even in the middle of an escape sequence.
    const limit = 100_000;
    for (const [name, hover] of Object.entries(hoversOf('|'.repeat(1000), 200))) {
      expect(hover.length, name).toBeLessThan(limit);
    }
    const table = fieldTable([['Label', Array.from({ length: 101 }, () => '.'.repeat(990))]]).split('\n');
    expect(table.join('\n').length).toBeGreaterThan(0.75 * limit);
    expect(table.join('\n').length).toBeLessThan(limit);
    expect(table.at(-2)).toMatch(/^\| {2}\| \.{990} \|$/);
    expect(table.at(-1)).toBe('| … |  |');
  });
});

describe('a list in a hover', () => {
  const shown = (count: number, value: string) =>
    lines(
      Array.from({ length: count }, () => value),
      String,
    );

  it('has 50 values and 4,000 characters, and says how many more there are', () => {
    expect(shown(50, 'x')).toHaveLength(50);
    expect(shown(2051, 'x')).toEqual([...shown(50, 'x'), 'and 2,001 more']);
    expect(shown(40, 'x'.repeat(1000))).toEqual([...shown(5, 'x'.repeat(1000)), 'and 35 more']);
  });

  it('is truncated wherever it is', () => {
    const { machine = '', project = '', 'machine pool': pool = '' } = hoversOf('', 200);
    const counts = [machine, project, pool].map((markdown) => markdown.match(/and 1\d\d more/g)?.length);
    expect(counts).toEqual([15, 6, 13]);
  });
});

describe('a hostile error', () => {
  const kinds: readonly ServiceErrorKind[] = ['serviceFault', 'invalidRequest', 'redirected'];
  const sentenceOf = (text: string, kind: ServiceErrorKind): string => {
    const texts = { code: text, serviceMessage: text, ref: text, redirectOrigin: text };
    return errorSentence(new ServiceError({ kind, operation: 'listMachines', status: 500, ...texts }));
  };

  it('is one line of plain text', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        for (const kind of kinds) expect(sentenceOf(text, kind)).not.toMatch(unwanted);
      }),
      withAttacks,
    );
  });

  it.each(kinds)('is short, however long its texts are: %s', (kind) => {
    for (const text of ['x'.repeat(1000), `https://${'x'.repeat(1000)}.example`]) {
      expect(sentenceOf(text, kind).length).toBeLessThan(700);
    }
  });
});

describe('a document', () => {
  const tooDeep = 'This item is nested too deeply to be shown.';
  const nested = (depth: number): unknown => JSON.parse(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`);

  it('contains what the service returned, as JSON and as YAML', () => {
    const anyObject = fc.array(fc.tuple(hostileText, anyJson), { maxLength: 5 }).map((members) => {
      const names = new Map(members.map(([name, json]) => [JSON.stringify(name), json]));
      return `{${[...names].map(([name, json]) => `${name}:${json}`).join()}}`;
    });
    fc.assert(
      fc.property(anyObject, hostileText, (text, comment) => {
        const json: unknown = JSON.parse(text);
        const { source } = machineFrom(json);
        const asJson = jsonDocument(source);
        const asYaml = yamlDocument(source, [comment]);
        for (const document of [asJson, asYaml]) {
          expect(document.replaceAll('\n', ' ')).not.toMatch(unwanted);
        }
        const read: unknown = JSON.parse(asJson);
        // Too deeply nested to be written.
        if (typeof read === 'string') {
          expect(text.includes('['.repeat(150))).toBe(true);
          expect(asYaml).toContain(tooDeep);
          return;
        }
        // Compare as text: the values can be too deep for a structural comparison.
        expect(JSON.stringify(read) === JSON.stringify(json, hideSecret)).toBe(true);
        expect(inOrder(parse(asYaml)) === inOrder(read)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('says when it is nested too deeply to show', () => {
    for (const depth of [200, 100_000]) {
      expect(JSON.parse(jsonDocument(nested(depth)))).toBe(tooDeep);
      expect(yamlDocument(nested(depth), ['x'])).toBe(`# x\n# ${tooDeep}\n`);
    }
    for (const document of [jsonDocument(nested(199)), yamlDocument(nested(199), [])]) {
      expect(parse(document)).toEqual(nested(199));
      expect(document.length).toBeLessThan(300 * 400);
    }
  });

  it('that is huge is valid YAML: JSON below a comment', () => {
    const source = { spec: { az: 'x'.repeat(200_000) }, status: { ready: true } };
    const text = yamlDocument(source, ['first', 'second']);
    expect(text).toMatch(/^# first\n# second\n\n\{\n {2}"status"/);
    expect(parse(text)).toEqual(source);
  });
});
