import { l10n } from 'vscode';
import type { Fact } from '../service/cloudTypes';
import { keysOf, amount } from '../service/readers';
import type { InstanceType, Spec } from '../service/spec';
import { formatGibibytes, formatMebibytes, formatNumber, ifGiven } from '../text/format';
import { inline, escapeMarkdown as escape, type Row } from '../text/markdown';
import { shownPair } from '../text/secrets';
import { parts } from '../text/text';

function factLabels(): Readonly<Record<Fact, string>> {
  return {
    zone: l10n.t('Zone'),
    region: l10n.t('Region'),
    vCenter: l10n.t('vCenter'),
    dataCenter: l10n.t('Data center'),
    computeCluster: l10n.t('Compute cluster'),
    resourcePool: l10n.t('Resource pool'),
    folder: l10n.t('Folder'),
    hostName: l10n.t('Host name'),
    edgeHosts: l10n.t('Edge hosts'),
    phase: l10n.t('Phase'),
    type: l10n.t('Type'),
    offering: l10n.t('Offering'),
    capacityType: l10n.t('Capacity type'),
    highestPrice: l10n.t('Maximum spot price'),
    image: l10n.t('Image'),
    operatingSystem: l10n.t('Operating system'),
    rootDisk: l10n.t('Root disk'),
    diskType: l10n.t('Disk type'),
    dataDisk: l10n.t('Data disk'),
    datastore: l10n.t('Datastore'),
    storagePolicy: l10n.t('Storage policy'),
    vpc: l10n.t('VPC'),
    network: l10n.t('Network name'),
    subnet: l10n.t('Subnet'),
    publicAddress: l10n.t('Public address'),
    securityGroups: l10n.t('Security groups'),
    sshKey: l10n.t('SSH key'),
    iamProfile: l10n.t('IAM profile'),
    cloudProject: l10n.t('Cloud project'),
    cloudTags: l10n.t('Cloud tags'),
    ntpServers: l10n.t('NTP servers'),
    providerId: l10n.t('Provider ID'),
    systemPool: l10n.t('System pool'),
  };
}

export function factRows(spec: Spec | undefined): readonly Row[] {
  const labels = factLabels();
  return keysOf(labels).map((fact) => [
    labels[fact],
    inline([...new Set(spec?.fact(fact))], (value) => escape(factText(fact, value))),
  ]);
}

/** Disk sizes are in GiB. An invalid size gives empty text. */
function factText(fact: Fact, value: string): string {
  if (fact === 'rootDisk' && /^-?\d+(\.\d+)?(e\+\d+)?$/.test(value)) {
    const size = amount(Number(value));
    return size === undefined ? '' : formatGibibytes(size);
  }
  if (value === 'true') return l10n.t('Yes');
  return value === 'false' ? l10n.t('No') : shownPair(value, ': ');
}

/** `m1.large · 4 CPU · 8 GiB memory · 60 GiB disk`, as the service wrote the name. */
export function instanceTypeText({ name, numCPUs, memoryMiB, diskGiB }: InstanceType = {}): string {
  return parts(
    name,
    ifGiven(numCPUs, (cpus) => l10n.t('{0} CPU', formatNumber(cpus))),
    ifGiven(memoryMiB, (size) => l10n.t('{0} memory', formatMebibytes(size))),
    ifGiven(diskGiB, (size) => l10n.t('{0} disk', formatGibibytes(size))),
  );
}
