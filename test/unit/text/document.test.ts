import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { clusterSource, type ClusterSources } from '../../../src/items/cluster';
import { jsonDocument } from '../../../src/text/document';
import { yamlDocument } from '../../../src/text/yamlDocument';
import { clusterWith } from '../support/clusters';
import { cloudConfigFrom, clusterFrom, foundClusterFrom, machineFrom } from '../support/resources';

/** Words that name a secret, however they are joined. */
const wordsOfSecrets: Readonly<Record<string, readonly string[]>> = {
  keys: ['secret key', 'access key', 'api key', 'private key', 'tls key', 'host key', 'encryption keys'],
  keysOfSomething: ['client key data', 'certificate key', 'aws secret access key', 'key pem'],
  files: ['kube config', 'admin kube config', 'user data', 'docker config json', 'connection strings'],
  passwords: ['admin passwords', 'db passwd', 'pass phrase', 'client secret', 'secret value', 'credentials'],
  tokens: ['bootstrap token', 'token value', 'basic auth', 'auth header', 'auths'],
  links: ['activation link', 'import link', 'redirect uris', 'redirect url', 'registration url', 'sas url'],
  others: ['activation code', 'join command', 'webhook url', 'shared access signature', 'access key id'],
};

/** The ways to write a name. */
function formsOf(words: string): readonly string[] {
  const camel = words.replaceAll(/ (.)/g, (_space, letter: string) => letter.toUpperCase());
  const joined = ['-', '_', '.', ''].map((separator) => words.replaceAll(' ', separator));
  return [...new Set([camel, ...joined, words.replaceAll(' ', '_').toUpperCase()])];
}

const secrets = Object.values(wordsOfSecrets).flat().flatMap(formsOf);
const otherSecrets = [
  ...[
    'AWSSecretAccessKey',
    'AWS_ACCESS_KEY_ID',
    'privateKeyPEM',
    'TLSKey',
    'signing_key',
    'password2',
    'pin',
  ],
  ...[
    'PassWord',
    'smtp-pass',
    'pwd',
    'bearer',
    '.dockerconfigjson',
    'awsCreds',
    'cookie',
    'sas',
    'sas_token',
  ],
  ...['example.com/api-key', 'pass\u200bword', 'ｐａｓｓｗｏｒｄ'],
];

/** Names of public keys, of secrets, and of what only reads like a secret. */
const otherNames = [
  ...['publicKey', 'sshPublicKey', 'sshKey', 'sshKeys', 'ssh_public_keys', 'authorizedKeys', 'PublicKeyPem'],
  ...['rootCaCertificate', 'caCert', 'secretName', 'secretname', 'secret-ref', 'secretKeyRef', 'sshKeyName'],
  ...['keyName', 'secretUID', 'tokenIDs', 'tokenCount', 'tokenExpiry', 'tokenUrl', 'passwordPolicy'],
  ...['passwordChangedAt', 'kubeconfigPath', 'credentialType', 'key', 'keys', 'keyValue', 'topologyKey'],
  ...['labelKey', 'diffConfigKeys', 'kmsKey', 'keyPair', 'authMode', 'authServer', 'monkey', 'keyboard'],
  ...['tokenizer', 'secretary', 'author', 'authority', 'compass', 'bypass', 'passenger', 'capital', 'pinned'],
  ...[
    'spinner',
    'registrationState',
    'webhookName',
    'secrets.example.com/region',
    'api-key.example.com/mode',
  ],
  ...['data', 'userCount', 'cloudConfig', 'redirects', 'linkState'],
];

/** The value as documents show it. */
function shownOf(value: unknown): unknown {
  return JSON.parse(jsonDocument(value));
}

describe('a document', () => {
  it('shows invisible characters as escapes, unless they shape the one in front of them [guarantee: plain-text]', () => {
    const json = { name: 'prod\u200b\u{e0041}', label: '\u2764\ufe0f' };
    const { source } = machineFrom(json);
    expect(jsonDocument(source)).toContain(String.raw`"prod\u200b\udb40\udc41"`);
    expect(yamlDocument(source, [])).toBe('name: "prod\\u200b\\U000e0041"\nlabel: \u2764\ufe0f\n');
    expect(JSON.parse(jsonDocument(source))).toEqual(json);
    expect(parse(yamlDocument(source, []))).toEqual(json);
  });

  it('has no tabs, which editors show as any number of spaces', () => {
    for (const source of [{ '': '"\t' }, { a: '\tb' }, ['c\t', '\t']]) {
      const text = yamlDocument(source, []);
      expect(text).not.toContain('\t');
      expect(parse(text)).toEqual(source);
    }
  });

  it.each([...secrets, ...otherSecrets])(
    'hides %s whatever its value [guarantee: secrets-hidden]',
    (name) => {
      for (const value of ['x', ['x'], { v: 'x' }, 5]) {
        expect(shownOf({ spec: { [name]: value } })).toEqual({ spec: { [name]: '(hidden)' } });
      }
    },
  );

  it.each(otherNames)('shows %s, which is not a secret', (name) => {
    expect(shownOf({ [name]: 'x' })).toEqual({ [name]: 'x' });
  });

  it.each(['RSA ', 'OPENSSH ', 'ENCRYPTED ', ''])('hides a private key (%s) whatever its name', (kind) => {
    const text = `-----BEGIN ${kind}PRIVATE KEY-----`;
    expect(
      shownOf({ sshKey: text, sshKeys: ['ssh-rsa AAAA', text], data: '-----BEGIN PUBLIC KEY-----' }),
    ).toEqual({
      sshKey: '(hidden)',
      sshKeys: ['ssh-rsa AAAA', '(hidden)'],
      data: '-----BEGIN PUBLIC KEY-----',
    });
  });

  it('shows numbers that count something, and empty values', () => {
    const harmless = { maxTokens: 5, numSecrets: 2, password: '', secret: null, auth: false };
    expect(shownOf({ ...harmless, token: 5 })).toEqual({ ...harmless, token: '(hidden)' });
  });

  it.each([
    ['name', 'value'],
    ['Name', 'Value'],
    ['key', 'values'],
    ['id', 'defaultValue'],
    ['kind', 'stringData'],
    ['label', 'text'],
  ])('hides what an object names by %s and holds in %s', (name, value) => {
    const named = (text: string) => ({ [name]: text, [value]: 'x', other: 'y' });
    const shown = shownOf([named('DB_PASSWORD'), named('Secret'), named('REGION'), named('SECRET_NAME')]);
    expect(shown).toEqual([
      { ...named('DB_PASSWORD'), [value]: '(hidden)' },
      { ...named('Secret'), [value]: '(hidden)' },
      named('REGION'),
      named('SECRET_NAME'),
    ]);
  });

  it('hides secrets in texts that are JSON, at any depth', () => {
    const applied = JSON.stringify({ env: [{ name: 'PASSWORD', value: 'x' }], spec: { replicas: 1 } });
    const config = JSON.stringify({ applied, auths: { 'registry.example': { auth: 'x' } } });
    const annotations = { 'example.com/config': config, plain: ' { "a" :  [1] }', broken: '{"password":' };
    const shown = shownOf({ annotations });
    expect(shown).toEqual({
      annotations: {
        ...annotations,
        'example.com/config': JSON.stringify({
          applied: applied.replace('"x"', '"(hidden)"'),
          auths: '(hidden)',
        }),
      },
    });
  });

  it('hides what follows a name in a list', () => {
    const args = ['join', '--token', 'x', '--ca-cert', 'y', '--password=x'];
    expect(shownOf({ pair: ['PASSWORD', 'x'], other: ['REGION', 'eu'], args })).toEqual({
      pair: ['PASSWORD', '(hidden)'],
      other: ['REGION', 'eu'],
      args: ['join', '--token', '(hidden)', '--ca-cert', 'y', '--password=(hidden)'],
    });
  });

  it('hides a text of JSON that is nested too deeply to be looked through', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(shownOf({ deep, name: 'x' })).toEqual({ deep: '(hidden)', name: 'x' });
  });

  it('takes time in proportion to its size', () => {
    // Quadratic time would be a minute.
    const names = ['secretDataKeyAuth-dataSECRETs./', 'x', 'secret-', '.'].map((part) =>
      part.repeat(300_000 / part.length),
    );
    const document = jsonDocument(
      Object.fromEntries(names.map((name) => [`${name}x`, { [`${name}1`]: 'x' }])),
    );
    expect(document.length).toBeGreaterThan(1_000_000);
  }, 10_000);
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
  const summary = { uid: 'u', name: 'n' };
  const json: unknown = JSON.parse('{"metadata":{"name":7},"spec":[],"__proto__":{"a":[null]},"more":{}}');
  const config = cloudConfigFrom({ spec: { machinePoolConfig: [] } });

  it.each<[string, Partial<ClusterSources>, unknown]>([
    ['the project summary if nothing else was read', {}, summary],
    ['what was found', { search: foundClusterFrom(json) }, json],
    ['what was read', { own: clusterFrom(json) }, json],
    ['both', { search: foundClusterFrom({}), own: clusterFrom(json) }, { clusterRead: json }],
    ['its cloud config, too', { search: foundClusterFrom({}), config }, { cloudConfig: config.source }],
  ])('is %s', (_what, known, source) => {
    expect(clusterSource(clusterWith({ summary, ...known }))).toEqual(source);
  });

  it('keeps a field that is called like one of its parts', () => {
    const own = { metadata: { name: 'n' }, cloudConfig: 'its own' };
    expect(clusterSource(clusterWith({ summary, search: foundClusterFrom(own), config }))).toEqual(own);
  });
});
