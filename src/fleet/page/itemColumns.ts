import { html, nothing, type TemplateResult } from 'lit';
import { l10n } from 'vscode';
import { useLevel, usesOf, type Use } from '../../items/capacity';
import { expiryText, fields, type TableColumn } from '../../items/fields';
import { agesText, kindText, stateSinceText } from '../../items/itemText';
import { stateText } from '../../items/severity';
import { formatAge, formatDuration, formatMoment, formatZoned, ifGiven, percentOf } from '../../text/format';
import { parts, pathText } from '../../text/text';
import { Columns, type ColumnSpec } from '../../webPage/columns';
import { warningIcon } from '../../webPage/icons';
import { isOld, readAtText, type PageFleet, type FleetRow } from './fleet';
import { kindIcon, oldText, stateIcon } from './icons';

/** What cells need besides their row. */
interface ItemContext {
  readonly now: number;
  readonly fleet: PageFleet;
}

type ItemColumn = ColumnSpec<ItemContext, FleetRow>;

/** A column of a field of items. Its tooltip says when values were read that are older than the state. */
function column(name: TableColumn, width: ItemColumn['width'], more: Partial<ItemColumn> = {}): ItemColumn {
  const { title, shortTitle = title, text, age } = fields[name];
  const { tip = text, ...others } = more;
  return {
    title,
    shortTitle,
    text,
    cell: (row) => mutedText(text(row)),
    width,
    tip: (row, shown) => {
      const shownTip = tip(row, shown);
      const timeOf = (time: number): string => formatMoment(time, shown.now);
      return shownTip === '' || age === undefined
        ? shownTip
        : parts(shownTip, agesText(row.cluster, timeOf, [age]));
    },
    ...others,
  };
}

function useColumn(
  name: 'cpu' | 'memory' | 'limit',
  width: ItemColumn['width'],
  terms: ItemColumn['terms'] = [],
): ItemColumn {
  const cell = (row: FleetRow): TemplateResult =>
    html`${useBar(usesOf(row)[name])}${mutedText(fields[name].text(row))}`;
  return column(name, width, { isHidden: true, terms, cell });
}

/** The columns of clusters and machines, in the order in which they are shown, which is that of their importance. */
export const itemColumns = new Columns<TableColumn, ItemContext, FleetRow>({
  state: column('state', [44, 44], {
    isFixed: true,
    stays: 'always',
    cell: ({ item: { state } }) =>
      html`${stateIcon(state)}<span class="cell-text">${stateText(state)}</span>`,
    tip: ({ item }, { now }) => stateSinceText(item, (time) => formatMoment(time, now)),
  }),
  name: column('name', [210, 210], {
    stays: 'always',
    cell: ({ item: { kind, name } }) =>
      html`<span title=${kindText(kind)}>${kindIcon(kind)}</span>${nameText(name)}`,
    tip: ({ item, containers }) => pathText(...containers.map(({ name }) => name), item.name),
  }),
  cause: column('cause', [600, 560], {
    stays: 'unlessHidden',
    cell: (row) => (row.isRecovered === true ? l10n.t('recovered') : fields.cause.text(row)),
  }),
  fullest: column('fullest', [150, 120], {
    isHidden: true,
    cell: (row) =>
      html`${useLevel(usesOf(row).fullest?.share) === 'normal' ? nothing : warningIcon()}${fields.fullest.text(row)}`,
  }),
  cpu: useColumn('cpu', [220, 210], ['cpu']),
  memory: useColumn('memory', [250, 230], ['memory']),
  limit: useColumn('limit', [240, 200]),
  addresses: column('addresses', [130, 110], { isHidden: true, terms: ['ip'] }),
  machines: column('machines', [100, 100]),
  kubernetes: column('kubernetes', [116, 116], { terms: ['k8s'] }),
  path: column('path', [200, 150]),
  heartbeat: column('heartbeat', [112, 112], {
    isHidden: true,
    cell: ({ item }, { now }) => ifGiven(item.heartbeat, (time) => formatAge(time, now)),
    tip: ({ item }) => ifGiven(item.heartbeat, formatZoned) ?? '',
  }),
  readAt: column('readAt', [80, 80], {
    cell: ({ item: { readAt, isStale } }, { now, fleet }) => {
      if (readAt === undefined) return '';
      const text = formatMoment(readAt, now);
      if (isOld(readAt, now, fleet.header.oldAfterMs)) return oldText(text);
      return html`${isStale ? warningIcon() : nothing}${text}`;
    },
    tip: ({ item }, { now }) =>
      (item.isStale ? readAtText(item, now) : undefined) ?? ifGiven(item.readAt, formatZoned) ?? '',
  }),
  cloud: column('cloud', [150, 120]),
  zone: column('zone', [110, 100], { isHidden: true }),
  size: column('size', [120, 100], { isHidden: true }),
  certificate: column('certificate', [180, 170], {
    isHidden: true,
    cell: ({ item: { kind, certificate } }, { now }) => {
      if (kind === 'cluster' && certificate === undefined) return mutedText(stateText('notRead'));
      const { name = '', expiry } = certificate ?? {};
      if (expiry === undefined) return name;
      return expiry > now
        ? formatDuration(expiry - now)
        : html`${warningIcon()}${expiryText({ name, expiry }, now)}`;
    },
    tip: (row, { now }) => {
      const { certificate } = row.item;
      const { expiry } = certificate ?? {};
      return certificate === undefined || expiry === undefined
        ? fields.certificate.text(row)
        : expiryText({ ...certificate, expiry }, now);
    },
  }),
  os: column('os', [120, 110], { isHidden: true, terms: ['os'] }),
  profile: column('profile', [200, 140], { isHidden: true, terms: ['profile'] }),
  uid: column('uid', [240, 150], { isHidden: true }),
  tags: column('tags', [200, 150], { isHidden: true, terms: ['tag'] }),
});

function mutedText(text: string): unknown {
  return text === stateText('notRead') ? html`<span class="muted">${text}</span>` : text;
}

/** An empty bar would mean that nothing is used. */
function useBar([use]: readonly Use[]): TemplateResult | typeof nothing {
  if (use === undefined) return nothing;
  const { share } = use;
  const width = `width: ${percentOf(share ?? 0, 1)}%`;
  return html`<span class="bar ${share === undefined ? 'unknown' : useLevel(share)}" aria-hidden="true"
    ><span .style=${width}></span
  ></span>`;
}

/** How much of the end of a name is always shown: it tells machines of a pool apart. */
const endLength = 10;

/**
 * Cuts a name in its middle if it does not fit. The whole name is there for screen readers and for selecting its text. What
 * looks like a character outside of ASCII may be several.
 */
function nameText(name: string): TemplateResult {
  const end = /^[!-~]+$/.test(name) ? name.slice(-endLength) : '';
  return html`<span class="cut">
    <span class="cut-start" aria-hidden="true">${name.slice(0, name.length - end.length)}</span
    ><span aria-hidden="true">${end}</span><span class="whole">${name}</span>
  </span>`;
}
