import { expect, it } from 'vitest';
import type { LogOutputChannel } from 'vscode';
import { logRequest } from '../../../src/connections/connection';
import { logResult } from '../../../src/roles/messages';
import { ServiceError } from '../../../src/service/errors';

it('marks requests to the demo service, and removals in it', () => {
  const lines: string[] = [];
  const log = { info: (line: string) => lines.push(line) } as unknown as LogOutputChannel;
  const role = { teamUid: 'team', roleUid: 'role' };
  const request = {
    operation: 'listTeams',
    method: 'GET',
    path: '/v1/teams',
    status: 200,
    durationMs: 7,
  } as const;
  for (const isDemo of [{}, { isDemo: true }] as const) {
    const connection = { name: 'Name', baseUrl: 'http://127.0.0.1:1', ...isDemo };
    logRequest(log, request, connection);
    logResult(log, connection, 'remove', role, { outcome: 'removed' });
  }
  const expected = ['GET /v1/teams 200 7 ms', 'remove role role of team team: removed'];
  expect(lines).toEqual([...expected, ...expected.map((line) => `demo: ${line}`)]);
});

it('logs the kind, code and ref of a failure in one line, without the message [guarantee: log]', () => {
  const lines: string[] = [];
  const add = (line: string) => lines.push(line);
  const log = { info: add, warn: add } as unknown as LogOutputChannel;
  const failure = {
    kind: 'serviceFault',
    operation: 'removeTeamResourceRole',
    status: 500,
    code: 'Broken\nGET /forged 200',
    serviceMessage: 'a message\nof the service',
    ref: 'r\u2028-\r1',
  } as const;
  const connection = { name: 'Name', baseUrl: 'http://127.0.0.1:1' };
  const request = { operation: failure.operation, method: 'DELETE', path: '/v1/x', durationMs: 7 } as const;
  logRequest(log, { ...request, status: 500, failure }, connection);
  const error = new ServiceError(failure);
  logResult(log, connection, 'remove', { teamUid: 'team', roleUid: 'role\n' }, { outcome: 'unknown', error });
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^DELETE \/v1\/x 500 7 ms \{.*"serviceFault".*Broken/);
  expect(lines[1]).toContain('serviceFault');
  for (const line of lines) {
    expect(line).not.toMatch(/[\r\n]/);
    expect(line).not.toContain('message');
  }
});
