import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { clusterSource } from '../../../src/presentation/cluster';
import { jsonDocument } from '../../../src/presentation/document';
import { yamlDocument } from '../../../src/presentation/yamlDocument';
import { cloudConfigFrom, foundClusterFrom, machineFrom } from '../support/resources';

describe('a document', () => {
  it('contains everything the service returned, including unknown fields', () => {
    const json = { kind: 'X', spec: { unknownField: [{ a: 1 }, null, true] }, later: 'added' };
    const { source } = machineFrom(json);
    expect(JSON.parse(jsonDocument(source))).toEqual(json);
    expect(parse(yamlDocument(source, []))).toEqual(json);
  });

  it('shows invisible characters as escapes, unless they shape the one in front of them', () => {
    const json = { name: 'prod\u200b\u{e0041}', label: '\u2764\ufe0f' };
    const { source } = machineFrom(json);
    expect(jsonDocument(source)).toContain(String.raw`"prod\u200b\udb40\udc41"`);
    expect(yamlDocument(source, [])).toBe('name: "prod\\u200b\\U000e0041"\nlabel: \u2764\ufe0f\n');
    expect(JSON.parse(jsonDocument(source))).toEqual(json);
    expect(parse(yamlDocument(source, []))).toEqual(json);
  });

  it('hides the values of secrets but keeps their names', () => {
    const spec = {
      rootCaPrivateKey: '-----BEGIN',
      nested: [{ packServerSecret: 's', adminPassword: 'p', bootstrapToken: 't', activationCode: 'c' }],
      sshPublicKey: 'ssh-ed25519 AAAA',
      sshKeyName: 'ops',
      secretName: 'name-of-one',
      password: '',
    };
    const { rootCaPrivateKey, nested, ...rest } = (
      JSON.parse(jsonDocument(machineFrom({ spec }).source)) as { spec: typeof spec }
    ).spec;
    expect(rootCaPrivateKey).toBe('(hidden)');
    expect(Object.values(nested[0] ?? {})).toEqual(Array.from({ length: 4 }, () => '(hidden)'));
    expect(rest).toEqual({
      sshPublicKey: 'ssh-ed25519 AAAA',
      sshKeyName: 'ops',
      secretName: 'name-of-one',
      password: '',
    });
  });

  it.each([
    'secretKey',
    'accessKey',
    'apiKey',
    'kubeconfig',
    'bearer',
    'userData',
    'passwords',
    'sshPrivateKey',
    'client_secret',
    'tokens',
  ])('hides %s whatever its value', (name) => {
    for (const value of ['x', ['x'], { v: 'x' }, 5]) {
      const { source } = machineFrom({ spec: { [name]: value } });
      const expected = { spec: { [name]: '(hidden)' } };
      expect(JSON.parse(jsonDocument(source))).toEqual(expected);
      expect(parse(yamlDocument(source, []))).toEqual(expected);
    }
  });
});

describe('YAML', () => {
  it('starts with the most useful fields, below a comment', () => {
    const { source } = machineFrom({
      kind: 'OpenStackMachine',
      metadata: { name: 'cp-1', uid: 'u-1' },
      spec: { az: 'az1' },
      status: { instanceState: 'Running', health: { conditions: [{ type: 'Ready', status: 'True' }] } },
    });
    expect(yamlDocument(source, ['Healthy', 'payments › payments-eu'])).toBe(
      `# Healthy
# payments › payments-eu

status:
  instanceState: Running
  health:
    conditions:
      - type: Ready
        status: "True"
spec:
  az: az1
metadata:
  name: cp-1
  uid: u-1
kind: OpenStackMachine
`,
    );
  });

  it('keeps long lines and line breaks of messages', () => {
    const long = 'word '.repeat(50).trim();
    const { source } = machineFrom({ a: long, b: 'one\ntwo\n' });
    expect(yamlDocument(source, [])).toBe(`a: ${long}\nb: |\n  one\n  two\n`);
  });
});

describe('the source of a cluster', () => {
  const usage = { uid: 'u', name: 'n' };

  it('is the project summary if nothing else was loaded', () => {
    expect(clusterSource({ usage })).toEqual(usage);
  });

  it('is the cluster itself, with the cloud config once that is loaded', () => {
    const json = { metadata: { name: 'n' }, cloudConfig: 'its own' };
    const config = cloudConfigFrom({ spec: { machinePoolConfig: [] } });
    expect(clusterSource({ usage, found: foundClusterFrom({}), config })).toEqual({
      cloudConfig: config.source,
    });
    expect(clusterSource({ usage, found: foundClusterFrom(json), config })).toEqual(json);
  });
});
