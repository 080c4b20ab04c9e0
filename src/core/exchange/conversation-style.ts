/** What the style sheet of a conversation has beyond that of a manuscript (`html-style.ts`). Only a wide table scrolls, and not on paper. */
export const MESSAGE_SHEET = `section > h2 { margin: 2.5em 0 0.5em; font-size: 1em; color: var(--ink-soft); }
section:first-child > h2 { margin-top: 0; }
.message + .message { margin-top: 1.2em; }
.typed { white-space: pre-wrap; unicode-bidi: plaintext; }
.message p, .message li { text-indent: 0; }
.message :where(p, blockquote, ul, ol, .code, .table) { margin: 0.65em 0 0; }
.message :is(h3, h4, h5, h6) { margin: 1.2em 0 0; }
.message h3 { font-size: 1.3em; }
.message h4 { font-size: 1.15em; }
.message > :first-child, :is(blockquote, li) > :first-child, li > .box + * { margin-top: 0; }
.message hr { margin: 1.6em 0; }
blockquote { padding-inline-start: 1em; border-inline-start: 2px solid var(--rule); color: var(--ink-soft); }
blockquote blockquote blockquote blockquote blockquote blockquote { padding-inline-start: 0; border: none; }
.message :is(ul, ol) { padding-inline-start: 1.6em; }
.message li > :is(ul, ol), .message li + li { margin-top: 0.2em; }
.task { position: relative; list-style: none; }
.box { position: absolute; inset-inline-start: -1.35em; top: calc(0.5lh - 0.45em); width: 0.8em; height: 0.8em; border: 1px solid var(--ink-soft); border-radius: 2px; }
.done::after { content: ""; position: absolute; inset: 0 0.22em 0.16em; border: solid var(--ink); border-width: 0 0.11em 0.11em 0; rotate: 40deg; }
code { font: 0.82em ui-monospace, "Cascadia Mono", Consolas, "DejaVu Sans Mono", monospace; }
:not(pre) > code { padding: 0.1em 0.3em; border-radius: 3px; background: var(--code); }
.code { padding: 0.4em 0.75em; border: 1px solid var(--rule); border-radius: 5px; background: var(--code); -webkit-box-decoration-break: clone; box-decoration-break: clone; }
.info { color: var(--ink-soft); font-size: 0.75em; }
pre { margin: 0; font-size: 1em; line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.92em; line-height: 1.5; }
tr { break-inside: avoid; }
th, td { padding: 0.2em 0.75em; border-bottom: 1px solid var(--rule); text-align: start; vertical-align: baseline; overflow-wrap: break-word; min-width: 2em; }
:is(th, td):first-child { padding-inline-start: 0; }
th { border-bottom-color: var(--ink-soft); font-weight: 600; }
.center { text-align: center; }
.end { text-align: end; }
a { color: inherit; }
a small { display: inline-block; font-size: 0.8em; }
@media print {
.table { overflow: visible; }
th, td { overflow-wrap: anywhere; }
}
`;
