import { EventEmitter } from 'vscode';
import type { Session } from '../../connections/session';
import type { ServiceClient } from '../../service/client';
import { isServiceError, type ServiceError } from '../../service/errors';
import { JoinedReads } from '../../service/joinedReads';
import { timed, type RequestTime } from '../../service/requestTime';
import type { CallOptions } from '../../service/schedule';

/** The last successful read of a detail, and why the last one failed if it did. */
export interface DetailReading<Value> {
  readonly value?: Value;
  /** When the value was requested, in milliseconds since 1970. */
  readonly readAt?: number;
  readonly error?: ServiceError;
  /** The last read, successful or not. */
  readonly requested: RequestTime;
}

/** What was read of one item. */
export type DetailReadings<Values> = {
  readonly [Name in keyof Values]?: DetailReading<Values[Name]> | undefined;
};

/** Keeps what was read, by UID. It may drop what was read of an item that is gone. */
export interface Kept<Values> {
  get(uid: string): DetailReadings<Values> | undefined;
  set(uid: string, readings: DetailReadings<Values>): unknown;
}

/** How a kind of detail is read and kept. */
interface Detail<Value, Ref> {
  /** @throws ServiceError */
  readonly read: (client: ServiceClient, ref: Ref, options: CallOptions) => Promise<Value>;
  /** Combines a value with the earlier one. Without it, the value replaces the earlier one. */
  readonly join?: (value: Value, before: Value | undefined) => Value;
  /** About how much memory a large value takes. Others are kept as long as their items are. */
  readonly bytesOf?: (value: Value) => number;
}

export type Details<Values, Ref> = { readonly [Name in keyof Values]: Detail<Values[Name], Ref> };

/** How much memory large values take. */
const maxBytes = 20_000_000;

/** What is read of single items when the user looks at them. */
export class DetailCache<Values extends object, Ref extends { readonly uid: string }> {
  readonly #onDidRead = new EventEmitter<{ readonly name: keyof Values; readonly uid: string }>();
  /** Fires after a read of an item, even a failed one. */
  readonly onDidRead = this.#onDidRead.event;
  readonly #reads = new JoinedReads();
  /** In the order in which they were read. */
  readonly #large = new Map<string, { readonly bytes: number; readonly forget: () => void }>();

  constructor(
    private readonly session: Pick<Session, 'client'>,
    private readonly details: Details<Values, Ref>,
    private readonly kept: Kept<Values> = new Map(),
  ) {}

  /** What was read last, the same object until the next read. Sends no request. */
  of(uid = ''): DetailReadings<Values> | undefined {
    return this.kept.get(uid);
  }

  /** Reads a detail of an item until `signal` is aborted. Joins the same read in flight. Never fails: the reading has the error. */
  async read(name: keyof Values & string, ref: Ref, { signal, ...options }: CallOptions = {}): Promise<void> {
    // The user does not wait for a timer.
    const key = `${options.priority ?? 'user'} ${name} ${ref.uid}`;
    const read = (ended: AbortSignal): Promise<void> => this.#read(name, ref, { ...options, signal: ended });
    await this.#reads.join(key, read, signal).catch((error: unknown) => {
      if (signal?.aborted !== true) throw error;
    });
  }

  /** Takes over what a read returned, unless a later one is known. */
  take<Name extends keyof Values>(name: Name, uid: string, value: Values[Name], time: RequestTime): void {
    const { join, bytesOf } = this.details[name];
    const before = this.of(uid)?.[name];
    const known = join?.(value, before?.value) ?? value;
    this.#keep(name, uid, { requested: time, value: known, readAt: time.readAt }, bytesOf?.(known));
  }

  dispose(): void {
    this.#onDidRead.dispose();
  }

  async #read(name: keyof Values, ref: Ref, options: CallOptions): Promise<void> {
    const { uid } = ref;
    const sent = timed(options);
    try {
      const value = await this.details[name].read(await this.session.client(), ref, sent.options);
      this.take(name, uid, value, sent.time);
    } catch (error) {
      if (!isServiceError(error)) throw error;
      if (error.kind === 'cancelled') return;
      this.#keep(name, uid, { ...this.of(uid)?.[name], requested: sent.time, error });
    }
  }

  #keep<Name extends keyof Values>(
    name: Name,
    uid: string,
    reading: DetailReading<Values[Name]>,
    bytes?: number,
  ): void {
    const before = this.of(uid)?.[name];
    if (reading.requested.requestNumber < (before?.requested.requestNumber ?? 0)) return;
    this.#set(name, uid, reading);
    if (bytes !== undefined) this.#forgetOthers(name, uid, bytes);
    this.#onDidRead.fire({ name, uid });
  }

  #set<Name extends keyof Values>(name: Name, uid: string, reading?: DetailReading<Values[Name]>): void {
    const readings = Object.assign({}, this.of(uid), { [name]: reading });
    this.kept.set(uid, readings);
  }

  /** Forgets the large values that were read first, until the others are within the limit. */
  #forgetOthers(name: keyof Values, uid: string, bytes: number): void {
    const key = `${String(name)} ${uid}`;
    const forget = (): void => {
      this.#set(name, uid);
    };
    this.#large.delete(key);
    let total = [...this.#large.values()].reduce((sum, other) => sum + other.bytes, bytes);
    for (const [oldest, other] of this.#large) {
      if (total <= maxBytes) break;
      total -= other.bytes;
      this.#large.delete(oldest);
      other.forget();
    }
    this.#large.set(key, { bytes, forget });
  }
}
