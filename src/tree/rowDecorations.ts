import { EventEmitter, FileDecoration, ThemeColor, Uri, window, type FileDecorationProvider } from 'vscode';
import type { ItemHealth } from '../items/item';
import { knownText, untilText } from '../items/itemText';
import { stateText, type ItemState } from '../items/severity';
import { parts } from '../text/text';
import { debounce } from '../ui/timing';

/** The scheme of the URIs that VS Code requests decorations for; never a file's. */
const scheme = 'poolview-row';

/**
 * Shows the health of rows as a letter at the right edge, as source control does. It stays visible at any width, in every
 * theme, and while the row is selected.
 */
export class RowDecorations implements FileDecorationProvider {
  readonly #onDidChange = new EventEmitter<Uri[] | undefined>();
  readonly onDidChangeFileDecorations = this.#onDidChange.event;
  /** The decorations last given to VS Code, by row ID. */
  readonly #given = new Map<string, string>();
  readonly #changed = new Map<string, Uri>();
  readonly #fireChanged = debounce(() => {
    const changed = [...this.#changed.values()];
    this.#changed.clear();
    this.#onDidChange.fire(changed);
  }, 0);
  readonly #registration = window.registerFileDecorationProvider(this);

  /** @param healthOf the health of the row with an ID; undefined if there is no such row */
  constructor(private readonly healthOf: (id: string) => ItemHealth | undefined) {}

  /** The URI of a row. VS Code compares URIs ignoring case, so capital letters are escaped. */
  uriOf(id: string): Uri {
    const path = `/${id.replace(/[A-Z]/g, (letter) => `^${letter.toLowerCase()}`)}`;
    return Uri.from({ scheme, path });
  }

  provideFileDecoration(uri: Uri): FileDecoration | undefined {
    if (uri.scheme !== scheme) return undefined;
    const id = uri.path.slice(1).replace(/\^([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const health = this.healthOf(id);
    const decoration = health && decorationOf(health);
    this.#given.set(id, decoration?.tooltip ?? '');
    return decoration;
  }

  /** Call this when a row is redrawn: its decoration may have changed. */
  follow(id: string, health: ItemHealth | undefined): void {
    const given = this.#given.get(id);
    if (given === undefined || given === tooltipOf(health)) return;
    this.#changed.set(id, this.uriOf(id));
    this.#fireChanged();
  }

  /** Call this when the rows of another connection are shown. VS Code asks again for what it was given. */
  forget(): void {
    if (this.#given.size === 0) return;
    this.#given.clear();
    this.#onDidChange.fire(undefined);
  }

  dispose(): void {
    this.#fireChanged.cancel();
    this.#registration.dispose();
    this.#onDidChange.dispose();
  }
}

/** The tooltip of a row's decoration, which explains all of it; empty if the row has none. */
export function tooltipOf(health: ItemHealth | undefined): string {
  return (health && decorationOf(health)?.tooltip) ?? '';
}

function decorationOf(health: ItemHealth): FileDecoration | undefined {
  const { known } = health;
  const decoration = decorationOfState(health);
  if (decoration === undefined || known === undefined) return decoration;
  // Most themes draw the description at 70% opacity: `disabledForeground` would be too pale.
  const color = new ThemeColor('poolview.knownForeground');
  if (known.by === 'maintenance') return new FileDecoration(decoration.badge, decoration.tooltip, color);
  const tooltip = parts(knownText(known), untilText(known), decoration.tooltip);
  return new FileDecoration('K', tooltip, color);
}

const badges: Readonly<Record<ItemState, string>> = {
  failed: '!',
  unhealthy: '!',
  lateHeartbeat: 'H',
  maintenance: 'M',
  inTransition: '…',
  unknown: '?',
  notRead: '?',
  healthy: '',
};

/** Its tooltip explains all of it. */
function decorationOfState({ state, cause }: ItemHealth): FileDecoration | undefined {
  const name = stateText(state);
  const badge = badges[state];
  // Most rows without a cause have not been read yet.
  if (badge === '' || (badge === '?' && cause === '')) return undefined;
  const isNamed = badge === '!' && cause !== '' && cause !== name;
  // It has more contrast than VS Code's list colors, and is the theme's own in high contrast: see `package.json`.
  const color = badge === '!' || badge === 'H' ? new ThemeColor(`poolview.${state}RowForeground`) : undefined;
  return new FileDecoration(badge, isNamed ? `${name}: ${cause}` : cause || name, color);
}
