import { l10n, window } from 'vscode';
import { anyObject, type JsonObject } from '../service/readers';
import { parseLine, StorageError, type StoredFiles } from './storedFiles';

/**
 * Records in a file, one a line. Several windows may use it: they only append to it, so that a later line replaces what an earlier
 * one says. All methods throw {@link StorageError}.
 */
export class StoredLines<Line extends object, Value> {
  #text = '';
  #records: readonly JsonObject[] = [];
  #value: Value;

  /**
   * @param valueOf what the records say together, the oldest first. Other versions may have written some of them
   * @param recordOf what is written of a line
   */
  constructor(
    private readonly files: StoredFiles,
    private readonly name: string,
    private readonly valueOf: (records: readonly JsonObject[]) => Value,
    private readonly recordOf: (line: Line) => object = (line) => line,
  ) {
    this.#value = valueOf([]);
  }

  /** What this window and others have written, without damaged lines; the same value as before if nothing was. */
  async read(): Promise<Value> {
    const isUsed = await readUsable(this.files, this.name, (text) => this.#take(text) || undefined);
    if (isUsed !== true) this.#take('');
    return this.#value;
  }

  /** @returns whether the text is usable */
  #take(text: string): boolean {
    if (text === this.#text) return true;
    // What was appended begins with a line break: the lines before it are the same.
    const isLonger = text.startsWith(`${this.#text}\n`);
    const lines = text.slice(isLonger ? this.#text.length : 0).split('\n');
    const read = lines.map((line) => anyObject(parseLine(line))).filter((record) => record !== undefined);
    const records = isLonger ? [...this.#records, ...read] : read;
    if (records.length === 0 && text.trim() !== '') return false;
    this.#text = text;
    this.#records = records;
    this.#value = this.valueOf(records);
    return true;
  }

  /**
   * Appends records to the file, which is created if it does not exist, even if another window does the same.
   * @param given the records, or what chooses them by what the file says now
   * @returns what they say together then; nothing if the file has become too large
   */
  async append(given: readonly Line[] | ((current: Value) => readonly Line[])): Promise<Value> {
    // Sets the file aside if it could not be read afterwards.
    const current = await this.read();
    const records = typeof given === 'function' ? given(current) : given;
    // Each line starts with the line break, so that it is valid even if the last one is truncated.
    const text = records.map((record) => `\n${JSON.stringify(this.recordOf(record))}`).join('');
    for (let tries = 0; !(await this.files.append(this.name, text)); tries++) {
      // It neither exists nor can be created: a link to nothing.
      if (tries === 1) await setAside(this.files, this.name);
      try {
        await this.files.create(this.name, '');
      } catch (error) {
        if (!(error instanceof StorageError) || error.reason !== 'EEXIST' || tries > 1) throw error;
      }
    }
    return this.read();
  }
}

/** Reasons why a file will not be readable later either: it is too large, a folder or a pipe, or a link to itself. */
const unusable: ReadonlySet<string> = new Set(['tooLarge', 'notAFile', 'EISDIR', 'ELOOP']);

/**
 * What a file says; undefined if it does not exist. One that can't be used is set aside, so that a new one can be written.
 * @param parse returns undefined if the file is damaged
 * @throws StorageError
 */
export async function readUsable<Value>(
  files: StoredFiles,
  name: string,
  parse: (text: string) => Value | undefined,
): Promise<Value | undefined> {
  let text: string | undefined;
  try {
    text = await files.read(name);
    const value = text === undefined ? undefined : parse(text);
    if (text === undefined || value !== undefined) return value;
  } catch (error) {
    if (!(error instanceof StorageError) || !unusable.has(error.reason)) throw error;
  }
  await setAside(files, name, text);
  return undefined;
}

async function setAside(files: StoredFiles, name: string, damaged?: string): Promise<void> {
  const aside = await files.setAside(name, damaged);
  // Another window may have done it.
  if (aside === undefined) return;
  void window.showWarningMessage(
    l10n.t("Poolview can't use its file {0}. It was renamed to {1}, and a new one is used.", name, aside),
  );
}
