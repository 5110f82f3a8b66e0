import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { clusterSource } from '../../../src/presentation/cluster';
import { jsonDocument } from '../../../src/presentation/document';
import { yamlDocument } from '../../../src/presentation/yamlDocument';
import { cloudConfigFrom, foundClusterFrom, machineFrom } from '../support/resources';

const namesOfSecrets = [
  ...[
    'secretKey',
    'secret-key',
    'accessKey',
    'access-key',
    'AWSSecretAccessKey',
    'apiKey',
    'api-key',
    'API_KEY',
    'apikey',
  ],
  ...[
    'private-key',
    'sshPrivateKey',
    'privateKeyPEM',
    'privatekey',
    'tlsKey',
    'tls.key',
    'TLSKey',
    'clientKeyData',
  ],
  ...['client-key-data', 'certificateKey', 'signing_key', 'key.pem', 'hostKey', 'encryptionKeys', 'hostkey'],
  ...[
    'kubeconfig',
    'kube-config',
    'kubeConfig',
    'KUBECONFIG',
    'adminKubeconfig',
    'userData',
    'user-data',
    'USER_DATA',
  ],
  ...[
    'password',
    'passwords',
    'adminPassword',
    'adminpassword',
    'PassWord',
    'password2',
    'db_passwd',
    'smtp-pass',
    'pwd',
  ],
  ...[
    'passphrase',
    'client_secret',
    'secretValue',
    'tokenValue',
    'tokens',
    'bearer',
    'bootstrapToken',
    'idToken',
  ],
  ...[
    'authorization',
    'Authorization',
    'proxyAuthorization',
    'auth',
    'auths',
    'basicAuth',
    'basicauth',
    'authHeader',
  ],
  ...['connectionString', 'connection_strings', 'dockerconfigjson', '.dockerconfigjson', 'dockerConfigJson'],
  ...[
    'activationLink',
    'activation-code',
    'importLink',
    'redirectUri',
    'redirect_url',
    ...['activationlink', 'ACTIVATIONLINK', 'Activation_Link', 'redirecturi', 'REDIRECTURI', 'RedirectURIs'],
    'credentials',
    'awsCreds',
    'cookie',
  ],
  ...[
    'joinCommand',
    'registrationUrl',
    'REGISTRATION_CODE',
    'webhookUrl',
    'webhook-url',
    'sas',
    'sasUrl',
    'pin',
  ],
  ...['sharedAccessSignature', 'accessKeyId', 'AWS_ACCESS_KEY_ID', 'sas_token'],
  ...['example.com/api-key', 'pass\u200bword', 'ｐａｓｓｗｏｒｄ'],
];

/** Names of public keys, of secrets, and of what only reads like a secret. */
const otherNames = [
  ...[
    'publicKey',
    'sshPublicKey',
    'sshKey',
    'sshKeys',
    'ssh_public_keys',
    'authorizedKeys',
    'PublicKeyPem',
    'rootCaCertificate',
    'caCert',
  ],
  ...[
    'secretName',
    'secretname',
    'secret-ref',
    'secretKeyRef',
    'sshKeyName',
    'keyName',
    'secretUID',
    'tokenIDs',
  ],
  ...[
    'tokenCount',
    'tokenExpiry',
    'tokenUrl',
    'passwordPolicy',
    'passwordChangedAt',
    'kubeconfigPath',
    'credentialType',
  ],
  ...[
    'key',
    'keys',
    'keyValue',
    'topologyKey',
    'labelKey',
    'diffConfigKeys',
    'kmsKey',
    'keyPair',
    'authMode',
    'authServer',
  ],
  ...[
    'monkey',
    'keyboard',
    'tokenizer',
    'secretary',
    'author',
    'authority',
    'compass',
    'bypass',
    'passenger',
    'capital',
    'pinned',
    'spinner',
    'registrationState',
    'webhookName',
  ],
  ...[
    'secrets.example.com/region',
    'api-key.example.com/mode',
    'data',
    'userCount',
    'cloudConfig',
    'redirects',
    'linkState',
  ],
];

/** The value as documents show it. */
function shownOf(value: unknown): unknown {
  return JSON.parse(jsonDocument(value));
}

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

  it('has no tabs, which editors show as any number of spaces', () => {
    for (const source of [{ '': '"\t' }, { a: '\tb' }, ['c\t', '\t']]) {
      const text = yamlDocument(source, []);
      expect(text).not.toContain('\t');
      expect(parse(text)).toEqual(source);
    }
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

  it.each(namesOfSecrets)('hides %s whatever its value', (name) => {
    for (const value of ['x', ['x'], { v: 'x' }, 5]) {
      const { source } = machineFrom({ spec: { [name]: value } });
      const expected = { spec: { [name]: '(hidden)' } };
      expect(JSON.parse(jsonDocument(source))).toEqual(expected);
      expect(parse(yamlDocument(source, []))).toEqual(expected);
    }
  });

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

  it('shows numbers that count something', () => {
    expect(shownOf({ maxTokens: 5, numSecrets: 2, token: 5 })).toEqual({
      maxTokens: 5,
      numSecrets: 2,
      token: '(hidden)',
    });
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
    const part = 'secretDataKeyAuth-dataSECRETs./';
    const names = [
      part.repeat(100_000),
      'x'.repeat(3_000_000),
      'secret-'.repeat(400_000),
      '.'.repeat(3_000_000),
    ];
    const document = jsonDocument(
      Object.fromEntries(names.map((name) => [`${name}x`, { [`${name}1`]: 'x' }])),
    );
    expect(document.length).toBeGreaterThan(10_000_000);
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
