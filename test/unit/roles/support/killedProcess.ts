/**
 * A separate window: `killedProcess.ts TASK` removes or restores a role with its own client and journal. At the specified
 * place it prints a line and waits to be killed.
 */
import { Journal, type JournalEntry } from '../../../../src/roles/journal/journal';
import { folderFiles } from '../../../../src/connections/storedFiles';
import { isRemovable } from '../../../../src/access/resourceRoles';
import { removeRoles } from '../../../../src/roles/removal/removeRoles';
import { restoreRole } from '../../../../src/roles/restore/restoreRole';
import { createServiceClient } from '../../../../src/service/client';

/** Where it is killed: the two in the middle are between a request and its response. */
export type Place = 'begun' | 'sent' | 'answered' | 'read' | 'added';

export interface Task {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly folder: string;
  readonly waitAt: Place;
  readonly teamUid: string;
  readonly does: 'removeFirst' | 'restoreNewest';
}

const task = JSON.parse(process.argv[2] ?? '') as Task;

async function waitAt(place: Place): Promise<void> {
  if (place !== task.waitAt) return;
  console.log(place);
  await new Promise((resolve) => setTimeout(resolve, 600_000));
}

class WaitingJournal extends Journal {
  override async begin(...removal: Parameters<Journal['begin']>): Promise<string> {
    const id = await super.begin(...removal);
    await waitAt('begun');
    return id;
  }

  override async recordOutcome(...given: Parameters<Journal['recordOutcome']>): Promise<void> {
    await waitAt('answered');
    await super.recordOutcome(...given);
  }

  override async entry(id: string): Promise<JournalEntry | undefined> {
    const entry = await super.entry(id);
    if (isRestoring) await waitAt('read');
    return entry;
  }

  override async recordRestored(...given: Parameters<Journal['recordRestored']>): Promise<void> {
    await waitAt('added');
    await super.recordRestored(...given);
  }
}

let isRestoring = false;

const { baseUrl, apiKey, teamUid } = task;
const client = createServiceClient({
  baseUrl,
  apiKey: () => Promise.resolve(apiKey),
  timeoutMs: () => 600_000,
});
const journal = new WaitingJournal(folderFiles(task.folder));
if (task.does === 'removeFirst') {
  const [role] = (await client.listTeamResourceRoles(teamUid)).filter(isRemovable);
  if (role === undefined) throw new Error('The team has no role');
  const team = { uid: teamUid, name: 'Platform' };
  await removeRoles(client, journal, { name: 'Work', baseUrl }, [{ team, role, isListed: true }]);
} else {
  const [entry] = await journal.entries();
  if (entry === undefined) throw new Error('There is no entry');
  isRestoring = true;
  await restoreRole(client, journal, entry);
}
console.log('ended');
