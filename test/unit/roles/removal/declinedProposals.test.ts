import { expect, it } from 'vitest';
import { DeclinedProposals } from '../../../../src/roles/removal/declinedProposals';

it('a declined proposal does not keep agents from proposing through another connection', () => {
  const declined = new DeclinedProposals();
  declined.add({ name: 'Acme', baseUrl: 'https://one.example.com' });
  expect(declined.has({ name: 'Acme', baseUrl: 'https://one.example.com' })).toBe(true);
  expect(declined.has({ name: 'Acme', baseUrl: 'https://two.example.com' })).toBe(false);
  expect(declined.has({ name: 'Other', baseUrl: 'https://one.example.com' })).toBe(false);
});
