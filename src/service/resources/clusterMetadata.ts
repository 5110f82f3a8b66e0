import type { Endpoint } from '../endpoint';
import type { PageAnswer } from '../pages';
import { withSource } from '../source';
import { flag, object, reference, text, texts, type Reader } from '../readers';
import { location, withTags, type ClusterSummary } from './cluster';
import { listOf, metadata } from './metadata';

const clusterMetadata = withSource({
  metadata,
  specSummary: object({
    archType: texts,
    cloudRegion: text,
    cloudType: text,
    location,
    projectMeta: reference,
    tags: texts,
  }),
  status: object({
    state: text,
    health: object({ state: text, isHeartBeatFailed: flag }),
    updates: object({ isUpdatesPending: flag }),
  }),
});

/** A cluster as cluster search has it. Its cloud config, its pools and its capacity are missing. */
const summary: Reader<ClusterSummary> = (json) => {
  const read = clusterMetadata(json);
  if (read === undefined) return undefined;
  const { source, specSummary = {}, status } = read;
  const { archType, cloudRegion, cloudType, location, projectMeta, tags } = specSummary;
  return {
    metadata: read.metadata,
    specSummary: {
      archTypes: archType,
      cloudConfig: cloudType === undefined ? undefined : { cloudType },
      cloudRegion,
      projectMeta,
      tags,
    },
    status: { ...status, location },
    source,
  };
};

/**
 * `POST /v1/dashboard/spectroclusters/metadata/search`: all clusters that the key can access, in one response. It is not
 * documented whether a large list is complete: `total` and `continue` tell, where the service sends them.
 */
export function searchClusterMetadata(): Endpoint<PageAnswer<ClusterSummary>> {
  return {
    method: 'post',
    path: ['v1', 'dashboard', 'spectroclusters', 'metadata', 'search'],
    body: {},
    read: listOf(withTags(summary)),
  };
}
