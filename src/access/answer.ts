import type { Answer } from './access';

export function not(answer: Answer): Answer {
  if (answer === 'unknown') return answer;
  return answer === 'yes' ? 'no' : 'yes';
}

/** Whether `test` holds for one of the values. */
export function some<Value>(values: Iterable<Value>, test: (value: Value) => Answer): Answer {
  let result: Answer = 'no';
  for (const value of values) {
    const answer = test(value);
    if (answer === 'yes') return answer;
    if (answer === 'unknown') result = answer;
  }
  return result;
}

export function or(...answers: readonly Answer[]): Answer {
  return some(answers, (answer) => answer);
}

export function and(...answers: readonly Answer[]): Answer {
  return not(some(answers, not));
}
