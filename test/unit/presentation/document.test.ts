import { describe, expect, it } from 'vitest';
import { clusterDocument, jsonDocument, poolDocument } from '../../../src/presentation/document';
import { machineFrom } from '../support/resources';

describe('a document', () => {
  it('has everything that the service said, whatever Poolview knows of it', () => {
    const json = { kind: 'X', spec: { unheardOf: [{ a: 1 }, null, true] }, later: 'added' };
    expect(JSON.parse(jsonDocument(machineFrom(json).source))).toEqual(json);
  });

  it('hides secrets, not that they are there, and not what they are called', () => {
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
  ])('hides %s, whatever is in it', (name) => {
    for (const value of ['x', ['x'], { v: 'x' }, 5]) {
      expect(JSON.parse(jsonDocument(machineFrom({ spec: { [name]: value } }).source))).toEqual({
        spec: { [name]: '(hidden)' },
      });
    }
  });

  it('says of what is known by its place alone where that is', () => {
    const ref = { cloudType: 'openstack', configUid: 'c', poolName: 'p' };
    expect(JSON.parse(poolDocument(ref, undefined))).toEqual(ref);
    expect(JSON.parse(clusterDocument({ usage: { uid: 'u', name: 'n' } }))).toEqual({
      cluster: { uid: 'u', name: 'n' },
    });
  });
});
