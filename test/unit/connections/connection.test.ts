import { describe, expect, it } from 'vitest';
import { hostOf, originOf, parseBaseUrl, parseConsoleUrl } from '../../../src/connections/connection';

describe('a base URL', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['  https://API.example.com/ ', 'https://api.example.com'],
    ['https://example.com:8443/platform/api/', 'https://example.com:8443/platform/api'],
    ['https://example.com:443', 'https://example.com'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:8080/x', 'http://127.0.0.1:8080/x'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    ['https://例え.jp', 'https://xn--r8jz45g.jp'],
  ])('%s is stored as %s', (input, value) => {
    expect(parseBaseUrl(input)).toEqual({ value });
  });

  it.each([
    ['https://api.example.com/v1', 'https://api.example.com'],
    ['https://api.example.com/prefix/v1//', 'https://api.example.com/prefix'],
    ['https://api.example.com/v1/v1', 'https://api.example.com'],
    ['https://v1', 'https://v1'],
    ['https://api.example.com/a//v1/v2/v1//v1', 'https://api.example.com/a//v1/v2'],
  ])('%s loses /v1, which Poolview adds', (input, value) => {
    expect(parseBaseUrl(input)).toEqual({ value });
  });

  it.each([
    ['', /Enter a URL/],
    ['api.example.com', /Enter a URL/],
    ['https://', /Enter a URL/],
    ['http://api.example.com', /https/],
    ['http://127.0.0.1.evil.example', /https/],
    ['http://localhost.evil.example', /https/],
    ['http://127.0.0.2', /https/],
    ['ftp://api.example.com', /https/],
    ['file:///etc/passwd', /https/],
    ['javascript:alert(1)', /https/],
    ['https://user:secret@api.example.com', /user name/],
    ['https://api.example.com?x=1', /\?/],
    ['https://api.example.com/#x', /#/],
  ])('%j is rejected with a reason [guarantee: https]', (input, reason) => {
    const parsed = parseBaseUrl(input);
    expect(parsed.value).toBeUndefined();
    expect('reason' in parsed && parsed.reason).toMatch(reason);
  });

  it.each(['/', '/v1'])('takes linear time for many "%s"', (part) => {
    const url = `https://api.example.com${part.repeat(100_000)}x`;
    const before = process.cpuUsage();
    expect([parseBaseUrl(url), parseConsoleUrl(url)]).toMatchObject([{ value: url }, { value: url }]);
    // Quadratic time takes more than ten seconds, however busy the machine is.
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });

  it('has a host for display, and an origin that its key belongs to', () => {
    const connection = { baseUrl: 'https://api.example.com:8443/prefix' };
    expect(hostOf(connection)).toBe('api.example.com:8443');
    expect(originOf(connection)).toBe('https://api.example.com:8443');
  });
});
