import { describe, expect, it } from 'vitest';
import { createTestClient, failureOf, serve } from '../support/service';

/** A client of a service that responds to every change like this. */
async function answering(status: number, body: string, contentType = 'application/json') {
  const { baseUrl } = await serve((request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': contentType }).end(body);
  });
  const { client } = createTestClient(baseUrl);
  return {
    remove: () => client.removeTeamResourceRole('team', 'role'),
    add: () => client.addTeamResourceRole('team', { roles: ['role'], projectUids: [], filterRefs: [] }),
  };
}

describe('a change is confirmed', () => {
  it.each([
    [200, ''],
    [204, ''],
    [200, ' \n'],
    [200, 'null'],
    [200, 'true'],
    [200, '{}'],
    [200, '{"deleted": true}'],
    [200, '{"Removed": true, "errors": null}'],
    [200, '{"success": true, "error": null, "errors": [], "message": "", "code": 0}'],
    [200, '{"ok": true, "error": false, "detail": {}}'],
  ])('by %i with the body %j', async (status, body) => {
    const { remove, add } = await answering(status, body);
    await expect(remove()).resolves.toBe(true);
    await expect(add()).resolves.toBe(true);
  });
});

describe('a change is not confirmed', () => {
  it.each([
    '{"code": "Conflict", "message": "The role is in use."}',
    '{"code": 17}',
    '{"message": "under maintenance"}',
    '{"Message": "under maintenance"}',
    '{"success": false}',
    '{"ok": false}',
    '{"error": "no"}',
    '{"error": {"reason": "no"}}',
    '{"error": true}',
    '{"errors": ["no"]}',
    '{"title": "Conflict", "status": 409}',
    '{"detail": "no"}',
    'false',
    // What is not known to confirm a change may be an error.
    '{"status": "error"}',
    '{"errorMessage": "The role is in use."}',
    '{"result": {"error": "no"}}',
    '{"deleted": false}',
    '{"deleted": "false"}',
    '{"success": true, "result": {"error": "no"}}',
    '{"uid": "role-1"}',
    '[{"error": "no"}]',
    '[]',
    '17',
  ])('by 200 with the body %s [guarantee: proven-removal]', async (body) => {
    const { remove, add } = await answering(200, body);
    for (const change of [remove, add]) {
      expect((await failureOf(change())).failure).toMatchObject({
        kind: 'invalidResponse',
        status: 200,
        reason: 'notConfirmed',
      });
    }
  });

  it('by 200 with an error body, whose code and message are kept', async () => {
    const { remove } = await answering(200, '{"code": "Conflict", "message": "in use", "ref": "1f3a"}');
    expect((await failureOf(remove())).failure).toMatchObject({
      code: 'Conflict',
      serviceMessage: 'in use',
      ref: '1f3a',
    });
  });

  it.each([
    ['text/html', '<html><body>Sign in</body></html>'],
    ['text/html; charset=utf-8', '<html><body>Sign in</body></html>'],
    ['text/plain', 'Service under maintenance'],
    ['application/json', '"Service under maintenance"'],
    ['application/json', '{"uid": "ro'],
  ])('by 200 with %s: %s', async (contentType, body) => {
    const { remove, add } = await answering(200, body, contentType);
    for (const change of [remove, add]) {
      expect((await failureOf(change())).failure).toMatchObject({
        kind: 'invalidResponse',
        reason: 'notJson',
      });
    }
  });

  it.each([201, 202, 203, 205, 206, 207, 208, 226, 299])('by %i without a body', async (status) => {
    const { remove, add } = await answering(status, '');
    for (const change of [remove, add]) {
      expect((await failureOf(change())).failure).toMatchObject({
        kind: 'invalidResponse',
        status,
        reason: 'notConfirmed',
      });
    }
  });
});
