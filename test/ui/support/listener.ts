import { expect, type FrameLocator, type Page } from '@playwright/test';

/** What a screen reader says of what has the focus. */
interface Heard {
  readonly role: string;
  readonly name: string;
  /** Such as `expanded`. */
  readonly states: readonly string[];
  /** Whether it is a row for an item or an entry: not a heading, and not a quick pick. */
  readonly isRow: boolean;
}

const nothing: Heard = { role: 'nothing', name: '', states: [], isRow: false };

/** A user who sees nothing: only presses keys, and hears what has the focus. */
export class Listener {
  /** What was heard, below a heading for each step. */
  readonly record: string[] = [];
  /** The names of the rows among it. */
  readonly rows: string[] = [];

  /** @param where the frame that has the focus */
  constructor(
    private readonly page: Page,
    public where: Page | FrameLocator = page,
  ) {}

  /** Begins a part of the record. */
  begin(title: string): void {
    this.record.push(...(this.record.length === 0 ? [] : ['']), title);
  }

  /** Waits until the focus is on what is called this. */
  async hears(name: RegExp): Promise<void> {
    let heard = nothing;
    const read = async (): Promise<string> => (heard = await this.#heard()).name;
    await expect.poll(read).toMatch(name);
    this.#add(heard);
  }

  async press(key: string, name: RegExp): Promise<void> {
    await this.page.keyboard.press(key);
    await this.hears(name);
  }

  /** Presses a key until the focus is on what is called this. @param most how often at most */
  async walk(key: string, name: RegExp, most: number): Promise<void> {
    let heard = await this.#heard();
    for (let count = 0; count < most; count++) {
      const before = heard;
      await this.page.keyboard.press(key);
      const read = async (): Promise<Heard> => {
        const now = await this.#heard();
        return (heard = now === nothing ? before : now);
      };
      await expect.poll(read).not.toEqual(before);
      this.#add(heard);
      if (name.test(heard.name)) return;
    }
    throw new Error(`Not reached: ${String(name)}\n${this.record.join('\n')}`);
  }

  /** Runs a command from the Command Palette. */
  async run(command: string): Promise<void> {
    this.where = this.page;
    await this.page.keyboard.press('F1');
    await expect.poll(() => this.#heard()).toMatchObject({ role: 'option' });
    await this.page.keyboard.type(command);
    // It may be followed by `recently used`.
    await expect.poll(async () => (await this.#heard()).name.split(', ')[0]).toBe(command);
    await this.page.keyboard.press('Enter');
  }

  #add({ role, name, states, isRow }: Heard): void {
    this.record.push(`- ${steady(name)} (${[role, ...states].join(', ')})`);
    if (isRow) this.rows.push(name);
  }

  async #heard(): Promise<Heard> {
    const focus = this.where.locator(':focus');
    if ((await focus.count()) === 0) return nothing;
    const id = await focus.getAttribute('aria-activedescendant');
    const element = id === null ? focus : this.where.locator(`[id="${id}"]`);
    if ((await element.count()) === 0) return nothing;
    const isNamed = (await element.getAttribute('aria-label')) !== null;
    const heard = spoken(await element.ariaSnapshot());
    const roles = this.where === this.page ? ['treeitem'] : ['row', 'option'];
    return { ...heard, isRow: isNamed && roles.includes(heard.role) };
  }
}

/** @param snapshot what Playwright says of an element and of what is in it: `- row "Healthy, Cluster, eu" [selected]: …` */
function spoken(snapshot: string): Omit<Heard, 'isRow'> {
  const pattern = /^- '?(?<role>\w+)(?: (?<name>"(?:[^"\\]|\\.)*"))?(?<states>(?: \[[^\]]*\])*)/;
  const { role = '', name = '""', states = '' } = pattern.exec(snapshot)?.groups ?? {};
  return {
    role,
    // Single quotes are doubled in a line that is quoted itself.
    name: String(JSON.parse(name)).replaceAll("''", "'"),
    states: [...states.matchAll(/\[([^\]]*)\]/g)].map(([, state = '']) => state.replace('=', ' ')),
  };
}

/** Without what differs from run to run: on a slow machine, what is read first is a minute older than what is read last. */
function steady(text: string): string {
  return text
    .replace(/127\.0\.0\.1:\d+/, '127.0.0.1')
    .replaceAll(/\b\d\d?:\d\d\b/g, '12:00')
    .replaceAll(/,[a-z, ]+ as of 12:00/g, '');
}
