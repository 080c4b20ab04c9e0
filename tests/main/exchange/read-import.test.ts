import '../../helpers/fast-check-runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Encoding } from '../../../src/core/exchange/encodings.ts';
import { normaliseText } from '../../../src/core/text/normalise.ts';
import { previewsOf, readImport } from '../../../src/main/exchange/read-import.ts';
import { decodeAs } from '../../../src/main/exchange/read-text-file.ts';
import { encodeAs } from '../../helpers/encode-as.ts';

const read = (bytes: Uint8Array) => readImport(bytes, 'a.txt');

/** The reading of the text if that is certain, else the encoding that is offered first. */
function readingOf(bytes: Uint8Array): string {
  const reading = read(bytes);
  return reading.kind === 'text' ? `text: ${reading.decoded.text}` : (reading.encodings[0] ?? '');
}

const BOOKS: readonly (readonly [encoding: Encoding, paragraph: string])[] = [
  [
    'gb18030',
    '湖水在一夜之间结了冰，谁也没有来。早晨，孩子们站在岸边，看着那盏灯慢慢地熄灭。“你是谁？”她问。\n',
  ],
  [
    'big5',
    '湖水在一夜之間結了冰，誰也沒有來。早晨，孩子們站在岸邊，看著那盞燈慢慢地熄滅。「你是誰？」她問。\n',
  ],
  [
    'shift_jis',
    '湖は一夜のうちに凍り、だれも来なかった。朝になると、子どもたちは岸辺に立っていた。「あなたはだれ？」と彼女は聞いた。\n',
  ],
  [
    'euc-jp',
    '湖は一夜のうちに凍り、だれも来なかった。朝になると、子どもたちは岸辺に立っていた。「あなたはだれ？」と彼女は聞いた。\n',
  ],
  [
    'euc-kr',
    '호수는 하룻밤 사이에 얼어붙었고 아무도 오지 않았다. 아침에 아이들은 물가에 서서 등불이 꺼지는 것을 보았다.\n',
  ],
  [
    'koi8-r',
    'Озеро замёрзло за одну ночь, и никто не пришёл. Утром дети стояли на берегу и смотрели, как гаснет лампа.\n',
  ],
  [
    'windows-1251',
    'Озеро замёрзло за одну ночь, и никто не пришёл. Утром дети стояли на берегу и смотрели, как гаснет лампа.\n',
  ],
  [
    'windows-1252',
    'Der See fror über Nacht zu, und keiner kam. “Wer bist du?”, fragte sie. Später saßen wir am Café und hörten zu.\n',
  ],
  ['utf-16le', 'Озеро замёрзло за одну ночь, и никто не пришёл. Утром дети стояли на берегу.\n'],
  ['utf-16le', '湖水在一夜之间结了冰，谁也没有来。早晨，孩子们站在岸边，看着那盏灯慢慢地熄灭。\n'],
  ['utf-16be', 'The lake froze in one night, and nobody came. “Who are you?” she asked.\n'],
];

describe('a book of 5 MB, cut in the middle of a character,', () => {
  test.each(BOOKS)(
    'in %s is offered in it first, with lines that show it, and loses only that character',
    (encoding, paragraph) => {
      const own = encodeAs(paragraph, encoding);
      const book = Buffer.concat(new Array<Uint8Array>(Math.ceil(5_000_000 / own.length)).fill(own));
      const isWide = !['koi8-r', 'windows-1251', 'windows-1252'].includes(encoding);
      const bytes = isWide ? Buffer.concat([book, own.subarray(0, 1)]) : book;
      const reading = read(bytes);
      expect(reading).toMatchObject({ kind: 'asked', save: null });
      expect(readingOf(bytes)).toBe(encoding);
      expect(previewsOf(bytes, [encoding])[0]?.split('\n')[0]).toBe(paragraph.trim());
      const { text, bad, badLines } = decodeAs(bytes, encoding);
      const whole = paragraph.repeat(book.length / own.length);
      expect(text === whole + (isWide ? '\ufffd' : '')).toBe(true);
      expect([bad, badLines]).toEqual(isWide ? [1, [whole.split('\n').length]] : [0, []]);
    },
  );

  test('in UTF-8 is read without a question, and loses only that character', () => {
    const [[, paragraph = ''] = []] = BOOKS;
    const book = Buffer.from(paragraph.repeat(40_000));
    const { text, ...cut } = decodeAs(book.subarray(0, -2), 'utf-8');
    expect(cut).toEqual({ bad: 1, badLines: [40_000] });
    expect(text === `${paragraph.repeat(40_000).slice(0, -2)}\ufffd`).toBe(true);
    expect(read(book.subarray(0, -2))).toMatchObject({ kind: 'text', decoded: cut });
  });
});

describe('a text in Unicode is read without a question:', () => {
  const anyText = fc
    .string({ unit: 'grapheme' })
    .filter(
      (text) =>
        !/^(?:\{|\[|%PDF-|<|\ufeff)|[\0\ufffd]/.test(text) &&
        !/^(?:BM|GIF8|ID3|OggS|Rar!|II|MM|PK)/.test(text),
    );

  test('UTF-8, with or without a byte order mark, and UTF-16 with one', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const wanted = { kind: 'text', decoded: { text: normaliseText(text), bad: 0 } };
        const little = encodeAs(text, 'utf-16le');
        const big = encodeAs(text, 'utf-16be');
        expect(read(Buffer.from(text))).toMatchObject(wanted);
        expect(read(Uint8Array.from([0xef, 0xbb, 0xbf, ...Buffer.from(text)]))).toMatchObject(wanted);
        expect(read(Uint8Array.from([0xff, 0xfe, ...little]))).toMatchObject(wanted);
        expect(read(Uint8Array.from([0xfe, 0xff, ...big]))).toMatchObject(wanted);
      }),
    );
  });

  test('UTF-8 with a bad byte keeps all but that', () => {
    const bytes = Buffer.concat([
      Buffer.from('Café – “déjà vu”.\nÄ'),
      Uint8Array.of(0xe9),
      Buffer.from('ö.\n'),
    ]);
    expect(read(bytes)).toEqual({
      kind: 'text',
      decoded: { text: 'Café – “déjà vu”.\nÄ\ufffdö.\n', bad: 1, badLines: [2] },
    });
  });

  test('but not if there are more bad bytes than that, or hardly anything else beyond ASCII', () => {
    expect(readingOf(Buffer.from('One caf\xe9 in a text of English words.', 'latin1'))).toBe('windows-1252');
    const mixed = Buffer.concat([Buffer.from('“Ä”'.repeat(20)), new Uint8Array(11).fill(0xe9)]);
    expect(read(mixed)).toMatchObject({ kind: 'asked' });
  });
});

describe('what is no text is refused with what to do:', () => {
  test.each([
    ['89504e470d0a1a0a', 'a picture'],
    ['ffd8ffe000104a464946', 'a picture'],
    ['504b030414000600080000', 'an archive'],
    [`504b0304${Buffer.from('....word/document.xml').toString('hex')}`, 'a Word document'],
    [
      `504b0304${Buffer.from('mimetypeapplication/vnd.oasis.opendocument.text').toString('hex')}`,
      'an OpenDocument file',
    ],
    [`504b0304${Buffer.from('mimetypeapplication/epub+zip').toString('hex')}`, 'an e-book (EPUB)'],
    ['d0cf11e0a1b11ae1', 'a Word document'],
    [Buffer.from('{\\rtf1 Hello}').toString('hex'), 'a document in Rich Text Format'],
    [Buffer.from('%PDF-1.7\n').toString('hex'), 'a PDF'],
  ])('%s', (hex, what) => {
    expect(() => read(Buffer.from(hex, 'hex'))).toThrow(`a.txt is ${what}. `);
  });

  test.each([
    ['text with a null character', '61620063'],
    ['numbers', '0001020304050607080e0f'],
  ])('%s', (_name, hex) => {
    expect(() => read(Buffer.from(hex, 'hex'))).toThrow('a.txt is not a text file.');
  });
});

describe('a save of another program is asked about, by its first kilobytes:', () => {
  const saves: readonly (readonly [kind: string, save: unknown])[] = [
    ['pyloom', { root: { text: 'It was lit.', children: [] } }],
    ['pyloom', [{ text: 'a', children: [] }]],
    ['loomsidian', { settings: {}, state: { 'Note.md': { current: 'x', nodes: {} } } }],
    ['exoloom', { loomType: 'x' }],
    ['wool', { nodes: [], focused_node_id: 1 }],
    ['logitloom', { isLogitLoomTreeVersion: 1 }],
    ['helm', { nodes: {}, rootId: 'a', currentNodeId: 'b' }],
    ['miniloom', { loomTree: { nodeStore: {} } }],
    ['mikupad', { prompt: JSON.stringify([{ type: 'user', content: 'a' }]), seed: '-1' }],
    ['koboldAi', { gamestarted: true, prompt: 'a', actions: ['b'] }],
    ['sillyTavern', [{ mes: 'a', is_user: true }]],
    ['card', { spec: 'chara_card_v2', data: {} }],
    ['lorebook', { entries: { 0: { uid: 0, key: ['a'], content: 'b' } } }],
    ['novelAi', { storyContainerVersion: 1 }],
    ['chatGpt', [{ title: 'a', mapping: {} }]],
    ['claude', [{ uuid: 'a', chat_messages: [] }]],
    ['messages', { messages: [{ role: 'user', content: 'a' }] }],
    ['aspenTree', { format: 'aspen-tree-1', tree: {} }],
    ['aspenHistory', { slug: 'a', dimension: 'versions', deltas: [] }],
    ['json', { anything: 1 }],
  ];
  test.each(saves)('%s', (kind, save) => {
    expect(read(Buffer.from(JSON.stringify(save)))).toMatchObject({
      kind: 'asked',
      save: kind,
      encodings: ['utf-8'],
    });
    // Its end does not matter.
    const long = Buffer.from(
      JSON.stringify(save)
        .slice(0, -1)
        .concat(`,"x":"${'y'.repeat(100_000)}`),
    );
    if (!Array.isArray(save)) expect(read(long)).toMatchObject({ kind: 'asked', save: kind });
  });

  test('a chat of SillyTavern, one message a line, and a web page', () => {
    const lines = '{"user_name":"a","chat_metadata":{}}\n{"name":"b","mes":"c"}\n';
    expect(read(Buffer.from(lines))).toMatchObject({ save: 'sillyTavern' });
    expect(read(Buffer.from('<!DOCTYPE html>\n<p>a'))).toMatchObject({ save: 'webPage' });
  });

  test('but not prose in brackets', () => {
    for (const text of [
      '[1986]\n\nIt was cold.',
      '{She waits.}',
      '[Chapter One]',
      '<3 she wrote.',
      '[]',
      '{}',
    ])
      expect(readingOf(Buffer.from(text))).toBe(`text: ${text}`);
  });
});
