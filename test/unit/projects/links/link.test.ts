import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkText, parseLink, type Link, type LinkParts } from '../../../../src/projects/links/link';

const origin = 'vscode://poolview.poolview';

/** The parts of a URI as VS Code passes them to an extension: decoded once. */
function received(text: string): LinkParts {
  const { pathname, search } = new URL(text);
  return { path: decodeURIComponent(pathname), query: decodeURIComponent(search.slice(1)) };
}

const reasonOf = (query: string, path = '/open'): string | undefined => parseLink({ path, query }).reason;

describe('a link', () => {
  it('leads back to the same item, whatever its names contain', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    const pool = fc.record({ config: text, pool: text, machine: fc.option(text, { nil: undefined }) });
    const links = fc
      .tuple(text, text, fc.option(text), fc.option(pool))
      .map(([connection, project, cluster, below]): Link => {
        const { machine, ...place } = below ?? {};
        return {
          connection,
          project,
          ...(cluster === null ? {} : { cluster }),
          ...place,
          ...(machine === undefined ? {} : { machine }),
        };
      });
    fc.assert(
      fc.property(links, (link) => {
        const written = linkText(origin, link);
        if (written === undefined) return;
        expect(written).toMatch(/^[!-~]+$/);
        expect(parseLink(received(written))).toEqual({ value: link });
      }),
    );
  });

  it('is short and readable if the names are', () => {
    const link = {
      connection: 'Acme',
      project: 'p1',
      cluster: 'c1',
      config: 'cc1',
      pool: 'workers',
      machine: 'm1',
    };
    expect(linkText(origin, link)).toBe(
      'vscode://poolview.poolview/open?connection=Acme&project=p1&cluster=c1&config=cc1&pool=workers&machine=m1',
    );
  });

  it('is not written if it would be too long or malformed', () => {
    expect(linkText(origin, { connection: 'x'.repeat(3000), project: 'p' })).toBeUndefined();
    expect(linkText(origin, { connection: '\ud800', project: 'p' })).toBeUndefined();
  });

  it('may be encoded only once, as people write it', () => {
    expect(parseLink(received(`${origin}/open?connection=My%20Service&project=p`))).toEqual({
      value: { connection: 'My Service', project: 'p' },
    });
  });
});

describe('an invalid link', () => {
  it.each([
    ['connection=a&project=p', '/remove', 'Its path must be /open.'],
    ['connection=a&project=p', '/open/', 'Its path must be /open.'],
    ['', '/open', 'It has the unknown parameter "".'],
    ['connection=a', '/open', 'It lacks a value for "project".'],
    ['project=p', '/open', 'It lacks a value for "connection".'],
    ['connection=&project=p', '/open', 'It lacks a value for "connection".'],
    ['connection&project=p', '/open', 'It lacks a value for "connection".'],
    ['connection=a&project=p&cluster=', '/open', 'It lacks a value for "cluster".'],
    ['connection=a&project=p&machine=m', '/open', 'It lacks a value for "pool".'],
    ['connection=a&project=p&pool=w', '/open', 'It lacks a value for "config".'],
    ['connection=a&project=p&config=c', '/open', 'It lacks a value for "pool".'],
    ['connection=a&project=p&command=x', '/open', 'It has the unknown parameter "command".'],
    ['connection=a&project=p&__proto__=x', '/open', 'It has the unknown parameter "__proto__".'],
    ['connection=a&project=p&project=q', '/open', 'It has the parameter "project" more than once.'],
    ['connection=a&project=%ff', '/open', 'The value of "project" is not encoded correctly.'],
    [`connection=a&project=${'p'.repeat(5000)}`, '/open', 'It is too long.'],
  ])('%s with the path %s is refused', (query, path, reason) => {
    expect(reasonOf(query, path)).toBe(reason);
  });

  it('cannot put an icon or a link to a command into the message', () => {
    const reason = reasonOf(`connection=a&project=p&$(bug)[x](command:x)${'y'.repeat(500)}=1`) ?? '';
    expect(reason).not.toContain('$(');
    expect(reason).not.toContain('](');
    expect(reason.length).toBeLessThan(120);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (path, query) => typeof parseLink({ path, query }) === 'object'),
    );
  });
});
