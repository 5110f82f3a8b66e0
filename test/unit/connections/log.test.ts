import { expect, it } from 'vitest';
import type { LogOutputChannel } from 'vscode';
import { logRequest } from '../../../src/connections/log';
import { logRemoval } from '../../../src/roles/log';

it('marks what was asked of the demo service, and what was removed there', () => {
  const lines: string[] = [];
  const log = { info: (line: string) => lines.push(line) } as unknown as LogOutputChannel;
  const item = {
    team: { uid: 'team', name: undefined },
    role: { uid: 'role', content: undefined },
    isListed: false,
  };
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
    logRemoval(log, { item, removal: { outcome: 'removed' } }, connection);
  }
  const expected = ['GET /v1/teams 200 7 ms', 'remove role role of team team: removed'];
  expect(lines).toEqual([...expected, ...expected.map((line) => `demo: ${line}`)]);
});
