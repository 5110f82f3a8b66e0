import { Disposable, EventEmitter, Uri, type Event, type Webview, type WebviewPanel } from 'vscode';
import type { FleetMessage, ToExtension, ToPage } from '../../src/fleet/messages';
import type { FleetReader } from '../../src/reads/fleetReader';
import type { Inventories } from '../../src/reads/inventories';
import type { Inventory } from '../../src/items/inventory';
import { decode } from '../../src/webPage/messages';

export const extensionUri = Uri.from({ scheme: 'file', path: '/extension' });

/** An event that knows how many listen to it. */
class CountedEvent<Value> {
  count = 0;
  readonly #emitter = new EventEmitter<Value>();

  readonly event: Event<Value> = (listener) => {
    this.count++;
    const subscription = this.#emitter.event(listener);
    return new Disposable(() => {
      this.count--;
      subscription.dispose();
    });
  };

  fire(value: Value): void {
    this.#emitter.fire(value);
  }
}

/** A webview panel, and what its page receives. */
export class FakePanel implements WebviewPanel {
  readonly viewType = 'poolview.fleet';
  readonly viewColumn = undefined;
  readonly options = {};
  readonly active = true;
  title = '';
  iconPath = extensionUri;
  isDisposed = false;
  #visible = true;
  reveals = 0;
  readonly received: ToPage[] = [];
  readonly #messages = new EventEmitter<unknown>();
  readonly #disposed = new EventEmitter<void>();
  readonly #viewState = new EventEmitter<{ readonly webviewPanel: WebviewPanel }>();
  readonly onDidDispose = this.#disposed.event;
  readonly onDidChangeViewState = this.#viewState.event;
  readonly webview: Webview = {
    options: {},
    html: '',
    cspSource: "'self'",
    asWebviewUri: (uri) => uri,
    onDidReceiveMessage: this.#messages.event,
    postMessage: (message: ArrayBuffer) => Promise.resolve(this.received.push(decode(message) as ToPage) > 0),
  };

  /** VS Code throws, too. */
  get visible(): boolean {
    if (this.isDisposed) throw new Error('Webview is disposed');
    return this.#visible;
  }

  set visible(visible: boolean) {
    this.#visible = visible;
  }

  /** What the page has received of the fleet. */
  get fleets(): readonly FleetMessage[] {
    return this.received.filter((message) => message.type === 'fleet');
  }

  /** What the page has received since the last call. */
  take(): readonly ToPage[] {
    return this.received.splice(0);
  }

  /** The page sends a message. */
  send(message: ToExtension | object): void {
    this.#messages.fire(message);
  }

  /** The tab is hidden, which unloads its page, or shown. */
  show(visible: boolean): void {
    this.visible = visible;
    this.#viewState.fire({ webviewPanel: this });
  }

  reveal(): void {
    this.reveals++;
  }

  dispose(): void {
    this.isDisposed = true;
    this.#disposed.fire();
  }
}

/** What is connected. */
class FakeInventories implements Pick<Inventories, 'active' | 'fleet' | 'onDidChangeActive'> {
  readonly #changed = new CountedEvent<void>();
  readonly onDidChangeActive = this.#changed.event;

  constructor(public fleet: FleetReader | undefined) {}

  get active(): Inventory | undefined {
    return this.fleet?.inventory;
  }

  switchTo(fleet: FleetReader | undefined): void {
    this.fleet = fleet;
    this.#changed.fire();
  }

  get listeners(): number {
    return this.#changed.count;
  }
}

/** Inventories of which a test chooses the active one. */
export function fakeInventories(active: FleetReader | undefined): FakeInventories & Inventories {
  return new FakeInventories(active) as unknown as FakeInventories & Inventories;
}
