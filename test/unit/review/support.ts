import { FleetReader } from '../../../src/reads/fleetReader';
import { Inventory } from '../../../src/items/inventory';
import { memoryFiles } from '../../../src/connections/storedFiles';
import { TeamRolesModel } from '../../../src/roles/model';
import { isTeamRow } from '../../../src/roles/rows';
import type { RecordedOutcome, Restored } from '../../../src/roles/journal/records';
import { shownOutcome } from '../../../src/roles/outcomes';
import { givenRow } from '../../../src/tree/givenRows';
import { Decisions } from '../../../src/review/decisions';
import { elementsAfter } from '../../../src/webPage/messages';
import type {
  AskedProject,
  FromReviewPage,
  GrantRow,
  ReviewHeader,
  ToReviewPage,
} from '../../../src/review/messages';
import { grantsIn, type Holder } from '../../../src/access/access';
import { Review } from '../../../src/review/review';
import type { ReviewedRemoval, Reviewed } from '../../../src/review/context';
import type { ScriptedOptions, ScriptedService } from '../../support/demo/service';
import { atEnd, connected, sourceOf, unhurried } from '../support/service';
import { eventually } from '../support/eventually';

/** The review of a demo service, as its page shows it. */
export async function reviewOf(
  options: Partial<ScriptedOptions> = {},
  {
    team,
    user,
    files = memoryFiles(),
    place,
    change = () => undefined,
  }: {
    readonly team?: number;
    readonly user?: number;
    readonly place?: { readonly projectUid: string; readonly clusterUid?: string };
    readonly files?: ReturnType<typeof memoryFiles>;
    /** Called before anything is read. */
    readonly change?: (directory: ScriptedService['fleet']['directory']) => void;
  } = {},
) {
  const { service, client } = await connected({ projects: 6, teams: 8, ...options }, {}, unhurried());
  change(service.fleet.directory);
  const session = sourceOf(client, {}, service.baseUrl);
  const inventory = new Inventory(session);
  const fleet = new FleetReader(inventory);
  const model = new TeamRolesModel(session, () => fleet);
  const removed: (readonly unknown[])[] = [];
  const removals = new Map<string, ReviewedRemoval>();
  /** What the journal says of the removal of a grant from now on. */
  const record = (
    id: string,
    recorded: RecordedOutcome | { readonly outcome: RecordedOutcome; readonly restored: Restored },
    more: Partial<ReviewedRemoval> = {},
  ): void => {
    const grant = grantsIn(model.shownAccess).find((one) => one.id === id);
    const { holder: team = { uid: 'gone' }, resourceRole } = grant ?? {};
    const content = resourceRole?.content;
    const before = removals.get(id) ?? { id: `entry-${removals.size}`, startedAt: Date.now(), team, content };
    const ended = typeof recorded === 'string' ? { outcome: recorded, restored: undefined } : recorded;
    removals.set(id, { ...before, ...shownOutcome({ isUnderWay: false, ...ended }), ...more });
    model.recorded();
  };
  const active: Reviewed = {
    session,
    model,
    teamUidOf: (id) => {
      const row = givenRow(model.store, id);
      return isTeamRow(row) ? row.team.uid : undefined;
    },
    remove: (roles) => Promise.resolve(void removed.push(roles)),
    removals: () => Promise.resolve(removals),
  };
  const { teams, users } = service.fleet.directory;
  const [teamUid, userUid] = [teams[team ?? NaN]?.uid, users[user ?? NaN]?.uid];
  const ofUser: Holder | undefined = userUid === undefined ? undefined : { kind: 'user', uid: userUid };
  const holder: Holder | undefined = teamUid === undefined ? ofUser : { kind: 'team', uid: teamUid };
  const decisions = new Decisions(files);
  /** Opens a review in the same window. */
  const open = () => {
    const received: ToReviewPage[] = [];
    const rows = new Map<string, GrantRow>();
    let projects = new Map<string, AskedProject>();
    let header: ReviewHeader | undefined;
    const post = (message: ToReviewPage): void => {
      received.push(message);
      if (message.type === 'projects') projects = elementsAfter(projects, message);
      if (message.type !== 'review') return;
      ({ header } = message);
      if (message.isWhole) rows.clear();
      for (const id of message.removed) rows.delete(id);
      for (const row of message.changed) rows.set(row.id, row);
    };
    const context = { connections: { consoleUrl: undefined }, post, open: () => undefined };
    const content = new Review(active, fleet, decisions, { holder, ...place }, context);
    /** Does what a message of the page asks for. */
    const run = async (message: FromReviewPage): Promise<void> => {
      const handlers: Partial<Record<string, (message: never) => unknown>> = content.handlers;
      await handlers[message.type]?.(message as never);
    };
    const review = Object.assign(content, { run });
    atEnd(() => {
      review.dispose();
    });
    const shown = (condition: (header: ReviewHeader) => boolean): Promise<ReviewHeader> =>
      eventually(() => {
        if (header === undefined || !condition(header))
          throw new Error(`Not shown: ${JSON.stringify(header)}`);
        return header;
      });
    const start = async (): Promise<ReviewHeader> => {
      await review.show();
      await review.start();
      service.clearRequests();
      return shown(({ progress }) => progress.state !== 'listing');
    };
    /** A project that can be asked about. */
    const asked = (condition: (project: AskedProject) => boolean): Promise<AskedProject> =>
      eventually(() => {
        const found = [...projects.values()].find(condition);
        if (found === undefined) throw new Error(`Not shown: ${JSON.stringify([...projects.values()])}`);
        return found;
      });
    return { header: () => header, asked, review, received, rows, shown, start };
  };
  atEnd(() => {
    model.dispose();
    inventory.dispose();
  });
  return {
    ...open(),
    open,
    service,
    model,
    inventory,
    fleet,
    decisions,
    removed,
    record,
    files,
    active,
  };
}

/** The same after everything was read. */
export async function read(...given: Parameters<typeof reviewOf>) {
  const opened = await reviewOf(...given);
  await opened.start();
  await opened.review.run({ type: 'read' });
  const { coverage } = await opened.shown(isDone);
  return { ...opened, coverage };
}

export const isDone = ({ progress }: Pick<ReviewHeader, 'progress'>): boolean => progress.state === 'done';
