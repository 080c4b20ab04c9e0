import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/setup/project.mjs';

/** A sibling combinator after what has no class, id or attribute, as in `* + .heading` and `search:focus-within ~ p`. */
const AFTER_ANY_ELEMENT = /(?:^|[\s>+~,])(?:\*|[a-z][a-z0-9]*)(?::[a-z-]+)*\s*[+~]\s*\S/;

/** The selectors of a style sheet, without what is in parentheses: `:has()` and `calc()` may have such signs. */
function selectorsIn(css: string): readonly string[] {
  let plain = css.replaceAll(/\/\*.*?\*\//gs, '');
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = plain.replaceAll(/\([^()]*\)/g, '');
  }
  return (plain.match(/[^{};]+(?=\{)/g) ?? []).filter((selector) => !selector.trim().startsWith('@'));
}

// Chromium remembers such a rule for all elements: with one of them, a row that comes or goes costs the style of everything
// in the list, which is 60 ms in a conversation.
describe('the style sheets', () => {
  it.each(globSync('src/renderer/**/*.css', { cwd: root }))(
    '%s: siblings follow a class or an attribute',
    (path) => {
      const selectors = selectorsIn(readFileSync(join(root, path), 'utf8'));
      expect(selectors.filter((selector) => AFTER_ANY_ELEMENT.test(selector.trim()))).toEqual([]);
    },
  );

  it.each(['* + .heading', '.more > * + *', 'search:focus-within ~ * .option', '.a, p + p'])(
    'sees %s as one that follows any element',
    (selector) =>
      expect(selectorsIn(`${selector} {}`).filter((one) => AFTER_ANY_ELEMENT.test(one))).toHaveLength(1),
  );
});
