import { ComponentType } from '@cyclonedx/cyclonedx-library/Enums';
import { Bom, Component, NamedLicense, SpdxLicense } from '@cyclonedx/cyclonedx-library/Models';
import { JSON as Json, JsonSerializer } from '@cyclonedx/cyclonedx-library/Serialize';
import { Spec1dot6 } from '@cyclonedx/cyclonedx-library/Spec';
import { isSupportedSpdxId } from '@cyclonedx/cyclonedx-library/SPDX';
import type { BundledPackage } from './licenses';

interface Extension {
  readonly name: string;
  readonly publisher: string;
  readonly version: string;
  readonly license: string;
}

/**
 * A CycloneDX list in JSON of the packages in the extension. It has neither a time nor a random number, so that the same
 * packages give the same list.
 */
export function billOfMaterials(extension: Extension, packages: readonly BundledPackage[]): string {
  const bom = new Bom();
  const { name, publisher, version } = extension;
  const root = new Component(ComponentType.Application, name, { version, publisher, bomRef: name });
  root.licenses.add(licenseOf(extension.license));
  bom.metadata.component = root;
  // The extension and the page may contain the same package.
  const distinct = new Map(packages.map((one) => [`${one.name}@${one.version}`, one]));
  for (const { name, version, license } of distinct.values()) {
    const [, group = '', unscoped = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
    const purl = `pkg:npm/${group === '' ? '' : `${encodeURIComponent(group)}/`}${unscoped}@${version}`;
    const part = new Component(ComponentType.Library, unscoped, { group, version, purl, bomRef: purl });
    part.licenses.add(licenseOf(license));
    root.dependencies.add(part.bomRef);
    bom.components.add(part);
  }
  const serializer = new JsonSerializer(new Json.Normalize.Factory(Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

function licenseOf(license: string): NamedLicense | SpdxLicense {
  return isSupportedSpdxId(license) ? new SpdxLicense(license) : new NamedLicense(license);
}
