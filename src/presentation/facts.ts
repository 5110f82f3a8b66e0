import { l10n } from 'vscode';
import type { Fact } from '../service/cloudTypes';
import { amount } from '../service/readers';
import { formatGibibytes } from './format';

/** What a fact about a machine or a machine pool is called. */
export function factLabel(fact: Fact): string {
  switch (fact) {
    case 'hostName':
      return l10n.t('Host name');
    case 'phase':
      return l10n.t('Phase');
    case 'type':
      return l10n.t('Type');
    case 'offering':
      return l10n.t('Offering');
    case 'capacityType':
      return l10n.t('Capacity type');
    case 'highestPrice':
      return l10n.t('Highest price');
    case 'zone':
      return l10n.t('Zone');
    case 'region':
      return l10n.t('Region');
    case 'vCenter':
      return l10n.t('vCenter');
    case 'dataCenter':
      return l10n.t('Data center');
    case 'computeCluster':
      return l10n.t('Compute cluster');
    case 'resourcePool':
      return l10n.t('Resource pool');
    case 'folder':
      return l10n.t('Folder');
    case 'edgeHosts':
      return l10n.t('Edge hosts');
    case 'image':
      return l10n.t('Image');
    case 'operatingSystem':
      return l10n.t('Operating system');
    case 'rootDisk':
      return l10n.t('Root disk');
    case 'diskType':
      return l10n.t('Disk type');
    case 'dataDisk':
      return l10n.t('Data disk');
    case 'datastore':
      return l10n.t('Datastore');
    case 'storagePolicy':
      return l10n.t('Storage policy');
    case 'vpc':
      return l10n.t('VPC');
    case 'network':
      return l10n.t('Network name');
    case 'subnet':
      return l10n.t('Subnet');
    case 'publicAddress':
      return l10n.t('Public address');
    case 'securityGroups':
      return l10n.t('Security groups');
    case 'sshKey':
      return l10n.t('SSH key');
    case 'iamProfile':
      return l10n.t('IAM profile');
    case 'cloudProject':
      return l10n.t('Cloud project');
    case 'cloudTags':
      return l10n.t('Cloud tags');
    case 'ntpServers':
      return l10n.t('NTP servers');
    case 'providerId':
      return l10n.t('Provider id');
    case 'systemPool':
      return l10n.t('System pool');
  }
}

/**
 * A value of a fact as it is displayed: sizes of disks are sent as a number of GiB, yes and no as `true` and `false`. The
 * empty text for a size that is impossible.
 */
export function factText(fact: Fact, value: string): string {
  if (fact === 'rootDisk' && /^-?\d+(\.\d+)?(e\+\d+)?$/.test(value)) {
    const size = amount(Number(value));
    return size === undefined ? '' : formatGibibytes(size);
  }
  if (value === 'true') return l10n.t('yes');
  return value === 'false' ? l10n.t('no') : value;
}
