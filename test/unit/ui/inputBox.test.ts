import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { showInputBox, type InputBoxOptions } from '../../../src/ui/inputBox';
import { nextInputBox } from '../support/inputBox';

/** Shows an input box with these options. */
function shown(options: Partial<Omit<InputBoxOptions, 'password'>> = {}) {
  const input = nextInputBox();
  const containsApiKey = (text: string) => Promise.resolve(text.includes('key'));
  return { input, value: showInputBox({ title: 'Title', prompt: 'Prompt', containsApiKey, ...options }) };
}

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

describe('an input box', () => {
  it('returns the accepted text without surrounding white space', async () => {
    const { input, value } = shown();
    input.type(' text ');
    input.accepted.fire();
    expect(await value).toBe('text');
    expect(input.dispose).toHaveBeenCalled();
  });

  it('stays open and shows why a text is refused until the text changes', async () => {
    const { input } = shown({ required: 'Enter a text' });
    input.accepted.fire();
    await vi.advanceTimersByTimeAsync(0);
    expect([input.validationMessage, input.busy]).toEqual(['Enter a text', false]);
    input.type('a');
    expect(input.validationMessage).toBeUndefined();
  });

  it('validates an accepted text once, and drops the result if the text has changed meanwhile', async () => {
    const answers: ((refusal: string | undefined) => void)[] = [];
    const { input } = shown({ validate: () => new Promise((resolve) => answers.push(resolve)) });
    input.type('text');
    input.accepted.fire();
    input.accepted.fire();
    await vi.advanceTimersByTimeAsync(0);
    expect([answers.length, input.busy]).toEqual([1, true]);
    input.type('other');
    answers[0]?.('refused');
    await vi.advanceTimersByTimeAsync(0);
    expect([input.validationMessage, input.busy]).toEqual([undefined, false]);
    expect(input.dispose).not.toHaveBeenCalled();
  });

  it('shows a warning', async () => {
    const { input } = shown({ validate: () => ({ warning: 'Sure?' }) });
    input.accepted.fire();
    await vi.advanceTimersByTimeAsync(0);
    expect(input.validationMessage).toEqual({ message: 'Sure?', severity: 2 });
    expect(input.dispose).not.toHaveBeenCalled();
  });

  it('aborts the validation when it is closed', async () => {
    let validation: AbortSignal | undefined;
    const { input, value } = shown({
      validate: (_text, signal) => {
        validation = signal;
        return new Promise(() => undefined);
      },
    });
    input.type('text');
    input.accepted.fire();
    await vi.advanceTimersByTimeAsync(0);
    input.hidden.fire();
    expect([await value, validation?.aborted]).toEqual([undefined, true]);
  });
});
