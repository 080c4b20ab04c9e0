import { describe, expect, test } from 'vitest';
import { faultsAmong, inOrder, valuesAskedBy } from '../../../src/core/fences/fence-order.ts';
import { findPromptFences } from '../../../src/core/fences/prompt-fence.ts';

/** Prompt fences as they are read from a text (`layers.md`, *Prompt fences*). */

const fence = (info: string, ...body: readonly string[]) => [`\`\`\`${info}`, ...body, '```'].join('\n');
const only = (text: string) => {
  const [found, ...more] = findPromptFences(text);
  if (found === undefined || more.length > 0) throw new Error(`not one fence: ${text}`);
  return found;
};

describe('a prompt fence', () => {
  test('is one whose first word is prompt, with its own place in the text', () => {
    const text = `One.\n\n${fence('prompt name=storm agent="Old Muse" n=2', 'The storm.')}\n\nTwo.`;
    const { from, to, at, name, agent, count, bodyFrom, template, faults } = only(text);
    expect(text.slice(from, to)).toBe(fence('prompt name=storm agent="Old Muse" n=2', 'The storm.'));
    expect([at, name, agent, count]).toEqual([1, 'storm', 'Old Muse', 2]);
    expect([template.text, text.slice(bodyFrom, bodyFrom + 10)]).toEqual(['The storm.', 'The storm.']);
    expect(faults).toEqual([]);
  });

  test.each([
    fence('js', 'x'),
    fence('prompts', 'x'),
    fence('', 'prompt'),
    '```prompt\nnever closed',
    'prompt',
  ])('is not %j', (text) => {
    expect(findPromptFences(text)).toEqual([]);
  });

  test.each([
    ['prompt tone=dry', { kind: 'attribute', text: 'tone=dry' }],
    ['prompt storm', { kind: 'attribute', text: 'storm' }],
    ['prompt name=a.b', { kind: 'name', text: 'a.b' }],
    ['prompt n=0', { kind: 'count', text: '0' }],
    ['prompt n=6', { kind: 'count', text: '6' }],
    ['prompt n=two', { kind: 'count', text: 'two' }],
  ])('says what is wrong with %j', (info, fault) => {
    expect(only(fence(info, 'x')).faults).toEqual([fault]);
  });

  test('needs something to send', () => {
    expect(only(fence('prompt')).faults).toEqual([{ kind: 'empty' }]);
  });
});

describe('a template', () => {
  test('has holes, and four braces for two', () => {
    const { template, faults } = only(
      fence('prompt', 'A {{{{x}} {{before:3}} {{ after:1 }}{{node:a7x2}}{{fence:f}}{{mood}}'),
    );
    expect(faults).toEqual([]);
    expect(template.parts.map((part) => (part.kind === 'hole' ? part.hole : part.kind))).toEqual([
      'text',
      'braces',
      'text',
      { kind: 'before', count: 3 },
      'text',
      { kind: 'after', count: 1 },
      { kind: 'node', localId: 'a7x2' },
      { kind: 'fence', name: 'f' },
      { kind: 'value', name: 'mood' },
    ]);
  });

  test.each([
    ['{{before:0}}', 'before:0', 'unknown'],
    ['{{before:all}}', 'before:all', 'unknown'],
    ['{{}}', '', 'unknown'],
    ['{{weather:now}}', 'weather:now', 'unknown'],
    ['{{doc:}}', 'doc:', 'unknown'],
    ['{{mood', 'mood', 'unclosed'],
    ['{{mo\nod}}', 'mo', 'unclosed'],
  ])('names %j, which cannot be filled', (body, hole, why) => {
    expect(only(fence('prompt', body)).faults).toEqual([{ kind: 'hole', hole, why }]);
  });
});

describe('fences of one text', () => {
  const among = (...fences: readonly string[]) => {
    const found = findPromptFences(fences.join('\n\n'));
    return { found, faults: found.map((one) => faultsAmong(one, found)) };
  };

  test('may ask for each other’s outputs, and run after those they ask for', () => {
    const { found, faults } = among(
      fence('prompt name=c', '{{fence:a}} {{fence:b}}'),
      fence('prompt name=a', '{{mood}}'),
      fence('prompt name=b', '{{fence:a}} {{mood}} {{place}}'),
    );
    expect(faults.flat()).toEqual([]);
    expect(inOrder(found).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(valuesAskedBy(found)).toEqual(['mood', 'place']);
  });

  test('cannot ask for their own output, by whatever way', () => {
    expect(among(fence('prompt name=a', '{{fence:a}}')).faults).toEqual([[{ kind: 'self', name: 'a' }]]);
    const { faults } = among(
      fence('prompt name=a', '{{fence:b}}'),
      fence('prompt name=b', '{{fence:c}}'),
      fence('prompt name=c', '{{fence:a}}'),
      fence('prompt name=d', '{{fence:a}}'),
    );
    expect(faults).toEqual([
      [{ kind: 'cycle', names: ['a', 'b', 'c'] }],
      [{ kind: 'cycle', names: ['b', 'c', 'a'] }],
      [{ kind: 'cycle', names: ['c', 'a', 'b'] }],
      [],
    ]);
  });

  test('have different names', () => {
    expect(among(fence('prompt name=a', 'x'), fence('prompt name=a', 'y')).faults).toEqual([
      [{ kind: 'twice', name: 'a' }],
      [{ kind: 'twice', name: 'a' }],
    ]);
  });
});
