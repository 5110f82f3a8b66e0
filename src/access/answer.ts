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

/** A function that remembers its values: many grants are asked the same. @param keyOf what decides the value */
export function remembering<Of, Value>(
  valueOf: (of: Of) => Value,
  keyOf: (of: Of) => unknown = (of) => of,
): (of: Of) => Value {
  const values = new Map<unknown, Value>();
  return (of) => {
    const key = keyOf(of);
    const value = values.get(key) ?? valueOf(of);
    values.set(key, value);
    return value;
  };
}
