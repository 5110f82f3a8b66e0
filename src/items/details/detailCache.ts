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

/** Where what was read is kept, by UID. It need not keep that of an item that is gone. */
export interface Kept<Values> {
  get(uid: string): DetailReadings<Values> | undefined;
  set(uid: string, readings: DetailReadings<Values>): unknown;
}

interface Detail<Value, Ref> {
  /** @throws ServiceError */
  readonly read: (client: ServiceClient, ref: Ref, options: CallOptions) => Promise<Value>;
  /** What is kept of a value and that of before; without it, the value. */
  readonly join?: (value: Value, before: Value | undefined) => Value;
  /** How much of all items is kept: what was read last. Without it, all is kept as long as the items are. */
  readonly limit?: { readonly sizeOf: (value: Value) => number; readonly total: number };
}

/** How each kind of detail is read. */
export type Details<Values, Ref> = { readonly [Name in keyof Values]: Detail<Values[Name], Ref> };

/** What is read of single items when the user looks at them. */
export class DetailCache<Values extends object, Ref extends { readonly uid: string }> {
  readonly #onDidRead = new EventEmitter<{ readonly name: keyof Values; readonly uid: string }>();
  /** Fires after a read of an item, even a failed one. */
  readonly onDidRead = this.#onDidRead.event;
  readonly #reads = new JoinedReads();
  /** Of the values with a limit, by UID. The one that was read last is the last one. */
  readonly #sizes = new Map<keyof Values, Map<string, number>>();

  constructor(
    private readonly session: Pick<Session, 'client'>,
    private readonly details: Details<Values, Ref>,
    private readonly kept: Kept<Values> = new Map(),
  ) {}

  /** What was read last, the same object until the next read. Sends no request. */
  of(uid = ''): DetailReadings<Values> | undefined {
    return this.kept.get(uid);
  }

  /** Reads a detail of an item. Joins the same read in flight. Never fails: the reading then has the error. */
  async read(name: keyof Values & string, ref: Ref, options: CallOptions = {}): Promise<void> {
    // The user does not wait for a timer.
    const key = `${options.priority ?? 'user'} ${name} ${ref.uid}`;
    await this.#reads.join(key, () => this.#read(name, ref, options), undefined);
  }

  /** Takes over what another read returned of an item, unless a later one is known. */
  take<Name extends keyof Values>(name: Name, uid: string, value: Values[Name], time: RequestTime): void {
    const before = this.of(uid)?.[name];
    if (time.requestNumber < (before?.requested.requestNumber ?? 0)) return;
    const { join, limit } = this.details[name];
    const known = join?.(value, before?.value) ?? value;
    this.#set(uid, name, { requested: time, value: known, readAt: time.readAt });
    if (limit !== undefined) this.#forgetOthers(name, uid, limit.sizeOf(known), limit.total);
    this.#onDidRead.fire({ name, uid });
  }

  dispose(): void {
    this.#onDidRead.dispose();
  }

  async #read(name: keyof Values, ref: Ref, options: CallOptions): Promise<void> {
    const sent = timed(options);
    try {
      const value = await this.details[name].read(await this.session.client(), ref, sent.options);
      this.take(name, ref.uid, value, sent.time);
    } catch (error) {
      if (!isServiceError(error)) throw error;
      this.#set(ref.uid, name, { ...this.of(ref.uid)?.[name], requested: sent.time, error });
      this.#onDidRead.fire({ name, uid: ref.uid });
    }
  }

  #set<Name extends keyof Values>(
    uid: string,
    name: Name,
    reading: DetailReading<Values[Name]> | undefined,
  ): void {
    const readings = Object.assign({}, this.of(uid), { [name]: reading });
    this.kept.set(uid, readings);
  }

  /** Forgets the values that were read first, until the others are within the limit, but not that of this item. */
  #forgetOthers(name: keyof Values, uid: string, size: number, limit: number): void {
    const sizes = this.#sizes.get(name) ?? new Map<string, number>();
    this.#sizes.set(name, sizes);
    sizes.delete(uid);
    let total = [...sizes.values()].reduce((sum, one) => sum + one, size);
    for (const [oldest, other] of sizes) {
      if (total <= limit) break;
      total -= other;
      sizes.delete(oldest);
      if (this.of(oldest)?.[name] !== undefined) this.#set(oldest, name, undefined);
    }
    sizes.set(uid, size);
  }
}
