import type { Cluster } from '../cluster';
import { uidOf } from '../metadata';
import { nodeCidr } from '../network';
import type { Grade, Pool } from '../pools';
import { headers, type Cloud, type Machine } from './cloud';
import {
  ansibleRoleDigest,
  builtStatus,
  cloudAccountRef,
  instanceConfig,
  isSpot,
  kubernetesVersion,
  nics,
  nodeImage,
  poolBase,
  repaved,
  sshKeyName,
  turn,
} from './parts';

const instanceTypes: Readonly<Record<Grade, string>> = {
  medium: 't3.medium',
  large: 'c6i.xlarge',
  xlarge: 'c6i.2xlarge',
  memory: 'r6i.2xlarge',
  gpu: 'g6e.4xlarge',
};

const accountId = '111122223333';

/** An id such as AWS gives, of what `key` says. */
const awsId = (prefix: string, key: string) => `${prefix}-0${uidOf(`${prefix}/${key}`).slice(0, 16)}`;

const region = ({ site }: Cluster) => site.regions.aws;
const zones = (cluster: Cluster) => ['a', 'b', 'c'].map((letter) => `${region(cluster)}${letter}`);
const vpcId = ({ uid }: Cluster) => awsId('vpc', uid);
const subnetId = ({ uid }: Cluster, zone: string) => awsId('subnet', `${uid}/${zone}`);
const imageId = (cluster: Cluster) => awsId('ami', `${region(cluster)}/${nodeImage(cluster)}`);
const arn = (cluster: Cluster, service: string, what: string) =>
  `arn:aws:${service}:${service === 'iam' ? '' : region(cluster)}:${accountId}:${what}`;

const securityGroups = (cluster: Cluster) => {
  const id = awsId('sg', cluster.uid);
  return [
    {
      id,
      arn: arn(cluster, 'ec2', `security-group/${id}`),
      filters: [{ name: 'tag:Name', values: [`${cluster.name}-nodes`] }],
    },
  ];
};

function machineSpec(machine: Machine) {
  const { cluster, pool, place, interfaces } = machine;
  const az = turn(zones(cluster), place);
  const [address = ''] = interfaces[0]?.privateIPs ?? [];
  return {
    additionalSecurityGroups: securityGroups(cluster),
    ami: imageId(cluster),
    az,
    ...(address && { dnsName: `ip-${address.replaceAll('.', '-')}.${region(cluster)}.example.com` }),
    iamProfile: pool.isControlPlane ? 'platform-control-plane' : 'platform-nodes',
    instanceType: instanceTypes[pool.grade],
    nics: nics(machine, 'index', 'privateIPs', 'publicIp'),
    phase: interfaces.length > 0 ? 'running' : 'pending',
    sshKeyName,
    subnetId: subnetId(cluster, az),
    type: pool.isControlPlane ? 'control-plane' : 'node',
    vpcId: vpcId(cluster),
  };
}

/** What AWS and EKS both say of a machine pool. */
const poolConfig = (pool: Pool, cluster: Cluster) => ({
  ...poolBase(pool, cluster),
  ...repaved,
  azs: zones(cluster),
  capacityType: isSpot(pool) ? 'spot' : 'on-demand',
  ...(isSpot(pool) && { spotMarketOptions: { maxPrice: '0.12' } }),
  instanceConfig: instanceConfig(instanceTypes[pool.grade], pool.flavor),
  instanceType: instanceTypes[pool.grade],
  rootDeviceSize: pool.flavor.diskGiB,
  subnetIds: Object.fromEntries(zones(cluster).map((zone) => [zone, subnetId(cluster, zone)])),
});

const clusterConfig = (cluster: Cluster) => ({
  bastionDisabled: true,
  controlPlaneLoadBalancer: 'Internet-facing',
  region: region(cluster),
  sshKeyName,
  vpcId: vpcId(cluster),
});

const shared = {
  ...headers('Aws'),
  isPaged: true,
  region: 'aws',
  hasPublicAddresses: true,
  machineSpec,
} satisfies Partial<Cloud>;

export const aws: Cloud = {
  ...shared,

  poolConfig: (pool, cluster) => ({
    ...poolConfig(pool, cluster),
    additionalSecurityGroups: securityGroups(cluster),
    hostResourceGroupArn: arn(cluster, 'resource-groups', 'group/dedicated-hosts'),
    licenseConfigurationArns: [arn(cluster, 'license-manager', 'license-configuration:lic-0a1b2c3d')],
    skipK8sUpgrade: 'disabled',
  }),

  configSpec: (cluster) => ({
    cloudAccountRef: cloudAccountRef(cluster),
    clusterConfig: {
      ...clusterConfig(cluster),
      ...(cluster.hybridPools.length > 0 && { hybridConfig: hybridConfig(cluster) }),
    },
    hybridMachinePools: cluster.hybridPools.map(({ name }) => ({
      poolName: name,
      poolUid: uidOf(`${cluster.configUid}/${name}`),
      poolCloudType: 'edge-native',
    })),
  }),

  status: (cluster) => ({
    ...builtStatus(cluster),
    ansibleRoleDigest,
    images: [{ id: imageId(cluster), os: 'ubuntu', region: region(cluster), state: 'Available' }],
  }),
};

const hybridConfig = (cluster: Cluster) => ({
  awsVpcCidr: nodeCidr(cluster),
  remoteNodeCidrs: ['172.16.0.0/16'],
  remotePodCidrs: ['172.17.0.0/16'],
  iamRolesAnywhere: {
    profileArn: arn(cluster, 'rolesanywhere', 'profile/edge'),
    roleArn: arn(cluster, 'iam', 'role/edge-nodes'),
    trustAnchorArn: arn(cluster, 'rolesanywhere', 'trust-anchor/edge'),
  },
});

export const eks: Cloud = {
  ...shared,
  config: headers('Eks').config,

  poolConfig: (pool, cluster) => ({
    ...poolConfig(pool, cluster),
    amiType: 'AL2023_x86_64_STANDARD',
    enableAwsLaunchTemplate: true,
    awsLaunchTemplate: {
      additionalSecurityGroups: securityGroups(cluster),
      ami: { id: imageId(cluster), eksOptimizedLookupType: 'AmazonLinux' },
      imageLookupBaseOS: 'amazon-2023',
      imageLookupFormat: 'eks-node-{{.K8sVersion}}-*',
      imageLookupOrg: '602401143452',
      rootVolume: {
        deviceName: '/dev/xvda',
        encrypted: true,
        encryptionKey: arn(cluster, 'kms', 'alias/nodes'),
        iops: 3_000,
        throughput: 125,
        type: 'gp3',
      },
    },
  }),

  configSpec: (cluster) => ({
    cloudAccountRef: cloudAccountRef(cluster),
    clusterConfig: {
      ...clusterConfig(cluster),
      addons: [
        {
          conflictResolution: 'overwrite',
          name: 'vpc-cni',
          serviceAccountRoleARN: arn(cluster, 'iam', 'role/vpc-cni'),
          version: `v${kubernetesVersion(cluster)}-eksbuild.1`,
        },
      ],
      encryptionConfig: {
        isEnabled: true,
        provider: arn(cluster, 'kms', 'key/demo'),
        resources: ['secrets'],
      },
      endpointAccess: {
        private: true,
        privateCIDRs: [nodeCidr(cluster)],
        public: true,
        publicCIDRs: ['203.0.113.0/24'],
      },
    },
    fargateProfiles: [
      {
        name: 'jobs',
        additionalTags: { team: 'platform' },
        selectors: [{ namespace: 'jobs', labels: { size: 'small' } }],
        subnetIds: zones(cluster).map((zone) => subnetId(cluster, zone)),
      },
    ],
  }),
};
