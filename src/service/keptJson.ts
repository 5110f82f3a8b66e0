import { hash, randomUUID } from 'node:crypto';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import { isObject, object, withField, type Fields, type Reader, type Shape } from './readers';

/** Items have much in common: together, they take a fraction of the space. Of so few, one is unpacked quickly. */
const mostTogether = 50;

/** The delay before JSON is compressed, in milliseconds, so that users don't wait for it. */
const compressAfterMs = 1000;

/** The JSON of an item, of which users look at few. It is compressed soon after it was read. */
export class KeptJson {
  /** Equal if the JSON is: a comparison of items need not unpack it. */
  readonly digest: string;
  readonly #pack: { at(place: number): unknown };
  readonly #place: number = 0;

  constructor(json: unknown) {
    const text = textOf(json);
    if (text === undefined) {
      this.digest = randomUUID();
      this.#pack = { at: () => json };
      return;
    }
    this.digest = hash('sha1', text, 'binary').slice(0, 8);
    if (openPack?.isFull !== false) openPack = new Pack();
    this.#pack = openPack;
    this.#place = openPack.add(json, text);
  }

  get json(): unknown {
    return this.#pack.at(this.#place);
  }
}

/** The JSON of items that were read at about the same time. */
class Pack {
  #added: { readonly json: unknown; readonly text: string }[] = [];
  #compressed: Uint8Array | undefined;

  constructor() {
    const compress = (): void => {
      if (openPack === this) openPack = undefined;
      // JSON has no line breaks unless it is indented.
      deflateRaw(this.#added.map(({ text }) => text).join('\n'), (error, compressed) => {
        if (error !== null) return;
        // A copy, because the result is a part of a larger buffer.
        this.#compressed = Uint8Array.from(compressed);
        this.#added = [];
      });
    };
    setTimeout(compress, compressAfterMs).unref();
  }

  get isFull(): boolean {
    return this.#added.length >= mostTogether;
  }

  /** @returns its place */
  add(json: unknown, text: string): number {
    return this.#added.push({ json, text }) - 1;
  }

  at(place: number): unknown {
    if (this.#compressed === undefined) return this.#added[place]?.json;
    return JSON.parse(inflateRawSync(this.#compressed).toString().split('\n')[place] ?? 'null');
  }
}

let openPack: Pack | undefined;

/** Undefined if it is nested too deeply. */
function textOf(json: unknown): string | undefined {
  try {
    return JSON.stringify(json);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** What packs, charts and manifests are set to, which may be secret: what is not kept can't leak. */
const dropped: ReadonlySet<string> = new Set(['values', 'manifests', 'presets', 'params', 'schema']);

/** Where such names are those of users, and where `values` are what a condition selects. */
const kept = /(?:annotations|expressions|filters|labels|tags)$/i;

/** The JSON without {@link dropped} fields; the JSON itself if it has none. Deeper levels are not shown anywhere. */
function withoutDropped(json: unknown, levels = 200): unknown {
  if (levels === 0) return json;
  if (Array.isArray(json)) {
    const elements = json.map((element) => withoutDropped(element, levels - 1));
    return elements.some((element, index) => element !== json[index]) ? elements : json;
  }
  if (!isObject(json)) return json;
  let copy: Record<string, unknown> | undefined;
  for (const name in json) {
    const value = json[name];
    const isKept = typeof value !== 'object' || kept.test(name);
    const now = dropped.has(name) ? undefined : isKept ? value : withoutDropped(value, levels - 1);
    if (now !== value) (copy ??= { ...json })[name] = now;
  }
  return copy ?? json;
}

/** An object together with its JSON (`source`), from which {@link machineSpec}, hovers and documents are made. */
export function withSource<Of extends Shape>(shape: Of): Reader<Fields<Of> & { readonly source: KeptJson }> {
  const read = object(shape);
  return (json) => {
    const shown = withoutDropped(json);
    const fields = read(shown);
    return fields && withField(fields, 'source', new KeptJson(shown));
  };
}
