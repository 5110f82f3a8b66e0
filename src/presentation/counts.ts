import { l10n } from 'vscode';
import { formatCount } from './format';

export function clusterCount(count: number): string {
  return formatCount(count, l10n.t('1 cluster'), (n) => l10n.t('{0} clusters', n));
}

export function machineCount(count: number): string {
  return formatCount(count, l10n.t('1 machine'), (n) => l10n.t('{0} machines', n));
}

export function requestCount(count: number): string {
  return formatCount(count, l10n.t('1 request'), (n) => l10n.t('{0} requests', n));
}

export function projectCount(count: number): string {
  return formatCount(count, l10n.t('1 project'), (n) => l10n.t('{0} projects', n));
}

export function poolCount(count: number): string {
  return formatCount(count, l10n.t('1 pool'), (n) => l10n.t('{0} pools', n));
}
