import { Random } from '../random';
import { countHealth, cpuCores } from './clusters';
import type { Directory } from './directory';
import { metadata, refer } from './metadata';
import type { Project } from './projects';

export function projectSummary(project: Project, directory: Directory) {
  const { clusters, plan, isDisabled } = project;
  const { teams, users } = directory.involved(project);
  const hasLogo = new Random(`${project.uid}/logo`).chance(0.5);
  const cores = clusters.map(cpuCores);
  return {
    metadata: metadata(project, plan.labels, plan.description),
    specSummary: {
      logoUrl: hasLogo ? `https://example.com/logos/${project.uid}.svg` : '',
      teams: teams.map(refer),
      users: users.map(refer),
    },
    status: {
      clustersHealth: countHealth(clusters),
      status: { isDisabled, ...(plan.cleanUp && { cleanUpStatus: plan.cleanUp }) },
      usage: {
        alloyCpuCores: 0,
        pureCpuCores: cores.reduce((sum, count) => sum + count, 0),
        clusters: clusters.map(({ name, uid }, index) => ({
          name,
          uid,
          cpuCores: cores[index],
          isAlloy: false,
        })),
      },
    },
  };
}
