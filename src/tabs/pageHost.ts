import {
  EventEmitter,
  ViewColumn,
  window,
  type Disposable,
  type Event,
  type LogOutputChannel,
  type Uri,
  type WebviewPanel,
} from 'vscode';
import type { Inventories } from '../reads/inventories';
import { isObject, type JsonObject } from '../service/readers';
import { encode } from '../webPage/messages';
import { sanitizeLine } from '../text/text';
import { showErrors } from '../ui/errorMessage';
import { lazy } from '../ui/timing';
import { showPage, type PageName } from './pageHtml';
import { runCommand } from '../ui/runCommand';

interface Message {
  readonly type: string;
}

/** What every page sends. */
type HostMessage =
  { readonly type: 'ready' | 'connect' } | { readonly type: 'keepView'; readonly view: JsonObject };

/** What every page is sent. `about` is the connection that the page is about, if another one is active. */
type OwnMessage = HostMessage | { readonly type: 'disconnected'; readonly about: string | undefined };

/** What to do for each type of message. */
type Handlers<FromPage extends Message> = {
  readonly [Type in FromPage['type']]: (message: FromPage & { readonly type: Type }) => unknown;
};

/** What to do for each message of a page but those that every page sends. */
export type PageHandlers<FromPage extends Message> = Omit<Handlers<FromPage>, HostMessage['type']>;

/** What a page shows of a connection, until another one is active or the tab is closed. */
export interface PageContent<FromPage extends Message> extends Disposable {
  readonly handlers: PageHandlers<FromPage>;
  /** Sends everything: the page is loaded and has no data. @throws whatever is to be shown as an error of a command */
  show(): unknown;
  /** The page is gone, because its tab is hidden. */
  hide(): void;
}

/** A page, as its host knows it. */
interface HostedPage<FromPage> {
  readonly name: PageName;
  /** A message of the page; undefined if it is invalid. */
  readonly read: (message: unknown) => FromPage | undefined;
  /** The title of the tab. @param connection which it shows */
  readonly title: (connection?: string) => string;
}

/** What all pages need. */
export interface PageParts {
  readonly inventories: Inventories;
  readonly context: { readonly extensionUri: Uri };
  readonly log: LogOutputChannel;
}

interface OpenTab<Content, ToPage> {
  readonly panel: WebviewPanel;
  /** Undefined if the page shows no connection. */
  content?: Content | undefined;
  /** Whether the page is loaded. VS Code unloads it while the tab is hidden. */
  isLoaded: boolean;
  /** What the page shows; undefined before it has told. */
  view?: JsonObject | undefined;
  /** The view that the page keeps. VS Code may unload the page before it has. */
  kept?: OwnMessage;
  /** To be sent once the page has everything. */
  next: ToPage | undefined;
}

/** The editor tab with a web page, of which a window has at most one. It shows the active connection until it is closed. */
export abstract class PageHost<
  FromPage extends Message,
  ToPage extends Message,
  Content extends PageContent<FromPage>,
> implements Disposable {
  /** The tab, while it is open. */
  protected opened: OpenTab<Content, ToPage> | undefined;
  readonly #visibility = new EventEmitter<void>();
  protected readonly onDidChangeVisibility = this.#visibility.event;
  readonly #subscription: Disposable;

  /** @param onDidChange fires when what {@link serve} returns has changed */
  constructor(
    private readonly page: HostedPage<FromPage>,
    private readonly parts: PageParts,
    onDidChange: Event<void>,
  ) {
    this.#subscription = onDidChange(this.follow);
  }

  /** What the page shows now; undefined if it shows no connection. */
  protected abstract serve(): Content | undefined;

  /** Takes over what VS Code kept of the page, which another version may have stored. */
  protected abstract readState(state: JsonObject): void;

  /** The connection that the page is about, if another one is active. */
  protected get about(): string | undefined {
    return undefined;
  }

  /** Whether it is the editor that the user works in. */
  get isActive(): boolean {
    return this.opened?.panel.active === true;
  }

  get content(): Content | undefined {
    return this.opened?.content;
  }

  /** Sends a message to the page. One that is not loaded gets everything when it is. */
  readonly post = (message: ToPage | OwnMessage | undefined): void => {
    if (message && this.opened?.isLoaded) void this.opened.panel.webview.postMessage(encode(message));
  };

  /** Moves to the tab, or opens it. @param next sent as soon as the page has everything, instead of what still waits for that */
  protected reveal(next?: ToPage): void {
    if (this.opened === undefined) {
      this.#show(window.createWebviewPanel(viewType(this.page.name), '', ViewColumn.Active), next);
      return;
    }
    this.opened.panel.reveal();
    this.opened.next = this.opened.isLoaded ? undefined : next;
    this.post(next);
  }

  /** Shows the page in a panel that VS Code opened again, instead of the one that is open. */
  restore(panel: WebviewPanel, state: unknown): void {
    this.opened?.panel.dispose();
    this.readState(isObject(state) ? state : {});
    this.#show(panel);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.opened?.panel.dispose();
  }

  /** Shows what {@link serve} returns now. */
  protected readonly follow = (): void => {
    const open = this.opened;
    if (open === undefined) return;
    open.content?.dispose();
    open.content = this.serve();
    open.view = undefined;
    const name = this.about ?? this.parts.inventories.active?.session.connection.name;
    open.panel.title = this.page.title(name && sanitizeLine(name, 60));
    if (open.isLoaded) this.#postAll(open);
  };

  #show(panel: WebviewPanel, next?: ToPage): void {
    const open: OpenTab<Content, ToPage> = { panel, isLoaded: false, next };
    this.opened = open;
    panel.webview.onDidReceiveMessage((received) => showErrors(() => this.#receive(open, received)));
    panel.onDidChangeViewState(() => {
      open.isLoaded &&= panel.visible;
      if (!panel.visible) open.content?.hide();
      this.#visibility.fire();
    });
    panel.onDidDispose(() => {
      // First, because a closed panel throws when it is asked whether it is visible.
      if (this.opened === open) this.opened = undefined;
      open.content?.dispose();
    });
    this.follow();
    this.#visibility.fire();
    showPage(panel, this.parts.context.extensionUri, this.page.name, this.page.title());
  }

  async #receive(open: OpenTab<Content, ToPage>, received: unknown): Promise<void> {
    const message = this.page.read(received);
    if (message === undefined) {
      this.parts.log.debug(`The ${this.page.name} page sent an invalid message.`);
      return;
    }
    // A page that shows no connection asks for nothing but what every page does.
    const handlers: Partial<Record<string, (message: never) => unknown>> = {
      ...this.#handlers(open),
      ...open.content?.handlers,
    };
    // Each takes the messages of the type that it is listed for.
    await handlers[message.type]?.(message as never);
  }

  #handlers(open: OpenTab<Content, ToPage>): Handlers<HostMessage> {
    return {
      ready: () => {
        open.isLoaded = true;
        this.post(open.kept);
        this.#postAll(open);
        this.post(open.next);
        open.next = undefined;
      },
      keepView: async (message) => {
        open.view = message.view;
        // If nothing is connected, no key is known.
        const { session } = this.parts.inventories.active ?? {};
        if ((await session?.containsApiKey(JSON.stringify(message.view))) === true) return;
        open.kept = message;
        this.post(message);
      },
      connect: () => runCommand('connect'),
    };
  }

  #postAll({ content }: OpenTab<Content, ToPage>): void {
    if (content)
      void showErrors(async () => {
        await content.show();
      });
    else this.post({ type: 'disconnected', about: this.about });
  }
}

/** Also in `package.json`: in `activationEvents`, and in the menus of the page. */
const viewType = (name: PageName): string => `poolview.${name}`;

/** Registers a page, whose code is loaded when its tab is first opened, or opened again after the window was reloaded. */
export function registerPage<Host extends Pick<PageHost<never, never, never>, 'restore' | 'dispose'>>(
  name: PageName,
  load: () => Promise<Host>,
) {
  const page = lazy(load);
  const serializer = window.registerWebviewPanelSerializer(viewType(name), {
    deserializeWebviewPanel: async (panel, state: unknown) => {
      (await page()).restore(panel, state);
    },
  });
  return { page, disposables: [serializer, page] };
}
