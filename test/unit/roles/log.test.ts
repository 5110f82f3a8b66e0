import { describe, expect, it } from 'vitest';
import type { LogOutputChannel } from 'vscode';
import { StorageError } from '../../../src/connections/storedFiles';
import { logResult } from '../../../src/roles/messages';
import type { Restoration } from '../../../src/roles/restore/restoreRole';
import type { RemovalResult } from '../../../src/roles/removal/removeRoles';
import { ServiceError } from '../../../src/service/errors';

const connection = { name: 'Name', baseUrl: 'https://service' };
const error = new ServiceError({
  kind: 'forbidden',
  operation: 'removeTeamResourceRole',
  status: 403,
  serviceMessage: 'said by the service',
});

function logged(write: (log: LogOutputChannel) => void): readonly string[] {
  const lines: string[] = [];
  write({
    info: (line: string) => lines.push(`info ${line}`),
    warn: (line: string) => lines.push(`warn ${line}`),
  } as unknown as LogOutputChannel);
  return lines;
}

describe('the log has one line', () => {
  it.each<[RemovalResult['removal'], string]>([
    [{ outcome: 'removed' }, 'info remove role r%2F1%0A of team team: removed'],
    [{ outcome: 'alreadyGone' }, 'info remove role r%2F1%0A of team team: alreadyGone'],
    [{ outcome: 'notTried' }, 'warn remove role r%2F1%0A of team team: notTried'],
    [{ outcome: 'notRemoved', error }, 'warn remove role r%2F1%0A of team team: notRemoved (forbidden)'],
    [
      { outcome: 'notKept', error: new StorageError('ENOSPC') },
      'warn remove role r%2F1%0A of team team: notKept (ENOSPC)',
    ],
  ])('for a removal: %j', (removal, line) => {
    expect(
      logged((log) => {
        logResult(log, connection, 'remove', { teamUid: 'team', roleUid: 'r/1\n' }, removal);
      }),
    ).toEqual([line]);
  });

  it.each<[Restoration, string]>([
    [{ outcome: 'restored', uid: 'new' }, 'info restore role role of team team: restored as new'],
    [{ outcome: 'alreadyThere', uid: undefined }, 'info restore role role of team team: alreadyThere'],
    [{ outcome: 'neverRemoved' }, 'info restore role role of team team: neverRemoved'],
    [{ outcome: 'underWay' }, 'warn restore role role of team team: underWay'],
    [{ outcome: 'notRestored', error }, 'warn restore role role of team team: notRestored (forbidden)'],
  ])('for a restoration: %j', (restoration, line) => {
    expect(
      logged((log) => {
        logResult(log, connection, 'restore', { teamUid: 'team', roleUid: 'role' }, restoration);
      }),
    ).toEqual([line]);
  });
});
