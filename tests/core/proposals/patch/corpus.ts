import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../../scripts/setup/project.mjs';

const FOLDER = join(root, 'tests/fixtures/diffs');
/** `~~~~ case: a name`, `~~~~ text`, `~~~~ answer, escaped`, `~~~~ answer, cut`, `~~~~ gives same`, `~~~~ refused overlap`. */
const SECTION = /^~~~~ (case: |text|answer|gives|refused )(.*)$/;

/** A mistake that models make, and what comes of it. */
export interface PatchCase {
  readonly name: string;
  readonly text: string;
  readonly answer: string;
  /** The answer is known to have ended. */
  readonly isWhole: boolean;
  readonly expected: { readonly text: string } | { readonly reason: string };
}

/**
 * The cases in `tests/fixtures/diffs`. A section is its lines without the last line break; `escaped`, it contains the escapes
 * of JSON; `cut`, the answer is not known to have ended. A case without a text has that of the case before it, and `gives same` is what that one gives.
 */
export function patchCases(): readonly PatchCase[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .flatMap((name) => readCases(name, readFileSync(join(FOLDER, name), 'utf8')));
}

function readCases(file: string, content: string): readonly PatchCase[] {
  const cases: PatchCase[] = [];
  let [name, text, answer, result] = ['', '', '', ''];
  let isWhole = true;
  let section: { readonly kind: string; readonly rest: string; readonly lines: string[] } | null = null;
  const close = () => {
    if (section === null) return;
    const { kind, rest, lines } = section;
    const joined = lines.join('\n');
    const body = rest.includes('escaped') ? unescaped(joined) : joined;
    const add = (expected: PatchCase['expected']) => cases.push({ name, text, answer, isWhole, expected });
    if (kind === 'case: ') name = `${file}: ${rest}`;
    else if (kind === 'text') text = body;
    else if (kind === 'answer') [answer, isWhole] = [body, !rest.includes('cut')];
    else if (kind === 'refused ') add({ reason: rest });
    else {
      if (!rest.includes('same')) result = body;
      add({ text: result });
    }
  };
  for (const line of content.replace(/\n$/, '').split('\n')) {
    const [, kind, rest = ''] = SECTION.exec(line) ?? [];
    if (kind === undefined) section?.lines.push(line);
    else {
      close();
      section = { kind, rest, lines: [] };
    }
  }
  close();
  return cases;
}

function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-f]{4})|r)/g, (_, code?: string) =>
    code === undefined ? '\r' : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
