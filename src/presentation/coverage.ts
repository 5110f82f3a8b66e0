import { l10n } from 'vscode';
import type { Counted } from './fleetItem';
import { formatNumber } from './format';

/** `612 of about 3,100 read`, or `612 read` if the total is unknown or too small. */
export function coverageText({ read, total }: Counted): string {
  return total === undefined || total < read
    ? l10n.t('{0} read', formatNumber(read))
    : l10n.t('{0} of about {1} read', formatNumber(read), formatNumber(total));
}
