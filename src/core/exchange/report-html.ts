/** The report of authorship as a page for people. */
import { type AuthorshipReport, byModel, lengthOf } from './authorship-report.ts';
import { escapeHtml } from './escape-html.ts';

const KINDS = { writer: 'the writer', person: 'a person', model: 'a model', unknown: 'unknown' } as const;

/** A self-contained page, which fetches nothing. */
function reportHtml(report: AuthorshipReport): string {
  const { title, agents, text, chapters, days, nodes, log, limits } = report;
  const nameOf = (agent: number) => agents[agent]?.name ?? '';
  const share = (length: number) =>
    text.length === 0 ? '0 %' : `${((100 * length) / text.length).toFixed(1)} %`;
  const by = (sums: readonly (readonly [agent: number, length: number])[]) =>
    sums.map(([agent, length]) => `${nameOf(agent)}: ${numberOf(length)}`).join(', ');
  const verdicts = (['valid', 'incomplete', 'invalid'] as const).map(
    (verdict) => `${numberOf(nodes.filter((node) => node.verdict === verdict).length)} ${verdict}`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<title>Who wrote ${escapeHtml(title)}</title>
<style>
body { max-width: 52rem; margin: 3rem auto; padding: 0 1.5rem; font: 1rem/1.5 Georgia, serif; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.25em 0.75em 0.25em 0; border-bottom: 1px solid #8886; text-align: start; vertical-align: top; overflow-wrap: normal; }
.number { text-align: end; font-variant-numeric: tabular-nums; }
code { font-size: 0.85em; }
</style>
</head>
<body>
<main>
<h1>Who wrote ${escapeHtml(title)}</h1>
<p>${numberOf(text.words)} words in ${numberOf(text.length)} characters, as they were on ${escapeHtml(report.madeAt)}. Characters are UTF-16 code units.</p>
${table(
  'By author',
  ['Author', 'Kind', 'Words', 'Characters', 'Share', 'Tracked', 'Inferred', 'Imported'],
  agents.map(({ name, kind, model, words, ...shares }) => [
    name,
    model === null ? KINDS[kind] : `${KINDS[kind]}, ${model}`,
    words,
    lengthOf(shares),
    share(lengthOf(shares)),
    shares.exact,
    shares.inferred,
    shares.imported,
  ]),
)}${table(
  'By model',
  ['Model', 'Words', 'Characters', 'Share'],
  byModel(agents).map(({ model, words, length }) => [model, words, length, share(length)]),
)}${table(
  'By chapter',
  ['Chapter', 'Characters', 'By'],
  chapters.map((chapter) => [chapter.title, chapter.to - chapter.from, by(chapter.by)]),
)}${table(
  'By day',
  ['Day', 'By'],
  days.map((day) => [day.day, by(day.by)]),
)}<h2>Evidence</h2>
<p>Of ${numberOf(nodes.length)} passages, ${verdicts.join(', ')}; ${numberOf(report.uncommitted)} characters are typed and in no passage yet; ${numberOf(report.otherNodes)} other versions and passages of the tree are not in this text.</p>
<p>The log ends at row ${numberOf(log.seq)}, <code>${log.hash ?? 'none'}</code>. SHA-256 of the text as typed, with its prompts, in UTF-8: <code>${text.sha256}</code>; of its authors: <code>${text.spansSha256}</code>.</p>
<h2>What it cannot show</h2>
<ul>
${limits.map((limit) => `<li>${escapeHtml(limit)}</li>\n`).join('')}</ul>
</main>
</body>
</html>
`;
}

/** A report as a file. */
export function reportText(report: AuthorshipReport, format: 'html' | 'json'): string {
  return format === 'html' ? reportHtml(report) : `${JSON.stringify(report, null, 1)}\n`;
}

function numberOf(value: number): string {
  return value.toLocaleString('en');
}

function table(
  title: string,
  heads: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  if (rows.length === 0) return '';
  const cell = (tag: 'th' | 'td', value: string | number, isNumber: boolean) => {
    const shown = typeof value === 'number' ? numberOf(value) : escapeHtml(value);
    return `<${tag}${tag === 'th' ? ' scope="col"' : ''}${isNumber ? ' class="number"' : ''}>${shown}</${tag}>`;
  };
  const isNumber = (index: number) => typeof rows[0]?.[index] === 'number';
  const head = heads.map((name, index) => cell('th', name, isNumber(index))).join('');
  const body = rows.map(
    (row) => `<tr>${row.map((value, index) => cell('td', value, isNumber(index))).join('')}</tr>\n`,
  );
  return `<h2>${title}</h2>\n<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body.join('')}</tbody>\n</table>\n`;
}
