import type { SessionState } from '../connections/sessionState';

const stateName = 'attentionOnly';

/** Whether the view of one connection shows only what needs attention: kept between starts. */
export class AttentionState {
  #isOnly: boolean;

  constructor(private readonly state: SessionState) {
    this.#isOnly = state.read(stateName) === true;
  }

  get isOnly(): boolean {
    return this.#isOnly;
  }

  async keep(isOnly: boolean): Promise<void> {
    this.#isOnly = isOnly;
    await this.state.write(stateName, isOnly);
  }
}
