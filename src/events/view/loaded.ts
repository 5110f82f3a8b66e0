import type { Disposable, TreeView } from 'vscode';
import type { CommandArguments } from '../../ui/commands';
import type { DetailsDocuments } from '../../ui/detailsDocuments';
import type { ItemSource } from '../itemSource';
import { eventCommands, type EventCommand } from './commands';
import { EventsView, type EventsViewParts } from './eventsView';
import { EventLogs } from './log';
import type { ViewRow } from './rows';

export type EventCommandName = keyof typeof eventCommands;

/** The code of the Events view that startup does not need. */
export class LoadedEvents implements Disposable {
  readonly #eventsView: EventsView;
  readonly #logs: EventLogs;

  constructor(
    private readonly parts: EventsViewParts & { readonly view: TreeView<ViewRow> },
    scheme: string,
    documents: DetailsDocuments,
  ) {
    this.#eventsView = new EventsView(parts);
    this.#logs = new EventLogs(scheme, documents, this.#eventsView, parts.view);
  }

  run(name: EventCommandName, source: ItemSource, given: CommandArguments): unknown {
    const { view, events } = this.parts;
    const command: EventCommand = eventCommands[name];
    return command({ view, events, eventsView: this.#eventsView, logs: this.#logs }, source, given);
  }

  prepare(): void {
    this.#eventsView.prepare();
  }

  logText(id: string): string | undefined {
    return this.#logs.textOf(id);
  }

  dispose(): void {
    this.#logs.dispose();
    this.#eventsView.dispose();
  }
}
