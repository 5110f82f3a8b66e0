import type { Exchange } from '../../../src/demo/options';
import { Random } from '../../../src/demo/random';

/** Texts that do or hide something if they are shown without escaping. */
export const hostileTexts = {
  icon: '$(trash)',
  command: '[x](command:workbench.action.terminal.new)',
  image: '![i](https://evil.example/i.png)',
  html: '<img src=x onerror=alert(1)>',
  anchor: '<a href="command:workbench.action.quit">a</a>',
  autolink: '<https://evil.example/>',
  entity: '&lt;b&gt;&#36;(bug)',
  emphasis: '**b** `c` ~~d~~',
  table: 'a | b',
  path: '../..%2f?q#f',
  lines: 'l\r\n# h\n\n- i\n',
  control: '\u0000\u0007\u001b[31m\u009d',
  rightToLeft: '\u202egpj.exe',
  zeroWidth: 'z\u200bw\u2060\ufeff',
  selectors: 'v\ufe0f\ufe0e\u{e0101}',
  joiners: 'j\u200d\u200c',
  tags: 't\u{e0041}',
  surrogate: '\ud800',
} as const;

const texts = Object.values(hostileTexts);

/** Valid Unicode that is short enough for a path. */
const poolSuffix = ` ${texts.filter((text) => text.isWellFormed()).join(' ')}`;

/** The exchange with a hostile response, except for the fields that further requests need. */
export function hostileExchange({ act, ...exchange }: Exchange): Exchange {
  const honest = (parameter: string): string => parameter.replace(encodeURIComponent(poolSuffix), '');
  const parameters = exchange.parameters.map(honest);
  return {
    ...exchange,
    act: (changes) => {
      const answer = act({ parameters, ...changes });
      return { ...answer, body: hostile(answer.body) };
    },
  };
}

/** Without a valid time, an entry of a log has no place in the timeline. */
const leadsOn = /^(?:uid|continue|cloudType|creationTimestamp)$/;

/** `value` with hostile texts and labels, except for UIDs and similar fields. */
export function hostile(value: unknown, key = ''): unknown {
  if (typeof value === 'string') {
    return leadsOn.test(key) ? value : hostileText(value);
  }
  if (Array.isArray(value)) {
    return value.map((item) => hostile(item, key));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, item]: [string, unknown]) => [
      key === 'labels' ? hostileText(name) : name,
      typeof item !== 'string' || name !== 'name'
        ? hostile(item, name)
        : key === 'machinePoolConfig'
          ? item + poolSuffix
          : hostileText(item, 'uid' in value ? 100_000 : 0),
    ]),
  );
}

/**
 * Every text ends with all attacks and starts with one of them, which depends on the text.
 * @param filler how much longer one in 16 texts gets
 */
function hostileText(text: string, filler = 0): string {
  const random = new Random(text);
  const first = random.integer(0, texts.length - 1);
  const others = [...texts.slice(first + 1), ...texts.slice(0, first)].join(' ');
  return `${texts[first] ?? ''} ${text} ${others}${random.chance(1 / 16) ? 'W'.repeat(filler) : ''}`;
}
