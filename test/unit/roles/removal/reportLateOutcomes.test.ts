import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { window } from 'vscode';
import { determineOutcomes, reportLateOutcomes } from '../../../../src/roles/removal/lateOutcomes';
import { rolesAtHand } from '../support/roles';

const messages: (readonly string[])[] = [];
/** The button that the user clicks. */
let choice: string | undefined;

beforeEach(() => {
  messages.length = 0;
  choice = undefined;
  vi.spyOn(window, 'showWarningMessage').mockImplementation((text: string, ...buttons: unknown[]) => {
    messages.push([text, ...buttons.map(String)]);
    return Promise.resolve(choice as never);
  });
});
afterEach(() => vi.restoreAllMocks());

/** Two removals that were interrupted: one took effect, and the team still has the other role. */
async function interrupted() {
  const { journal, connection, client, restarted, items, team } = await rolesAtHand();
  const [gone, there] = await items();
  if (there === undefined) throw new Error('There are too few roles');
  const begin = ({ role }: typeof gone): Promise<string> =>
    journal.begin({ connection, team, roleUid: role.uid, content: role.content });
  const takeAway = (): void => {
    team.resourceRoles.splice(
      team.resourceRoles.findIndex(({ uid }) => uid === gone.role.uid),
      1,
    );
  };
  let clients = 0;
  const restored: (readonly string[])[] = [];
  const reportNow = async (isReadOnly = false): Promise<void> => {
    const late = await determineOutcomes(() => (clients++, Promise.resolve(client)), restarted(), connection);
    const restore = (ids: readonly string[]) => (restored.push(ids), Promise.resolve());
    await reportLateOutcomes(late, isReadOnly ? undefined : restore);
  };
  return { begin, takeAway, gone, there, reportNow, restored, clients: () => clients };
}

describe('the message about interrupted removals', () => {
  it('names each outcome and restores only the roles that are gone', async () => {
    const { begin, takeAway, gone, there, reportNow, restored } = await interrupted();
    const id = await begin(gone);
    await begin(there);
    takeAway();
    choice = 'Restore';
    await reportNow();
    expect(messages).toHaveLength(1);
    expect(messages[0]?.[0]).toContain('An earlier removal is confirmed');
    expect(messages[0]?.[0]).toContain('An earlier removal failed');
    expect(messages[0]?.slice(1)).toEqual(['Restore']);
    expect(restored).toEqual([[id]]);
  });

  it('offers nothing to restore if no role is gone, and restores nothing unasked', async () => {
    const { begin, takeAway, gone, there, reportNow, restored } = await interrupted();
    await begin(there);
    await reportNow();
    expect(messages.map((message) => message.slice(1))).toEqual([[]]);
    await begin(gone);
    takeAway();
    await reportNow();
    expect(messages[1]?.slice(1)).toEqual(['Restore']);
    expect(restored).toEqual([]);
  });

  it('is also shown if nothing can be restored, because the connection is read-only', async () => {
    const { begin, takeAway, gone, reportNow } = await interrupted();
    await begin(gone);
    takeAway();
    await reportNow(true);
    expect(messages).toEqual([[expect.stringContaining('An earlier removal is confirmed')]]);
  });

  it('is not shown, and nothing is requested, if no removal was interrupted', async () => {
    const { reportNow, clients } = await interrupted();
    await reportNow();
    expect(messages).toEqual([]);
    expect(clients()).toBe(0);
  });
});
