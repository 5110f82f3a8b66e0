import { describe, expect, it } from 'vitest';
import { clusterNamed, sendRaw, start } from './helper';

type Service = Awaited<ReturnType<typeof start>>;

/** The page at a path below the console URL, as a browser asks for it: without a key. */
async function page({ consoleUrl }: Service, path: string) {
  const response = await fetch(consoleUrl + path);
  return { status: response.status, headers: response.headers, html: await response.text() };
}

describe('the web console of the demo', () => {
  it('shows projects, a project, and a cluster with the causes of its machines', async () => {
    const service = await start({ projects: 3 });
    const cluster = clusterNamed(service, 'payments-eu');
    const project = `/projects/${cluster.projectUid}`;
    const pages = [
      ['', `<a href="/console${project}">payments</a>`],
      [project, `<a href="/console${project}/clusters/${cluster.uid}">payments-eu</a>`],
      [
        `${project}/clusters/${cluster.uid}`,
        '<td>DiskPressure: kubelet has disk pressure: /var/lib/containerd is 93% full</td>',
      ],
    ] as const;
    for (const [path, text] of pages) {
      const { status, html } = await page(service, path);
      expect([status, html]).toEqual([200, expect.stringContaining(text)]);
      expect(html).not.toContain(service.apiKey);
    }
    expect(service.requests).toEqual([]);
  });

  it.each([
    '/x',
    '/projects',
    '/projects/%00',
    '/projects/<script>',
    `/projects/${'0'.repeat(24)}`,
    '/projects/PROJECT/pools',
    '/projects/PROJECT/clusters',
    '/projects/PROJECT/clusters/x',
    '/projects/PROJECT/clusters/CLUSTER/x',
  ])('says that there is nothing, without repeating the path: %s', async (path) => {
    const service = await start({ projects: 1 });
    const { projectUid, uid } = clusterNamed(service, 'payments-eu');
    const asked = path.replace('PROJECT', projectUid).replace('CLUSTER', uid);
    const { status, html } = await page(service, asked);
    expect([status, html]).toEqual([404, expect.stringContaining('<h1>Not found</h1>')]);
    expect(html).not.toContain('script');
  });

  it('escapes every text, and lets a browser load nothing', async () => {
    const service = await start({ projects: 1 });
    const attack = `"><img src='x' onerror=alert(1)>&amp;`;
    const { uid } = service.fleet.addProject(attack);
    for (const path of ['', `/projects/${uid}`]) {
      const { html, headers } = await page(service, path);
      expect(html).toContain('&#34;&#62;&#60;img src=&#39;x&#39; onerror=alert(1)&#62;&#38;amp;');
      expect(html).not.toContain('<img');
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-\S+='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
      );
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
  });

  it('is not for other hosts, and not for other methods', async () => {
    const service = await start({ projects: 1 });
    const head = 'GET /console HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n';
    expect(await sendRaw(service, head)).toMatch(/^HTTP\/1.1 421 /);
    expect((await fetch(service.consoleUrl, { method: 'POST' })).status).toBe(401);
  });
});
