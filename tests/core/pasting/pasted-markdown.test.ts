import { describe, expect, it } from 'vitest';
import { isReadableHtml } from '../../../src/core/pasting/html-blocks.ts';
import { pastedMarkdown } from '../../../src/core/pasting/pasted-markdown.ts';

/** The pasted text of a web page's body whose plain text has blank lines between its paragraphs. */
const fromWeb = (html: string) => pastedMarkdown(html, 'One.\n\nTwo.');

const WORD_START = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><title>Low Water</title>
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal {mso-style-parent:""; margin:0cm;} --></style></head>
<body lang=EN-GB style='tab-interval:36.0pt;word-wrap:break-word'><!--StartFragment-->`;
const WORD_END = '<!--EndFragment--></body></html>';

/** A paragraph of a list, as Word puts it on the clipboard. */
function wordItem(level: number, marker: string, words: string): string {
  return `<p class=MsoListParagraphCxSpMiddle style='margin-left:${36 * level}.0pt;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'>
<![if !supportLists]><span lang=EN-GB style='font-family:Symbol;mso-bidi-font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span
lang=EN-GB>${words}<o:p></o:p></span></p>`;
}

/** Words as Google Docs has them: white space counts, and each style is spelled out. */
function docsWords(words: string, weight = 400, slant = 'normal'): string {
  return `<span style="font-size:11pt;font-family:'Courier New',monospace;color:#000000;font-weight:${weight};font-style:${slant};text-decoration:none;white-space:pre;white-space:pre-wrap;">${words}</span>`;
}

describe('a paste from Word', () => {
  it('keeps emphasis and headings, and the lines of its plain text', () => {
    const html = `${WORD_START}
<h1><a name="_Toc1"></a><b><span lang=EN-GB style='mso-fareast-font-family:"Times New Roman"'>The
  Gate<o:p></o:p></span></b></h1>
<p class=MsoNormal><span lang=EN-GB>She said <i style='mso-bidi-font-style:normal'>no </i>twice, and <b
style='mso-bidi-font-weight:normal'>meant&nbsp; it</b>.<o:p></o:p></span></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoNormal><span lang=EN-GB style='font-family:"Courier New"'>5 * 3 is 15, at 1986. Or <u>so</u>.<o:p></o:p></span></p>
<p class=MsoNormal>1986. It began.<o:p></o:p></p>
${WORD_END}`;
    const plain =
      'The Gate\r\nShe said no twice, and meant  it.\r\n\r\n5 * 3 is 15, at 1986. Or so.\r\n1986. It began.\r\n';
    expect(pastedMarkdown(html, plain)).toBe(
      '# The Gate\n\nShe said *no* twice, and **meant  it**.\n\n5 * 3 is 15, at 1986. Or so.\n1986. It began.',
    );
  });

  it('makes lists of the paragraphs that it marks as items', () => {
    const items = [
      wordItem(1, '·', 'A map'),
      wordItem(2, '1.', 'of the <i>valley</i>'),
      wordItem(2, '2.', 'of the floor'),
      wordItem(1, '·', 'A plumb line'),
      wordItem(1, 'a)', 'A theodolite'),
    ];
    expect(
      pastedMarkdown(
        `${WORD_START}<p class=MsoNormal>Taken:</p>${items.join('\n')}${WORD_END}`,
        'Taken:\n·\tA map',
      ),
    ).toBe('Taken:\n\n- A map\n  1. of the *valley*\n  2. of the floor\n- A plumb line\n3. A theodolite');
  });

  it('keeps the cells of a row apart, as its plain text does', () => {
    const cell = (words: string) =>
      `<td width=100 valign=top><p class=MsoNormal>${words}<o:p></o:p></p></td>`;
    const table = `<table class=MsoTableGrid><tr>${cell('<b>Gate</b>')}${cell('Keeper')}</tr><tr>${cell('East')}${cell('Orr')}</tr></table>`;
    expect(pastedMarkdown(`${WORD_START}${table}${WORD_END}`, 'Gate\tKeeper\nEast\tOrr')).toBe(
      '**Gate**\tKeeper\nEast\tOrr',
    );
  });
});

describe('a paste from Google Docs', () => {
  const docs = (inner: string) =>
    `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-5f3a">${inner}</b><br class="Apple-interchange-newline">`;

  it('is not bold although all of it is in a b, nor code in a font of one width', () => {
    const html = docs(
      `<h2 dir="ltr" style="line-height:1.38;"><span style="font-size:16pt;font-weight:700;white-space:pre-wrap;">The gate</span></h2>` +
        `<p dir="ltr">${docsWords('She counted ')}${docsWords('three', 400, 'italic')}${docsWords(', then ')}${docsWords('four.', 700)}</p>` +
        `<br /><p dir="ltr">${docsWords('Nobody  came.')}</p>`,
    );
    expect(pastedMarkdown(html, 'The gate\nShe counted three, then four.\n\nNobody  came.')).toBe(
      '## The gate\n\nShe counted *three*, then **four.**\n\nNobody  came.',
    );
  });

  it('keeps lists in lists', () => {
    const item = (level: number, words: string) =>
      `<li dir="ltr" style="list-style-type:disc;white-space:pre;" aria-level="${level}"><p dir="ltr" role="presentation">${docsWords(words)}</p></li>`;
    const html = docs(`<ol>${item(1, 'One')}<ul>${item(2, 'Inner')}</ul>${item(1, 'Two')}</ol>`);
    expect(pastedMarkdown(html, 'One\nInner\nTwo')).toBe('1. One\n   - Inner\n2. Two');
  });
});

describe('a paste from a web page', () => {
  it('keeps what is emphasised, linked and listed, and nothing of scripts, styles and pictures', () => {
    expect(
      fromWeb(`<style>p { color: red }</style><script>alert('<p>no</p>')</script>
        <p>It is <em>not</em> <a href="https://example.org/a_(b)?x=1&amp;y=_z_">the <strong>same</strong> gate</a>,
        <a href="javascript:alert(1)">nor</a> <a href="/here">here</a><img src="https://example.org/seen.png" onerror="alert(1)" alt="">.</p>
        <ul><li>One<li><p>Two</p><p>more</p><ol start=3><li>Three</ol></ul><hr>
        <p>See <a href="https://example.org/">https://example.org/</a> &amp; &lt;so&gt; on.<br>Next.</p>
        <p hidden>Unseen</p><p style="display: none">Unseen</p>`),
    ).toBe(
      'It is *not* [the **same** gate](https://example.org/a%5f%28b%29?x=1&y=%5fz%5f), nor here.\n\n- One\n- Two\n\n  more\n  3. Three\n\n***\n\nSee https://example.org/ & <so> on.\nNext.',
    );
  });

  it('puts marks where they are read as marks', () => {
    const cases: readonly (readonly [html: string, text: string])[] = [
      ['<i>“Go!”</i> she said.', '*“Go!”* she said.'],
      ['word<i>—no!—</i>word', 'word—*no!*—word'],
      ['<b>a <i>b</i> c</b>', '**a *b* c**'],
      ['<b><i>both</i></b>, <i>one <b>two</b></i>', '***both***, *one **two***'],
      ['<i>one <b>two</i> three</b>.', '*one **two*** three.'],
      ['in<b>side</b>r', 'in**side**r'],
      ['<i>one<br>two</i>', '*one*\n*two*'],
      ['<b> </b><i></i>plain <b>\u00a0x</b>', 'plain \u00a0**x**'],
      // Marks among the words stay as typed, unless they would be taken for those that are kept.
      ['a <i>b</i> 2 * 3 and snake_case*', 'a *b* 2 * 3 and snake_case*'],
      ['*grins* <b>loudly</b>', '*grins* **loudly**'],
      ['<i>a * b *c</i>', '*a \\* b \\*c*'],
    ];
    for (const [html, text] of cases) expect(fromWeb(`<p>${html}</p>`), html).toBe(text);
  });

  it('is its plain text where no mark is kept', () => {
    expect(fromWeb('<div><p>One.</p><p>* Two. # 1986.</p></div>')).toBeNull();
    expect(fromWeb('<table><tr><td>a</td><td>b</td></tr></table>')).toBeNull();
  });

  it('pastes its text where it has no plain text', () => {
    expect(pastedMarkdown('<p>One.</p>\n<p>Two, <i>three</i>.</p>', '')).toBe('One.\n\nTwo, *three*.');
    expect(pastedMarkdown('<pre>a\n  b</pre>', '')).toBe('a\n  b');
    expect(pastedMarkdown('<img src="https://example.org/a.png">', '')).toBe('');
  });
});

describe('a paste from an editor for programs', () => {
  it.each([
    [
      'of one with lines as div',
      `<meta charset='utf-8'><div style="color: #cccccc;background-color: #1f1f1f;font-family: 'Droid Sans Mono', 'monospace', monospace;font-weight: normal;font-size: 14px;line-height: 19px;white-space: pre;"><div><span style="color: #c586c0;font-weight: bold;">import</span><span>  x</span></div><br></div>`,
    ],
    [
      'of one with a pre',
      '<html><body><pre style="font-family:\'JetBrains Mono\'"><b>import</b>  x</pre></body></html>',
    ],
    [
      'of one that says only its font',
      '<div style="font-family:monospace"><div><i>import</i>  x</div></div>',
    ],
  ])('%s is its plain text', (_name, html) => {
    expect(pastedMarkdown(html, 'import  x')).toBeNull();
  });

  it('keeps its lines beside other text, without marks for code', () => {
    expect(fromWeb('<p>Type <b>this</b>:</p><pre>if *a*\n  b</pre>')).toBe('Type **this**:\n\nif *a*\n  b');
  });
});

describe('hostile HTML', () => {
  const long = (length: number, part: string) => part.repeat(Math.ceil(length / part.length));

  it.each([
    ['elements in elements', `${long(300_000, '<div>')}in <b>it</b>`, 'in **it**'],
    ['lists in lists', `${long(300_000, '<ul><li>')}<b>in</b>`, /^ *- \*\*in\*\*$/],
    ['end tags of what is not open', `<b>${long(300_000, '<i><p></q></i></p>')}in</b>`, '**in**'],
    ['a comment without an end', `<b>in</b>${long(300_000, '<!--<!-')}`, '**in**'],
    ['values without an end', `<b>in</b>${long(300_000, '<a b="c')}`, '**in**'],
    ['scripts without an end', `<b>in</b>${long(300_000, '<script>')}`, '**in**'],
    ['cells', `<table><tr>${long(300_000, '<td>')}<b>in</b>`, '**in**'],
    ['references', `<b>in</b>${long(300_000, '&#x110000;&amp')}`, /^\*\*in\*\*/],
    ['marks in marks', long(300_000, '<b>a<i>b</b>c</i> '), /^abc abc/],
  ])('of %s is read', (_name, html, text) => {
    expect(isReadableHtml(html)).toBe(true);
    const pasted = pastedMarkdown(html, 'in');
    if (typeof text === 'string') expect(pasted).toBe(text);
    else expect(pasted).toMatch(text);
  });

  it('is not read at all where there is too much of it', () => {
    expect(isReadableHtml(long(5_000_000, '<div>'))).toBe(false);
    expect(isReadableHtml(long(10_000_000, 'word '))).toBe(false);
    expect(isReadableHtml(long(5_000_000, '<p>Words of a book, and of its paragraphs.</p>'.repeat(3)))).toBe(
      false,
    );
    expect(isReadableHtml(long(4_000_000, `<p class=MsoNormal>${'Words of a book. '.repeat(20)}</p>`))).toBe(
      true,
    );
  });
});
