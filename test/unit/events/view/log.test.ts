import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Uri } from 'vscode';
import { EventEmitter, window, workspace } from 'vscode';
import { EventLogs } from '../../../../src/events/view/log';
import { eventAt, failure, scriptOf, type EventScript } from '../support';
import { cluster, eventsView, machine } from './support';

const scheme = 'poolview-events';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

/** An editor that VS Code shows. */
interface Editor {
  readonly document: { readonly uri: Uri; lineCount: number };
  visibleRanges: readonly { readonly end: { readonly line: number } }[];
  readonly revealRange: ReturnType<typeof vi.fn>;
}

/** The text documents of VS Code, and the logs of a service whose cluster `c1` is selected. */
async function opened(script: EventScript, item = cluster('c1')) {
  const changed = new EventEmitter<{ readonly document: Editor['document'] }>();
  const closed = new EventEmitter<Editor['document']>();
  const shown = new EventEmitter<readonly Editor[]>();
  const editors: Editor[] = [];
  const original = { window: { ...window }, workspace: { ...workspace } };
  Object.assign(workspace, {
    onDidChangeTextDocument: changed.event,
    onDidCloseTextDocument: closed.event,
    openTextDocument: (uri: Uri) =>
      Promise.resolve({ uri, lineCount: (logs.textOf(uri.query) ?? '').split('\n').length }),
  });
  Object.assign(window, {
    visibleTextEditors: editors,
    onDidChangeVisibleTextEditors: shown.event,
    showTextDocument: (document: Editor['document']) => {
      editors.push({ document, visibleRanges: [], revealRange: vi.fn() });
      shown.fire(editors);
    },
  });
  onTestFinished(() => {
    Object.assign(window, original.window);
    Object.assign(workspace, original.workspace);
  });
  const { model, view, select } = eventsView(script);
  const refresh = vi.fn();
  const logs = new EventLogs(scheme, { refresh }, model, view);
  onTestFinished(() => {
    logs.dispose();
  });
  select(item);
  await vi.advanceTimersByTimeAsync(1000);
  if (model.shown === undefined) throw new Error('Nothing is shown');
  await logs.open(model.shown);
  const [editor] = editors;
  if (editor === undefined) throw new Error('No editor was opened');
  const hide = (): void => {
    editors.splice(0);
    shown.fire(editors);
  };
  return { logs, editor, editors, refresh, hide, changed, closed, model, view };
}

const textIn = ({ logs, editor }: Awaited<ReturnType<typeof opened>>) =>
  logs.textOf(editor.document.uri.query);

describe('the text of events', () => {
  const about = (name: string) => ({ involvedObject: { kind: 'machine', name }, message: `of ${name}` });

  it('has one line for each loaded event, the oldest first', async () => {
    const log = await opened(
      scriptOf(() => [eventAt(2, 'b', { severity: 'Error', ...about('workers-1') }), eventAt(1, 'a')]),
    );
    expect(log.editor.document.uri).toMatchObject({ scheme, path: '/c1.log' });
    expect(textIn(log)).toBe(
      [
        '2026-11-22T09:01:00.000Z [Info] a',
        '2026-11-22T09:02:00.000Z [Error] b machine workers-1: of workers-1',
        '',
      ].join('\n'),
    );
    expect(log.logs.textOf('something else')).toBeUndefined();
  });

  it('has the events that involve a machine', async () => {
    const script = scriptOf(() => [eventAt(1, 'a', about('workers-1')), eventAt(2, 'b', about('workers-2'))]);
    const log = await opened(script, machine('m1', 'workers-1', 'c1'));
    expect(log.editor.document.uri.path).toBe('/workers-1.log');
    expect(textIn(log)).toBe('2026-11-22T09:01:00.000Z [Info] a machine workers-1: of workers-1\n');
  });

  it('says if there are none', async () => {
    expect(textIn(await opened(scriptOf(() => [])))).toBe('No events\n');
  });

  it('is not opened if the events cannot be read', async () => {
    await expect(opened(scriptOf(() => failure('forbidden', 403)))).rejects.toMatchObject({
      kind: 'forbidden',
    });
  });

  it('follows new events every 30 seconds while it is visible', async () => {
    const script = scriptOf(() => [eventAt(1, 'a')]);
    const log = await opened(script);
    expect(script.requests).toHaveLength(1);
    script.answer = (_, options) => {
      expect(options?.priority).toBe('timer');
      return [eventAt(1, 'a'), eventAt(2, 'b')];
    };
    await vi.advanceTimersByTimeAsync(31_000);
    expect(script.requests).toHaveLength(2);
    expect(log.refresh).toHaveBeenCalled();
    expect(textIn(log)).toMatch(/ a\n.* b\n$/);
    log.hide();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(script.requests).toHaveLength(2);
  });

  it('scrolls to its new end if its end was in sight', async () => {
    const { editor, changed } = await opened(scriptOf(() => [eventAt(1, 'a'), eventAt(2, 'b')]));
    const { document, revealRange } = editor;
    const add = (lastVisible: number): void => {
      editor.visibleRanges = [{ end: { line: lastVisible } }];
      document.lineCount++;
      changed.fire({ document });
    };
    add(0);
    expect(revealRange).not.toHaveBeenCalled();
    add(2);
    expect(revealRange).toHaveBeenLastCalledWith(expect.objectContaining({ startLine: 4 }));
  });

  it('is forgotten when it is closed', async () => {
    const log = await opened(scriptOf(() => [eventAt(1, 'a')]));
    expect(log.model.isKept(log.model.shown?.list as never)).toBe(true);
    log.closed.fire(log.editor.document);
    expect(textIn(log)).toBeUndefined();
    expect(log.model.isKept(log.model.shown?.list as never)).toBe(false);
  });
});
