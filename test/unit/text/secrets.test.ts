import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../../src/text/secrets';
import { escapeMarkdown } from '../../../src/text/markdown';
import { sanitizeLine, sanitizeLineForModel } from '../../../src/text/text';

describe('a text without its secrets', () => {
  it.each([
    // URLs
    ['https://ops:hunter2@registry.example/v2', 'https://(hidden)@registry.example/v2'],
    ['pull from https://hunter2@git.example/a.git', 'pull from https://(hidden)@git.example/a.git'],
    ['postgres://ops:hunter2@db:5432/app', 'postgres://(hidden)@db:5432/app'],
    ['postgres://ops:hunt/er2@db', 'postgres://(hidden)@db'],
    ['postgres://ops:hunt@er2@db', 'postgres://(hidden)@db'],
    ['https://a.example/cb?token=hunter2&page=2', 'https://a.example/cb?token=(hidden)&page=2'],
    ['https://a.blob.example/x?sv=1&sig=hunter2', 'https://a.blob.example/x?sv=1&sig=(hidden)'],
    // Arguments
    ['login --password hunter2 -v', 'login --password (hidden) -v'],
    ['kubeadm join 10.0.0.1:6443 --token=hunter2', 'kubeadm join 10.0.0.1:6443 --token=(hidden)'],
    ['login --password "hunter 2" -v', 'login --password "(hidden)" -v'],
    ['login --password-stdin --token hunter2', 'login --password-stdin --token (hidden)'],
    ['args:\n- --token\n- hunter2\n- -v', 'args:\n- --token\n- (hidden)\n- -v'],
    ['- "--token"\r\n  - "hunter 2"', '- "--token"\r\n  - "(hidden)"'],
    ['missing --token\napi-key: hunter2', 'missing --token\napi-key: (hidden)'],
    ['- --token\n- name: PASSWORD\n  value: hunter2', '- --token\n- name: PASSWORD\n  value: (hidden)'],
    ['login --token \\\n  hunter2 -v', 'login --token \\\n  (hidden) -v'],
    // Assignments
    ['DB_PASSWORD=hunter2', 'DB_PASSWORD=(hidden)'],
    ["export API_KEY='hunter 2'; ls", "export API_KEY='(hidden)'; ls"],
    ['Server=db;Password=hunter2;Database=a', 'Server=db;Password=(hidden);Database=a'],
    ['https://a.example/x?X-Amz-Signature=hunter2&a=1', 'https://a.example/x?X-Amz-Signature=(hidden)&a=1'],
    ['https://a.example/x?Expires=1&Signature=hunter2', 'https://a.example/x?Expires=1&Signature=(hidden)'],
    // Lines
    ['password: hunter2', 'password: (hidden)'],
    ['host: db\n  password: hunter 2\nport: 1', 'host: db\n  password: (hidden)\nport: 1'],
    ['- name: DB_PASSWORD\n  value: hunter2', '- name: DB_PASSWORD\n  value: (hidden)'],
    ['key: |\n  a\ntls-key: |\n  hunter2\n  hunter2', 'key: |\n  a\ntls-key: (hidden)'],
    ['{user: ops, password: hunter2}', '{user: ops, password: (hidden)'],
    ['ｐａｓｓｗｏｒｄ: hunter2', 'ｐａｓｓｗｏｒｄ: (hidden)'],
    // Labels
    ['password:hunter2', 'password:(hidden)'],
    ['acme.example/db-password:hunter2:a', 'acme.example/db-password:(hidden)'],
    // Headers and tokens
    ['sent Bearer hunter2', 'sent Bearer (hidden)'],
    ['sent Bearer hunter2==', 'sent Bearer (hidden)'],
    ['Bearer \npassword: hunter2', 'Bearer \npassword: (hidden)'],
    ["curl -H 'Authorization: Basic hunter2'", "curl -H 'Authorization: (hidden)"],
    ['got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJodW50ZXIyIn0.c2ln here', 'got (hidden) here'],
    // JSON
    ['Error: {"password":"hunter2","a":1} end', 'Error: {"password":"(hidden)","a":1} end'],
    ['\ufeff{"password":"hunter2"}', '\ufeff{"password":"(hidden)"}'],
    [
      '[WARN] sent {"value":"hunter2","name":"PASSWORD"}',
      '[WARN] sent {"value":"(hidden)","name":"PASSWORD"}',
    ],
    ['{"password":"hunter2","password":""}', '{"password":"(hidden)","password":""}'],
    ['{"password":"hunt\\"er2","a":', '{"password":"(hidden)","a":'],
    ['{\\"token\\": \\"hunter2\\", \\"a\\": 1}', '{\\"token\\": \\"(hidden)\\", \\"a\\": 1}'],
    ['["PASSWORD","hunter2"]', '["PASSWORD","(hidden)"]'],
    ['{"label":"password","text":"hunter2"}', '{"label":"password","text":"(hidden)"}'],
    ['failed: {"auth": {"a": "hunter2"', 'failed: {"auth": (hidden)'],
    // JSON that is cut, broken or doubled
    ['{"args":["--token","hunter2"],"a":', '{"args":["--token","(hidden)"],"a":'],
    [
      '{"args": [\n  "-v",\n  "--token",\n  "hunter2",]}',
      '{"args": [\n  "-v",\n  "--token",\n  "(hidden)",]}',
    ],
    ['{\\"args\\":[\\"--token\\",\\"hunter2\\"],', '{\\"args\\":[\\"--token\\",\\"(hidden)\\"],'],
    ['{"a":["PASSWORD","hunter2"],', '{"a":["PASSWORD","(hidden)"],'],
    ["{'a': [ 'PASSWORD', 'hunt", "{'a': [ 'PASSWORD', '(hidden)'"],
    ['{"a":1}{"value":"hunter2","name":"PASSWORD"}', '{"a":1}{"value":"(hidden)","name":"PASSWORD"}'],
    [
      '[{"value":"a","name":"A"},{"value":"hunt{er2}","type":"string","name":"PASSWORD"},{"name":"B","value":"b"}',
      '[{"value":"a","name":"A"},{"value":"(hidden)","type":"string","name":"PASSWORD"},{"name":"B","value":"b"}',
    ],
    ["{'value': 'hunter2', 'name': 'PASSWORD'}", "{'value': '(hidden)', 'name': 'PASSWORD'}"],
    ['{"value":["hunter2"],"name":"PASSWORD",', '{"value":(hidden)'],
    ['{"name":"PIN","value":4711,"a":', '{"name":"PIN","value":(hidden),"a":'],
    // XML
    ['<a><password>hunter2</password><b>1</b></a>', '<a><password>(hidden)</password><b>1</b></a>'],
    ['<x:Password type="a">hunter2</x:Password>', '<x:Password type="a">(hidden)</x:Password>'],
    ['<api-key kind="a"><![CDATA[hunter2]]></api-key>', '<api-key kind="a">(hidden)</api-key>'],
    ['<add key="PASSWORD" value="hunter2"/>', '<add key="PASSWORD" value="(hidden)"/>'],
    ['<password>hunt', '<password>(hidden)'],
    // After a value that was cut off
    ['token: "cut\n{"password":"hunter2"', 'token: "(hidden)"password":"(hidden)"'],
  ])('hides the secret in %j [guarantee: secrets-hidden]', (text, shown) => {
    expect(withoutSecrets(text)).toBe(shown);
    for (const line of [sanitizeLine(text), sanitizeLineForModel(text), escapeMarkdown(text)]) {
      expect(line).not.toMatch(/hunt|eyJ|4711/);
    }
  });

  it.each([
    'token expired',
    'password: expired',
    'Password: must have 12 characters',
    'token: is not valid any more',
    'failed to get token: context deadline exceeded',
    'could not refresh credentials: exit status 1',
    'Secret "db" not found',
    'MountVolume.SetUp failed for volume "db-password": secret "db" not found',
    'MountVolume.SetUp failed for volume "kube-api-access" : configmap "ca" not registered',
    "couldn't find key password in Secret default/db",
    'secrets "regcred" is forbidden: User "ops" cannot get resource "secrets"',
    'invalid bearer token, bearer tokens are short-lived; Bearer authentication is needed',
    'WWW-Authenticate Bearer realm="https://auth.example"',
    'registry.example/vault/token-helper:1.2.3',
    'Back-off pulling image "registry.example:5000/secrets-store/driver:v1.4.0"',
    'docker-pullable://nginx@sha256:0f3c9a7d',
    'docker://nginx:1.25@sha256:0f3c9a7d',
    'https://a.example:8443/path@v2?page=2',
    'ssh://core@10.0.0.1',
    'jane@acme.example',
    'kubernetes.io/os=linux,node.kubernetes.io/instance-type=m5.large',
    'kubernetes.io/os: linux',
    'commit 9e107d9d372bb6826bd81d3542a419d6',
    'automountServiceAccountToken: false',
    'secretName: db',
    'maxTokens: 5',
    '{"a":[1,"b"],"secretName":"db","password":""}',
    '[1]: not JSON {0}',
    'kubelet has disk pressure: /var/lib/containerd is 93% full',
    '2026-11-21T09:30:05.000Z [Warning] NotReady machine workers-5: No heartbeat',
    'login --token <token> [flags]',
    'login --token <token>',
    '</token> [a] </b>',
    'nginx:1.25',
    'token/project:uid',
    'fe80::1',
    '{"names":["password","user","mail"],',
    '{"names":["user","password"],',
    '[{"name":"A","value":"1"},{"name":"B_SECRET"},',
    '[{"value":"1"},{"a":1,"name":"PASSWORD"},',
    'signatureAlgorithm: RSA',
    'verified the signature of "nginx"',
  ])('keeps %j', (text) => {
    expect(withoutSecrets(text)).toBe(text);
  });

  const starts = [
    '',
    'password:',
    'password: ',
    'password="',
    'https://',
    '//a:',
    'Bearer ',
    '{"password":"',
    'name: token, ',
    '{"name":"token",',
    '{"value":',
  ];
  const parts = [
    'a',
    'a ',
    'a=',
    'password:',
    'password: ',
    'password=',
    'password="',
    'password\n',
    'tokens=5,',
    'a1b-',
    '(value: ',
    '"value":',
    '"value":"',
    '{"value":"',
    '"value":"a","name":"token",',
    '"--token",',
    '["token",',
    '["token","',
    '--token\\\n',
    '--token\n- ',
    '<token>',
    '<token ',
    '<token><![CDATA[',
    '<a:',
    'token:',
  ];
  const punctuation = [
    '"',
    "'",
    '\\',
    '\\"',
    '{',
    '[',
    '{"a":',
    '[[',
    '//',
    '@',
    '//@',
    '//a:a/',
    ':',
    ',',
    ',a:',
    '&a',
    '-',
    '- ',
    '\n- ',
    '<',
    '</',
    '>',
    '{ ',
    '", ',
  ];
  const others = [
    'eyJ',
    'eyJabcdefgh.',
    'bearer a ',
    '--password ',
    '\n',
    ' ',
    '\u00ad',
    '\ufeff',
    '-----BEGIN A ',
    'name: ',
    'secret-',
  ];

  it('takes time in proportion to the text, whatever it repeats', () => {
    const text = (start: string, part: string) => start + part.repeat(40_000 / part.length);
    // Quadratic time would be more than this test has.
    for (const start of starts) {
      for (const part of [...parts, ...punctuation, ...others]) {
        expect(withoutSecrets(text(start, part))).not.toBe('');
      }
    }
  });
});
