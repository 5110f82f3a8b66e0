import { l10n, MarkdownString, StatusBarAlignment, window, type TreeView } from 'vscode';
import { hostOf } from '../connections/connection';
import type { Coverage } from '../items/item';
import { clusterCount, formatNumber, machineCount, projectCount } from '../text/format';
import { escapeMarkdown } from '../text/markdown';
import { parts, present, sanitizeLine } from '../text/text';
import { throttle } from '../ui/timing';
import { attentionIn, type Attention } from '../items/attention';
import type { Inventory } from '../items/inventory';
import { commandId } from '../ui/runCommand';

/** Rows arrive in bursts, or for many seconds. What needs attention is counted once in this many milliseconds. */
const countIntervalMs = 200;

/** Shows how many clusters are known to need attention, as a badge on the view and in the status bar. */
export class AttentionSigns {
  readonly #status = window.createStatusBarItem('poolview.attention', StatusBarAlignment.Left);

  constructor(
    private readonly view: Pick<TreeView<unknown>, 'badge'>,
    private readonly active: () => Inventory | undefined,
  ) {
    this.#status.name = l10n.t('Needs Attention (Poolview)');
  }

  /** Call this when the count or the settings may have changed. */
  readonly update = throttle(() => {
    const active = this.active();
    // What comes in parts is counted when it is all there.
    if (active?.isAdding === true) {
      this.update();
      return;
    }
    const attention = active && attentionIn(active);
    const count = attention?.count ?? 0;
    const isQuiet = count + (attention?.known ?? 0) === 0;
    const text = active && attention && !isQuiet ? attentionText(attention, active.coverage()) : '';
    this.view.badge = count === 0 ? undefined : { value: count, tooltip: text };
    if (active === undefined || text === '') {
      this.#status.hide();
      return;
    }
    const { connection } = active.session;
    // What is known is no alarm, but the user should not forget it.
    this.#status.text = count === 0 ? '$(check) Poolview' : `$(warning) Poolview: ${formatNumber(count)}`;
    this.#status.command = commandId(count === 0 ? 'knownProblems' : 'goToAttention');
    this.#status.tooltip = tooltip(parts(text, sanitizeLine(connection.name, 60), hostOf(connection)));
    this.#status.accessibilityInformation = { label: text };
    this.#status.show();
  }, countIntervalMs);

  dispose(): void {
    this.update.cancel();
    this.#status.dispose();
  }
}

/** The text and, because a click lists what needs attention, a link to the fleet overview. */
function tooltip(text: string): MarkdownString {
  const command = commandId('openFleetOverview');
  const link = `[${l10n.t('Open Fleet Overview')}](command:${command})`;
  const markdown = new MarkdownString(`${escapeMarkdown(text)}\n\n${link}`);
  markdown.isTrusted = { enabledCommands: [command] };
  return markdown;
}

/** `12 clusters, 3 machines need attention; 3 known; 41 of 128 projects counted` */
function attentionText(
  { clusters, machines, known }: Attention,
  { projects: { read, total = 0 } }: Coverage,
): string {
  const items = present(
    clusters === 0 ? undefined : clusterCount(clusters),
    machines === 0 ? undefined : machineCount(machines),
  ).join(', ');
  const projects =
    total > read ? l10n.t('{0} of {1}', formatNumber(read), projectCount(total)) : projectCount(read);
  // Not all of them may be in the tree.
  const coverage = l10n.t('{0} counted', projects);
  const others = known === 0 ? coverage : l10n.t('{0} known; {1}', formatNumber(known), coverage);
  if (items === '') return others;
  return clusters + machines === 1
    ? l10n.t('{0} needs attention; {1}', items, others)
    : l10n.t('{0} need attention; {1}', items, others);
}
