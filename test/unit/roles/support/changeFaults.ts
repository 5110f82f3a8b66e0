import type { ServiceErrorKind } from '../../../../src/service/errors';
import type { Fault } from '../../../support/demo/service';

/** A fault of a change of a team's roles, and what is to be reported. */
export interface FaultRow<Outcome> {
  readonly name: string;
  readonly fault: Fault;
  /** The fault of reading the roles afterwards. */
  readonly listFault?: Fault;
  /** Whether the service makes the change: in spite of the fault, or because a failing gateway forwarded the request. */
  readonly acts?: 'itself' | 'behindGateway';
  readonly outcome: Outcome;
  readonly error?: ServiceErrorKind;
}

export const status = (code: number): Fault => ({
  kind: 'status',
  status: code,
  headers: { 'retry-after': '0' },
});
export const page = (code: number): Fault => ({ kind: 'html', status: code });

/** The change is made, which its response does not say. */
export function actedRows<Outcome>(done: Outcome): readonly FaultRow<Outcome>[] {
  const acted = { acts: 'itself', outcome: done } as const;
  return [
    { name: 'reset after it acted', fault: { kind: 'resetAfterActing' }, ...acted },
    { name: 'headers cut after it acted', fault: { kind: 'cutHeaders' }, ...acted },
    { name: 'a response that cannot be unpacked', fault: { kind: 'badGzip' }, ...acted },
    ...[status(200), status(408), page(504)].map((fault): FaultRow<Outcome> => ({
      name: `${JSON.stringify(fault)} of a gateway that passed it on`,
      fault,
      acts: 'behindGateway',
      outcome: done,
    })),
  ];
}

/** Nothing says whether the change was made, because the roles cannot be read afterwards. */
export const actedAndNoList: readonly FaultRow<'unknown'>[] = [
  {
    name: '202 after it acted, and no list',
    fault: { kind: 'empty', status: 202 },
    listFault: status(500),
    acts: 'behindGateway',
    outcome: 'unknown',
    error: 'invalidResponse',
  },
  {
    name: 'reset after it acted, and no list',
    fault: { kind: 'resetAfterActing' },
    listFault: status(500),
    acts: 'itself',
    outcome: 'unknown',
    error: 'unreachable',
  },
];
