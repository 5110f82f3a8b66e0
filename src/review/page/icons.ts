import type { TemplateResult } from 'lit';
import { icon } from '../../webPage/icons';

const paths = {
  tenant: 'M8 2a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM2 8h12M8 2c4 4 4 8 0 12M8 2c-4 4-4 8 0 12',
  project: 'M2 3.500h4.500l1.500 2h6v7.500h-12z',
  workspace:
    'M2.500 2.500h4.500v4.500h-4.500zM9 2.500h4.500v4.500h-4.500zM2.500 9h4.500v4.500h-4.500zM9 9h4.500v4.500h-4.500z',
  resource: 'M8 1.800l5 1.700v4c0 3-2 5.200-5 6.700-3-1.500-5-3.700-5-6.700v-4z',
  team: 'M5.5 7.5a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6zM1.5 13c0-2.5 1.7-4 4-4s4 1.5 4 4M10.5 3a2.3 2.3 0 0 1 0 4.5M11.5 9.2c2 .3 3 1.800 3 3.800',
  user: 'M8 7.800a2.700 2.700 0 1 0 0-5.400 2.700 2.700 0 0 0 0 5.400zM3 13.800c0-3 2-4.500 5-4.500s5 1.500 5 4.500',
  keep: 'm2.5 8.5l3.7 3.7 7.3-8',
  remove: 'M3 4.500h10M6.500 4.500V2.500h3v2M4.500 4.500l.6 9h5.800l.6-9',
  link: 'M6.500 3.500h-3v9h9v-3M9 2.500h4.500V7M13.500 2.500L7.500 8.500',
  unknown: 'M5.500 5.800a2.500 2.500 0 1 1 3.600 2.200c-.800.4-1.100.800-1.100 1.600M8 11.700v1.300',
} as const;
export type IconName = keyof typeof paths;

export function grantIcon(name: IconName, className = '', width = 1.2): TemplateResult {
  return icon({ d: paths[name] }, className, width);
}
