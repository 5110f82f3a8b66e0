import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { actorName, eventTitle, objectText } from '../../../src/items/eventText';
import { listUserNames } from '../../../src/service/resources/user';
import { entryFrom } from '../support/events';

const dana = { emailId: 'dana.fox@example.com', firstName: 'Dana', lastName: 'Fox' };
const entry = {
  metadata: { uid: 'a1', creationTimestamp: '2026-11-22T09:30:05Z' },
  spec: {
    actionMsg: 'Upgraded pack cni-calico',
    actionType: 'update',
    actor: { actorType: 'user', user: dana },
    resource: { kind: 'spectrocluster', name: 'payments-eu', uid: 'c1' },
  },
};

test('an entry is an event with the one who did it', () => {
  expect(entryFrom(entry)).toEqual({
    metadata: { uid: 'a1', creationTimestamp: Date.parse('2026-11-22T09:30:05Z') },
    message: 'Upgraded pack cni-calico',
    reason: 'update',
    involvedObject: { kind: 'spectrocluster', name: 'payments-eu', uid: 'c1' },
    actor: { type: 'user', name: 'Dana Fox', mail: 'dana.fox@example.com' },
  });
});

it.each([
  [{ user: { emailId: 'dana.fox@example.com' } }, 'dana.fox'],
  [{ user: { firstName: ' Dana ', lastName: 7 } }, 'Dana'],
  [{ user: { firstName: 'dana.fox@example.com' } }, 'dana.fox'],
  [{ actorType: 'service', serviceName: 'cluster-operator' }, 'cluster-operator'],
  [{ actorType: 'system' }, undefined],
  [undefined, undefined],
])('names the actor %j', (actor, name) => {
  expect(entryFrom({ spec: { actor } }).actor?.name).toBe(name);
});

test('a resource without a name has its label', () => {
  const { involvedObject } = entryFrom({ spec: { resource: { name: '', label: 'Platform', uid: 't1' } } });
  expect(involvedObject).toEqual({ kind: undefined, name: 'Platform', uid: 't1' });
});

it.each([
  ['Invited kim@acme.example.', 'Invited kim.'],
  ['<kim@acme.example>, lee@b.co.uk; done', '<kim>, lee; done'],
  ['Pulled registry/app@sha256:0a1b', 'Pulled registry/app@sha256:0a1b'],
  ['@team at 5 p.m.', '@team at 5 p.m.'],
  ['jane%40acme.com signed in', 'jane signed in'],
  ['jane@localhost, jane@10.0.0.1.', 'jane, jane.'],
  ['jane＠acme.com and jane@acme。com', 'jane and jane'],
  ['vim@9.1.2 and core@node-5', 'vim@9.1.2 and core@node-5'],
])('only the names of mail addresses stay in %j', (actionMsg, message) => {
  expect(entryFrom({ spec: { actionMsg } }).message).toBe(message);
});

test('no text of an entry has a mail address, except that of the actor [guarantee: mail-addresses]', () => {
  fc.assert(
    fc.property(fc.emailAddress(), fc.string(), (mail, text) => {
      const hidden = `${text} ${mail} ${text}`;
      const resource = { kind: hidden, name: hidden, label: hidden, uid: hidden };
      const user = { emailId: mail, firstName: hidden, lastName: hidden };
      const actor = { actorType: hidden, serviceName: hidden, user };
      const spec = { actionMsg: hidden, actionType: hidden, actor, resource };
      const event = entryFrom({ metadata: { uid: hidden }, spec });
      const { mail: shown, ...who } = event.actor ?? {};
      const domain = mail.slice(mail.lastIndexOf('@'));
      expect(JSON.stringify({ ...event, actor: who })).not.toContain(domain);
      expect(shown).toBe(mail);
      const texts = [actorName(event), eventTitle(event), objectText(event.involvedObject)];
      expect(texts.join(' ')).not.toContain(domain);
    }),
  );
});

test('mail addresses are found in long texts, too', () => {
  const hostile = `${'a'.repeat(500_000)}@${'b.'.repeat(250_000)} ${'@'.repeat(500_000)}`;
  expect(entryFrom({ spec: { actionMsg: `${hostile} kim@acme.example` } }).message).toMatch(/ kim$/);
});

test('the name of a user that is a mail address has no domain', () => {
  const mail = 'jane@acme.example';
  const { items } = listUserNames().read({ items: [{ uid: 'u1', name: mail, emailId: mail }] }) ?? {};
  // Hovers and reports have the address.
  expect(items).toEqual([{ uid: 'u1', name: 'jane', emailId: mail }]);
});
