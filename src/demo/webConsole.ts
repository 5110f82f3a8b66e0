import { createHash } from 'node:crypto';
import type { Answer } from './answers';
import type { Cluster } from './fleet/cluster';
import { countHealth } from './fleet/clusters';
import type { Fleet } from './fleet/fleet';
import { situationAt } from './fleet/pools';
import type { Project } from './fleet/projects';
import { circumstancesOf } from './fleet/situations';

/** Below the base URL of the service. */
export const consolePath = '/console';

/**
 * The page of the web console at a path, for a browser: it needs no API key and shows none.
 * @returns undefined if the path belongs to the service
 */
export function consoleAnswer(fleet: Fleet, path: string): Answer | undefined {
  const [console, ...segments] = path.slice(1).split('/');
  if (`/${console}` !== consolePath) return undefined;
  fleet.advance();
  const page = pageAt(fleet, segments);
  return page
    ? document(200, page)
    : document(404, { title: 'Not found', content: markup`<p>It may have been deleted.</p>` });
}

interface Page {
  readonly title: string;
  readonly content: Markup;
}

function pageAt(fleet: Fleet, segments: readonly string[]): Page | undefined {
  if (segments.join('') === '') return allProjects(fleet);
  const [projects, projectUid = '', clusters, clusterUid, ...rest] = segments;
  const project = projects === 'projects' ? fleet.findProject(projectUid) : undefined;
  if (!project || rest.length > 0) return undefined;
  if (clusters === undefined) return projectPage(project);
  const cluster = project.clusters.find(({ uid }) => clusters === 'clusters' && uid === clusterUid);
  return cluster && clusterPage(fleet, project, cluster);
}

function allProjects({ projects }: Fleet): Page {
  const rows = projects.map((project) => {
    const { errored, unhealthy } = countHealth(project.clusters);
    return [link(project), `${project.clusters.length}`, `${errored}`, `${unhealthy}`];
  });
  return { title: 'Projects', content: table(['Project', 'Clusters', 'Failed', 'Unhealthy'], rows) };
}

function projectPage(project: Project): Page {
  const { name, plan, clusters, isDisabled } = project;
  const rows = clusters.map((cluster) => [
    link(project, cluster),
    cluster.state,
    cluster.cloudType,
    `${cluster.pools.reduce((sum, { size }) => sum + size, 0)}`,
  ]);
  const description = isDisabled ? 'This project is disabled.' : (plan.description ?? 'A project.');
  const clusterTable = table(['Cluster', 'State', 'Cloud', 'Machines'], rows);
  return {
    title: name,
    content: markup`<p>${description}</p>\n${rows.length === 0 ? 'It has no clusters.' : clusterTable}`,
  };
}

function clusterPage(fleet: Fleet, project: Project, cluster: Cluster): Page {
  const pools = cluster.pools.map((pool) => {
    const rows = fleet.machines(cluster, pool).map(({ metadata, status }, place) => {
      const { trouble } = circumstancesOf(situationAt(pool, place));
      const addresses = status.addresses.map(({ address }) => address).join(', ');
      const cause = trouble ? `${trouble.type}: ${trouble.message}` : '';
      return [metadata.name, status.instanceState, addresses, cause];
    });
    return markup`<h2>${pool.name}</h2>${table(['Machine', 'State', 'Addresses', 'Cause'], rows)}`;
  });
  const state = markup`<p>A cluster of ${link(project)}: ${cluster.state}, ${cluster.cloudType}.</p>`;
  return { title: cluster.name, content: markup`${state}\n${pools}` };
}

function link(project: Project, cluster?: Cluster): Markup {
  const path = `${consolePath}/projects/${project.uid}${cluster ? `/clusters/${cluster.uid}` : ''}`;
  return markup`<a href="${path}">${(cluster ?? project).name}</a>`;
}

function table(columns: readonly string[], rows: readonly (readonly (string | Markup)[])[]): Markup {
  const cells = (row: readonly (string | Markup)[]) => row.map((cell) => markup`<td>${cell}</td>`);
  return markup`<table>
<thead><tr>${columns.map((column) => markup`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map((row) => markup`<tr>${cells(row)}</tr>`)}</tbody>
</table>`;
}

/** HTML, as opposed to text that has to be escaped. */
class Markup {
  constructor(readonly html: string) {}
}

/** A template of HTML, in which texts are escaped. */
function markup(
  parts: TemplateStringsArray,
  ...values: readonly (string | Markup | readonly Markup[])[]
): Markup {
  const htmlOf = (value: (typeof values)[number]): string =>
    typeof value === 'string'
      ? escapeHtml(value)
      : [value]
          .flat()
          .map(({ html }) => html)
          .join('\n');
  return new Markup(String.raw({ raw: parts }, ...values.map(htmlOf)));
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
header { border-bottom: 1px solid; padding-bottom: 0.5rem; }
main { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #8886; padding: 0.25rem 1rem 0.25rem 0; text-align: left; }
`;

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function document(status: number, { title, content }: Page): Answer {
  const { html } = markup`<title>${title} · Demo console</title>
<style>${new Markup(style)}</style>
</head>
<body>
<header><a href="${consolePath}">Demo console</a>: sample data of Poolview</header>
<main>
<h1>${title}</h1>
${content}
</main>`;
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
    body: `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${html}
</body>
</html>
`,
  };
}
