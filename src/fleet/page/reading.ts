import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import type { Counted } from '../../items/item';
import { formatNumber, requestCount } from '../../presentation/format';
import { parts, sanitizeLine } from '../../presentation/text';
import type { FleetProblem, ReadProgress } from '../../items/fleet/readState';
import type { FleetHeader } from '../messages';
import { warningIcon } from './icons';
import { Section, send } from './section';

const shownProblems = 3;

/** How much of the fleet has been read, the read in progress, and what could not be read. */
class ReadingSection extends Section {
  static override properties: PropertyDeclarations = {
    showsAll: { state: true },
  };

  declare private showsAll: boolean;

  constructor() {
    super();
    this.showsAll = false;
  }

  protected override render(): TemplateResult {
    const { fleet, view } = this.page;
    const { reading } = fleet.header;
    // The changes have a coverage of their own.
    return html`${view.tab !== 'changes' ? coverage(fleet.header) : nothing}
    ${reading ? progress(reading) : nothing} ${this.#problems()}`;
  }

  #problems(): TemplateResult | typeof nothing {
    const { problems } = this.page.fleet.header;
    if (problems.length === 0) return nothing;
    const shown = this.showsAll ? problems : problems.slice(0, shownProblems);
    const more = problems.length - shown.length;
    return html`<ul class="problems" aria-label=${l10n.t('Problems')}>
      ${shown.map(problemItem)}
      ${
        more > 0
          ? html`<li>
              <button
                class="link"
                @click=${() => {
                  this.showsAll = true;
                }}
              >
                ${l10n.t('and {0} more', formatNumber(more))}
              </button>
            </li>`
          : nothing
      }
    </ul>`;
  }
}

function coverage(header: FleetHeader): TemplateResult {
  const { canReadMachines, reading } = header;
  return html`<div class="coverage">
    <span role="status">${coverageCounts(header)}</span>
    ${
      canReadMachines
        ? html`<vscode-button
            secondary
            ?disabled=${reading !== undefined}
            @click=${() => {
              send({ type: 'readMachines' });
            }}
            >${l10n.t('Read Machines…')}</vscode-button
          >`
        : nothing
    }
  </div>`;
}

function problemItem({ text, detail, id, canRetry }: FleetProblem): TemplateResult {
  return html`<li>
    ${warningIcon()}<span
      >${sanitizeLine(text, 300)} <span class="muted">${sanitizeLine(detail, 300)}</span></span
    >
    ${
      canRetry
        ? html`<button
            class="link"
            aria-label=${l10n.t('{0}: {1}', l10n.t('Retry'), sanitizeLine(text, 300))}
            @click=${() => {
              send({ type: 'retry', id });
            }}
          >
            ${l10n.t('Retry')}
          </button>`
        : nothing
    }
  </li>`;
}

function progress({ what, done, total }: ReadProgress): TemplateResult {
  const name = what === 'clusters' ? l10n.t('Reading clusters…') : l10n.t('Reading machines…');
  const requests =
    total === undefined
      ? requestCount(done)
      : l10n.t('{0} of {1} requests', formatNumber(done), formatNumber(total));
  return html`<div class="progress">
    <span>${name} <span class="muted">${requests}</span></span>
    <vscode-progress-bar
      aria-label=${name}
      ?indeterminate=${total === undefined}
      .max=${total ?? 1}
      .value=${done}
    ></vscode-progress-bar>
    <vscode-button
      secondary
      @click=${() => {
        send({ type: 'cancel' });
      }}
      >${l10n.t('Cancel')}</vscode-button
    >
  </div>`;
}

/** `128 of 128 projects · 280 clusters · 612 of about 3,100 machines read` */
function coverageCounts(header: FleetHeader): string {
  const { projects, clusters, machines } = header.coverage;
  // The progress says so.
  if (clusters.read === 0 && header.firstRead === 'pending') return '';
  return l10n.t(
    '{0} read',
    parts(
      counted(projects, (n) => l10n.t('{0} projects', n)),
      counted(clusters, (n) => l10n.t('{0} clusters', n)),
      machines.total === undefined
        ? l10n.t('{0} machines', formatNumber(machines.read))
        : l10n.t('{0} of about {1} machines', formatNumber(machines.read), formatNumber(machines.total)),
    ),
  );
}

function counted({ read, total }: Counted, name: (count: string) => string): string {
  return name(
    total === undefined ? formatNumber(read) : l10n.t('{0} of {1}', formatNumber(read), formatNumber(total)),
  );
}

customElements.define('fleet-reading', ReadingSection);
