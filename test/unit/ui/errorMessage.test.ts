import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commands, window } from 'vscode';
import { showServiceError } from '../../../src/ui/errorMessage';
import { ServiceError, type ServiceFailure } from '../../../src/service/errors';
import { attacks, hostileText } from '../support/hostile';

/** What VS Code turns into a link in a notification (`linkedText.ts`). */
const link = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)[^)\s]+(?: (["']).+?\1)?\)/i;

const failing = (more: Partial<ServiceFailure> = {}) =>
  new ServiceError({ kind: 'serviceFault', operation: 'listMachines', status: 500, ...more });

let message = '';
let titles: readonly string[] = [];
/** The button that the user clicks. */
let choice: string | undefined;

beforeEach(() => {
  message = '';
  titles = [];
  choice = undefined;
  vi.spyOn(window, 'showErrorMessage').mockImplementation((text: string, ...buttons: unknown[]) => {
    message = text;
    titles = buttons.map(String);
    return Promise.resolve(choice as never);
  });
});
afterEach(() => vi.restoreAllMocks());

describe('the message about an error', () => {
  it('contains no link, whatever the service sends [guarantee: error-texts]', async () => {
    const hostile = fc.oneof(
      hostileText,
      fc.constantFrom(...attacks),
      fc.constant('[x](command:workbench.action.quit "y")'),
    );
    await fc.assert(
      fc.asyncProperty(hostile, fc.constantFrom('code', 'serviceMessage', 'ref'), async (text, field) => {
        await showServiceError(failing({ [field]: `${text}[x](command:x)` }));
        expect(message).toContain('x');
        expect(message).not.toMatch(link);
        expect(message).not.toContain('$(');
      }),
      { numRuns: 300 },
    );
  });

  it('shows the text of the service unchanged', async () => {
    await showServiceError(failing({ serviceMessage: 'see [the docs](https://evil.example)' }));
    expect(message.replaceAll('\u200b', '')).toContain('500, see [the docs](https://evil.example)');
  });

  it('starts with the consequence', async () => {
    await showServiceError(failing(), 'Not all projects could be loaded.');
    expect(message).toMatch(/^Not all projects could be loaded\. Couldn't load machines\. /);
  });

  it('offers Retry only if that is possible', async () => {
    await showServiceError(failing());
    expect(titles).toEqual(['Check Connection…', 'Show Log']);
    const retry = vi.fn();
    choice = 'Retry';
    await showServiceError(failing(), undefined, retry);
    expect(titles).toEqual(['Retry', 'Check Connection…', 'Show Log']);
    expect(retry).toHaveBeenCalledOnce();
  });

  it.each([
    ['Replace API Key…', 'poolview.replaceApiKey'],
    ['Check Connection…', 'poolview.checkConnection'],
    ['Show Log', 'poolview.showLog'],
  ])('runs the command of its button %s', async (title, command) => {
    const run = vi.spyOn(commands, 'executeCommand').mockResolvedValue(undefined);
    choice = title;
    await showServiceError(failing({ kind: 'unauthorized', status: 401 }));
    expect(titles).toEqual(['Replace API Key…', 'Check Connection…', 'Show Log']);
    expect(run.mock.calls).toEqual([[command]]);
  });

  it('is not shown for what the user canceled', async () => {
    await showServiceError(failing({ kind: 'cancelled' }));
    expect(message).toBe('');
  });
});
