import { expect, it, vi } from 'vitest';
import { createSession } from '../../../src/connections/session';
import { newKey } from '../../support/keyIdentity';
import { connected, unhurried } from '../support/service';

it('measures how fast the service responds, and reports each request', async () => {
  const { service } = await connected({ projects: 1 });
  const onRequest = vi.fn();
  const session = createSession({
    connection: { name: 'Test', baseUrl: service.baseUrl },
    keyIdentity: newKey(),
    version: '1.0.0',
    state: { read: () => undefined, write: () => Promise.resolve() },
    containsApiKey: () => Promise.resolve(false),
    apiKey: () => Promise.resolve(service.apiKey),
    isReadOnly: () => false,
    onRequest,
    schedule: () => Promise.resolve(unhurried()),
  });
  const client = await session.client();
  await client.listProjects({ method: 'post', limit: 50 });
  expect(onRequest).toHaveBeenCalledOnce();
});
