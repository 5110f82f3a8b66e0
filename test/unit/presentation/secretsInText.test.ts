import { describe, expect, it } from 'vitest';
import { escapeMarkdown } from '../../../src/presentation/markdown';
import { jsonDocument } from '../../../src/presentation/document';
import { withoutSecrets } from '../../../src/presentation/secrets';
import { sanitizeLine, sanitizeLineForModel } from '../../../src/presentation/text';

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';

const hiding: readonly (readonly [text: string, shown: string])[] = [
  ['https://admin:hunter2@registry.acme.dev/v2/', 'https://(hidden)@registry.acme.dev/v2/'],
  ['pull https://hunter2@git.acme.dev/a.git', 'pull https://(hidden)@git.acme.dev/a.git'],
  ['postgres://app:hunter2@10.0.0.5:5432/db', 'postgres://(hidden)@10.0.0.5:5432/db'],
  ['redis://:hunter2@cache', 'redis://(hidden)@cache'],
  [
    'helm login --username admin --password hunter2 acme.dev',
    'helm login --username admin --password (hidden) acme.dev',
  ],
  ['kubeadm join --token=hunter2 --v=5', 'kubeadm join --token=(hidden) --v=5'],
  ['DB_PASSWORD=hunter2', 'DB_PASSWORD=(hidden)'],
  ['env: DB_PASSWORD=hunter2 DB_USER=app', 'env: DB_PASSWORD=(hidden) DB_USER=app'],
  ['export API_KEY="hunter2 and more"', 'export API_KEY="(hidden)"'],
  [
    'AccountName=acme;AccountKey=hunter2==;EndpointSuffix=x',
    'AccountName=acme;AccountKey=(hidden);EndpointSuffix=x',
  ],
  ['url?user=app&password=hunter2&x=1', 'url?user=app&password=(hidden)&x=1'],
  ['password: hunter2', 'password: (hidden)'],
  ['user: app\nadminPassword: hunter2 and more\nport: 5', 'user: app\nadminPassword: (hidden)\nport: 5'],
  ['- client-secret: "hunter2"', '- client-secret: "(hidden)"'],
  ['Authorization: Bearer hunter2', 'Authorization: (hidden)'],
  ['curl -H "Accept: json" with Bearer hunter2', 'curl -H "Accept: json" with Bearer (hidden)'],
  [`the token ${jwt} is old`, 'the token (hidden) is old'],
  [
    'failed to apply {"user":"app","password":"hunter2"}',
    'failed to apply {"user":"app","password":"(hidden)"}',
  ],
  ['\ufeff{"password":"hunter2","user":"app"}', '{"password":"(hidden)","user":"app"}'],
  ['{"password":"hunter2","password":"hunter2"}', '{"password":"(hidden)"}'],
  ['{"password":"hunter2","password":""}', '{"password":"(hidden)","password":""}'],
  ['applied {"password":"hunter2", and was cut', 'applied {"password":"(hidden)", and was cut'],
  ['"{\\"password\\":\\"hunter2\\"}"', '"{\\"password\\":\\"(hidden)\\"}"'],
  ['["PASSWORD","hunter2"]', '["PASSWORD","(hidden)"]'],
  ['["run","--password","hunter2"]', '["run","--password","(hidden)"]'],
  ['{"label":"password","text":"hunter2"}', '{"label":"password","text":"(hidden)"}'],
  ...['joinCommand', 'registrationUrl', 'registrationCode', 'webhookUrl', 'sas', 'sharedAccessSignature'].map(
    (name) => [`${name}: hunter2`, `${name}: (hidden)`] as const,
  ),
  ['accessKeyId=hunter2', 'accessKeyId=(hidden)'],
  ['pin=4711', 'pin=(hidden)'],
];

describe('texts of the service', () => {
  it.each(hiding)('hide secrets: %s', (text, shown) => {
    expect(withoutSecrets(text).replace('\ufeff', '')).toBe(shown);
    expect(withoutSecrets(withoutSecrets(text))).toBe(withoutSecrets(text));
  });

  it.each(hiding)('hide them in rows, hovers, documents and for agents: %s', (text) => {
    const everywhere = [
      sanitizeLine(text),
      sanitizeLineForModel(text),
      escapeMarkdown(text),
      jsonDocument({ status: { message: text } }),
    ];
    for (const shown of everywhere) expect(shown).not.toMatch(/hunter2|4711|dozjgNry/);
  });

  it.each([
    'Secret "registry" not found',
    'secret: not found',
    'The token expired. Token: expired',
    'password: invalid',
    'Error: password is too short: use 12 characters',
    'authentication required: no bearer token',
    'Failed to pull image "registry.acme.dev/app:1.2@sha256:0f3c": not found',
    'ssh://core@10.0.0.5 and git@github.com:acme/app.git',
    'https://acme.dev:8443/path?x=1#y',
    'mail: jane@acme.dev',
    'kubernetes.io/os: linux, node-role.kubernetes.io/control-plane',
    'secretName: registry',
    'tokenCount: 5',
    'max_tokens=4096',
    'commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b',
    'https://acme.dev/login: 401 (token rejected)',
    '0/3 nodes are available: 1 node(s) had untolerated taint {key: value}',
    '2026-11-25T10:00:00Z level=warn msg="disk pressure"',
    'Updated 07:42',
  ])('stay as they are without one: %s', (text) => {
    expect(withoutSecrets(text)).toBe(text);
    expect(sanitizeLine(text)).toBe(text);
  });

  it.each([
    'password=',
    'password: ',
    '"password":"',
    "password='",
    '--password ',
    'a:b@',
    'https://a:',
    '//',
    'eyJ',
    'Bearer ',
    '[',
    '{"',
    '{"a":',
    '\\',
    '\\"',
    'a=',
    'a:',
    '-',
    'é',
    'eyJhbGciOiJI.',
    ', a: ',
    '\n',
  ])('take a time in proportion to their length, or this test would not end: %j', (part) => {
    expect(withoutSecrets(part.repeat(100_000))).not.toBe('');
  });
});
