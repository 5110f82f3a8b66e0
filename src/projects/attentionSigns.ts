import { l10n, StatusBarAlignment, window, type StatusBarItem, type TreeView } from 'vscode';
import { hostOf } from '../connections/connection';
import { settings } from '../connections/settings';
import { formatCount, formatNumber } from '../presentation/format';
import { escapeIconsAndLinks, parts } from '../presentation/text';
import type { ActiveProjects } from './activeProjects';

/** Rows are read in bursts: machines are counted once for each burst, after this many milliseconds. */
const restMs = 100;

/** Shows how many loaded machines need attention, as a badge on the view and in the status bar. */
export class AttentionSigns {
  #status: StatusBarItem | undefined;
  #counting: NodeJS.Timeout | undefined;

  constructor(
    private readonly view: Pick<TreeView<unknown>, 'badge'>,
    private readonly active: () => ActiveProjects | undefined,
  ) {}

  /** To be called when the count or the settings may have changed. */
  readonly update = (): void => {
    clearTimeout(this.#counting);
    this.#counting = setTimeout(() => {
      this.showNow();
    }, restMs);
  };

  dispose(): void {
    clearTimeout(this.#counting);
    this.#status?.dispose();
  }

  showNow(): void {
    const active = this.active();
    const count = active?.model.machinesNeedingAttention.length ?? 0;
    const text = formatCount(count, l10n.t('1 machine needs attention'), (n) =>
      l10n.t('{0} machines need attention', n),
    );
    this.view.badge = count === 0 ? undefined : { value: count, tooltip: text };
    if (active === undefined || count === 0 || !settings.statusBar) {
      this.#status?.dispose();
      this.#status = undefined;
      return;
    }
    const { connection } = active.session;
    this.#status ??= newStatus();
    this.#status.text = `$(warning) Poolview: ${formatNumber(count)}`;
    this.#status.tooltip = parts(text, escapeIconsAndLinks(connection.name, 60), hostOf(connection));
    this.#status.accessibilityInformation = { label: text };
    this.#status.show();
  }
}

function newStatus(): StatusBarItem {
  const status = window.createStatusBarItem('poolview.attention', StatusBarAlignment.Left);
  status.name = l10n.t('Machines that need attention (Poolview)');
  status.command = 'poolview.goToAttention';
  return status;
}
