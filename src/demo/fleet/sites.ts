import { Random } from '../random';

/** A location, as each cloud names it. */
export interface Site {
  readonly city: string;
  readonly countryCode: string;
  readonly countryName: string;
  /** Latitude and longitude. */
  readonly coordinates: readonly [number, number];
  readonly regions: {
    readonly aws: string;
    readonly azure: string;
    readonly gcp: string;
    /** For clouds in a private data center. */
    readonly local: string;
  };
}

function site(
  city: string,
  [countryCode, countryName]: readonly [string, string],
  coordinates: readonly [number, number],
  [local, aws, azure, gcp]: readonly [string, string, string, string],
): Site {
  return { city, countryCode, countryName, coordinates, regions: { aws, azure, gcp, local } };
}

// prettier-ignore
const sites = {
  frankfurt: site('Frankfurt', ['DE', 'Germany'], [50.11, 8.68], ['fra1', 'eu-central-1', 'germanywestcentral', 'europe-west3']),
  amsterdam: site('Amsterdam', ['NL', 'Netherlands'], [52.37, 4.9], ['ams1', 'eu-west-1', 'westeurope', 'europe-west4']),
  ashburn: site('Ashburn', ['US', 'United States'], [39.04, -77.49], ['iad1', 'us-east-1', 'eastus', 'us-east4']),
  desMoines: site('Des Moines', ['US', 'United States'], [41.59, -93.62], ['dsm1', 'us-east-2', 'centralus', 'us-central1']),
  london: site('London', ['GB', 'United Kingdom'], [51.51, -0.13], ['lhr1', 'eu-west-2', 'uksouth', 'europe-west2']),
  saoPaulo: site('São Paulo', ['BR', 'Brazil'], [-23.55, -46.63], ['gru1', 'sa-east-1', 'brazilsouth', 'southamerica-east1']),
  singapore: site('Singapore', ['SG', 'Singapore'], [1.35, 103.82], ['sin1', 'ap-southeast-1', 'southeastasia', 'asia-southeast1']),
  tokyo: site('Tokyo', ['JP', 'Japan'], [35.68, 139.69], ['nrt1', 'ap-northeast-1', 'japaneast', 'asia-northeast1']),
};

/** By the suffix of the name of a cluster. */
const bySuffix = new Map<string, Site>([
  ['eu', sites.frankfurt],
  ['us', sites.ashburn],
  ['uk', sites.london],
  ['br', sites.saoPaulo],
  ['ap', sites.singapore],
  ['tokyo', sites.tokyo],
  ['osaka', sites.tokyo],
]);

/** @param key decides if the suffix does not */
export const siteFor = (suffix: string, key: string): Site =>
  bySuffix.get(suffix) ??
  new Random(`${key}/site`).pick([sites.frankfurt, sites.amsterdam, sites.ashburn, sites.desMoines]);
