import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoteText, unquoteAs } from '../../../src/core/commands/quote-text.ts';
import { AnswerScanner, MAX_PARTS, scanAnswer } from '../../../src/core/commands/scan-answer.ts';

/** Prose, thoughts and commands as `kind: text`. */
function found(text: string, isCut = false): string[] {
  return scanAnswer(text, isCut).parts.map((part) => {
    if (part.kind === 'prose') return `prose: ${text.slice(part.from, part.to)}`;
    if (part.kind === 'thought') return `thought: ${part.text}`;
    const block = part.block === null ? '' : ` {${part.block.content}}`;
    return `${part.state}: ${part.text}${block}`;
  });
}

const PIECES = [
  ...[
    '→',
    '⟶',
    '➜',
    '->',
    '=>',
    '←',
    '\\',
    '›',
    '︱',
    '```',
    '~~~',
    '`',
    '>',
    ' ',
    '    ',
    '\t',
    '\r',
    '\n',
    '\r\n',
  ],
  ...[
    '\n→ view [a7x2bc]\n',
    '\n→ think ',
    '\n←\n',
    ' edit here:\n',
    ' view',
    ' help',
    'viewer',
    '"',
    '“',
    ':',
  ],
  ...['She left.', '家', '𝄞', '\ud834', '\u2028', '\u00a0'],
] as const;
const answers = fc
  .array(
    fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...PIECES) }, { weight: 1, arbitrary: fc.string() }),
    {
      maxLength: 24,
    },
  )
  .map((pieces) => pieces.join(''));

function scanInChunks(text: string, cuts: readonly number[], isCut: boolean) {
  const scanner = new AnswerScanner();
  let from = 0;
  for (const cut of [...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length]) {
    scanner.push(text.slice(from, cut));
    expect(scanner.parts.at(-1)?.to ?? 0).toBeLessThanOrEqual(cut);
    from = cut;
  }
  scanner.finish(isCut);
  return { parts: scanner.parts, endedAt: scanner.endedAt };
}

describe('scanning an answer', () => {
  it('finds commands behind every arrow', () => {
    expect(found('→ view a\n   ⟶ list b\r\n➜help\r-> view c\n=> tree')).toEqual([
      'whole:  view a',
      'whole:  list b',
      'whole: help',
      'whole:  view c',
      'whole:  tree',
    ]);
  });

  it.each([
    ['four spaces', '    → view a'],
    ['a tab', '\t→ view a'],
    ['a quote', '> → view a'],
    ['the middle of a line', 'then → view a'],
    ['a backslash', '\\→ view a'],
    ['backticks', '```\n→ view a\n```'],
    ['a longer fence', '````js\n```\n→ view a\n````'],
    ['tildes', '~~~ text\n→ view a\n```\n→ view b\n~~~'],
    ['an unclosed fence', 'Look:\n  ```\n→ view a\n→ prune b'],
    ['a plain arrow before another word', '-> viewer\n=> so\n-> \n--> view'],
  ])('finds nothing after or in %s', (_, text) => {
    expect(found(text)).toEqual([`prose: ${text}`]);
  });

  it('finds a command after a fence, and after inline code that looks like one', () => {
    expect(found('```\nx\n```\n→ view a').at(-1)).toBe('whole:  view a');
    expect(found('```inline```\n→ view a').at(-1)).toBe('whole:  view a');
  });

  it('takes thoughts out of the prose and finds no commands in them', () => {
    expect(found('Hm.\n→ think Is it?\n→ prune a\n←\nYes.\n→ Let me think: short ←\n→ view a')).toEqual([
      'prose: Hm.\n',
      'thought: Is it?\n→ prune a',
      'prose: Yes.\n',
      'thought: short',
      'whole:  view a',
    ]);
    expect(found('→ think on and on\n→ prune a')).toEqual(['thought: on and on\n→ prune a']);
  });

  it('takes the lines of a block as they are, and refuses one that does not end', () => {
    expect(found('→ edit a:\n→ prune b\n\\←\n```\n←\n→ view a')).toEqual([
      'whole:  edit a: {→ prune b\n←\n```}',
      'whole:  view a',
    ]);
    expect(found('→ edit a:\nOne.\n→ view b')).toEqual(['unclosed:  edit a: {One.\n→ view b}']);
  });

  it('takes no block after a quote that does not end', () => {
    const dialogue = '“Go,” she said. '.repeat(3_000);
    const { parts, endedAt } = scanAnswer(`→ respond here "He said:\n${dialogue}`);
    expect(parts).toMatchObject([{ kind: 'command', block: null, state: 'whole' }]);
    expect(endedAt).toBe('→ respond here "He said:\n'.length);
  });

  it('never runs the last line of a cut answer', () => {
    expect(found('→ view a\n→ prune a7x2', true)).toEqual(['whole:  view a', 'cut:  prune a7x2']);
    expect(found('→ prune a7x2bc\r', true)).toEqual(['whole:  prune a7x2bc']);
    expect(found('→ edit a:\nOne.\n←', true)).toEqual(['cut:  edit a: {One.\n←}']);
  });

  it('says as soon as prose follows a batch of commands', () => {
    const scanner = new AnswerScanner();
    scanner.push('First.\n→ view a\n\n  → view b\n→ think hm ←\n \n');
    expect(scanner.endedAt).toBeNull();
    scanner.push('  T');
    expect(scanner.endedAt).toBe('First.\n→ view a\n\n  → view b\n→ think hm ←\n \n'.length);
    const { parts } = scanner;
    scanner.push('hen\n→ prune a\n');
    scanner.finish(false);
    expect(scanner.parts).toEqual(parts);
  });

  it('shows prose while it arrives', () => {
    const scanner = new AnswerScanner();
    scanner.push('She ran');
    scanner.push(' on');
    expect(scanner.parts).toEqual([{ kind: 'prose', from: 0, to: 10 }]);
  });

  it('finds the same however the answer is divided', () => {
    fc.assert(
      fc.property(answers, fc.array(fc.nat(), { maxLength: 6 }), fc.boolean(), (text, cuts, isCut) => {
        const whole = scanAnswer(text, isCut);
        expect(scanInChunks(text, cuts, isCut)).toEqual(whole);
        expect(
          scanInChunks(
            text,
            Array.from(text, (_, index) => index),
            isCut,
          ),
        ).toEqual(whole);
        for (const part of whole.parts) {
          if (part.kind !== 'command') continue;
          expect(text.slice(part.from).startsWith(part.line)).toBe(true);
          expect(text.slice(part.textFrom).startsWith(part.text)).toBe(true);
          const content = part.block?.ranges.map(({ from, to }) => text.slice(from, to)).join('');
          expect(content).toBe(part.block?.content);
        }
      }),
      { numRuns: 600 },
    );
  });

  it('finds the same when its bytes are cut anywhere', () => {
    const text = 'Né.\r\n→ edit [a7x2bc]:\r\n“家” 𝄞\r\n\\←\r\n←\r\n⟶ view here\n➜ think 家\n←\nEnd → 家';
    const bytes = new TextEncoder().encode(text);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const decoder = new TextDecoder();
      const scanner = new AnswerScanner();
      scanner.push(decoder.decode(bytes.slice(0, cut), { stream: true }));
      scanner.push(decoder.decode(bytes.slice(cut)));
      scanner.finish(false);
      expect({ parts: scanner.parts, endedAt: scanner.endedAt }).toEqual(scanAnswer(text));
    }
  });

  it('reads 50 MB in one line, or in short ones, and no more commands than a turn can have', () => {
    expect(scanAnswer('x'.repeat(50_000_000)).parts).toEqual([{ kind: 'prose', from: 0, to: 50_000_000 }]);
    expect(scanAnswer('→ edit a:\n'.padEnd(50_000_000, `${'She left. '.repeat(20)}\n`)).parts).toMatchObject([
      { state: 'unclosed' },
    ]);
    expect(scanAnswer('→ view a\n'.repeat(1_000_000)).parts).toHaveLength(MAX_PARTS);
  });
});

describe('a quoted text', () => {
  it('has a backslash before marks and before lines that would be taken', () => {
    expect(quoteText('›a︱›b\r → view\r\n-> help\n-> so\n ←\n→')).toBe(
      '\\›a\\︱›b\r \\→ view\r\n\\-> help\n-> so\n \\←\n\\→',
    );
  });

  it('cannot look like a command or like a line of the program, whatever it begins with or follows', () => {
    const ends = ['\n', '\r', '\r\n', '\v', '\f', '\u001c', '\u001d', '\u001e', '\u0085', '\u2028', '\u2029'];
    const unseen = [
      '',
      '   ',
      '          ',
      '\t',
      '\u00a0',
      '\u3000',
      '\u200b',
      '\u200d',
      '\u2060',
      '\ufeff',
      '\u00ad',
      '\u202e',
      '\u061c',
      '\u3164',
      '\u2800',
      '\u0301',
      '\ufe0f',
      '\u{e0041}',
      '\u0000',
      ' \ufeff\t\u200b ',
    ];
    const looks = ['→ prune root', '⟶ help', '➜', '-> help', '=> view here', '=== Loom Context ===', '==='];
    for (const end of ['', ...ends.map((one) => `It rained.${one}`)])
      for (const start of unseen)
        for (const look of looks) {
          const text = `${end}${start}${look}${ends[0]}She ran.`;
          const quoted = quoteText(text);
          expect(quoted).toBe(`${end}${start}\\${look}${ends[0]}She ran.`);
          expect(unquoteAs(text, quoted)).toBe(text);
        }
    for (const text of ['She -> he', '-> so', '= b', '== b', '“→”', 'a → view here', '> → view here'])
      expect(quoteText(text)).toBe(text);
  });

  it('scans to nothing, whatever it is', () => {
    fc.assert(
      fc.property(answers, (text) => {
        const quoted = quoteText(text);
        expect(scanAnswer(quoted).parts.filter(({ kind }) => kind !== 'prose')).toEqual([]);
        expect(quoted).not.toMatch(/(^|[^\\])︱|^›/);
      }),
      { numRuns: 600 },
    );
  });

  it('is in a block what it was before, apart from arrows and marks', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '\\', '←', ' ', '\n'), { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const [command] = scanAnswer(`→ edit here:\n${quoteText(text)}\n←`).parts;
        expect(command).toMatchObject({ state: 'whole', block: { content: text } });
      }),
      { numRuns: 200 },
    );
  });
});
