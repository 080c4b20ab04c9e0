import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/setup/project.mjs';

/** Sentences of the window are in `src/ui-text` (house.md, *Rooms*): no pane or session has one of its own. */

/** Attributes and properties that the writer sees or hears. */
const SEEN = new Set(
  (
    'aria-label aria-roledescription aria-valuetext label title placeholder hint alt text sentence detail summary ' +
    'action cancel closeLabel empty more note remark reason'
  ).split(' '),
);
/** Methods of what a session says. */
const SAYING = new Set(['tell', 'announce']);
/** Names of keys, which tooltips show beside a command. */
const KEY_NAME = /^(?:Esc|Enter|(?:Shift\+)?[A-Z])$/u;

const hasWords = (text: string) => /\p{L}/u.test(text) && !KEY_NAME.test(text);

/** The texts with words that an expression may be, without those that it only compares or passes on. */
function textsOf(node: ESTree.Node | null): readonly string[] {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' && hasWords(node.value) ? [node.value] : [];
    case 'TemplateLiteral': {
      const text = node.quasis.map(({ value }) => value.cooked ?? '').join('…');
      return [...(hasWords(text) ? [text] : []), ...node.expressions.flatMap(textsOf)];
    }
    case 'ConditionalExpression':
      return [...textsOf(node.consequent), ...textsOf(node.alternate)];
    case 'LogicalExpression':
      return [...textsOf(node.left), ...textsOf(node.right)];
    case 'JSXExpressionContainer':
    case 'TSAsExpression':
      return textsOf(node.expression);
    case 'JSXText':
      return hasWords(node.value) ? [node.value.trim()] : [];
    default:
      return [];
  }
}

/** The sentences in a file of the window. @throws {Error} if it does not parse */
function sentencesIn(name: string, code: string): readonly string[] {
  const { program, errors } = parseSync(name, code);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
  const found: string[] = [];
  const addChildren = ({ children }: { readonly children: readonly ESTree.Node[] }) => {
    found.push(...children.flatMap(textsOf));
  };
  new Visitor({
    JSXElement: addChildren,
    JSXFragment: addChildren,
    JSXAttribute: ({ name: attribute, value }) => {
      if (attribute.type === 'JSXIdentifier' && SEEN.has(attribute.name)) found.push(...textsOf(value));
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && SEEN.has(key.name)) found.push(...textsOf(value));
    },
    CallExpression: ({ callee, arguments: [first] }) => {
      if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier')
        if (SAYING.has(callee.property.name)) found.push(...textsOf(first ?? null));
    },
  }).visit(program);
  return found;
}

describe('the window', () => {
  const source = join(root, 'src/renderer');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });

  it('has its sentences in ui-text', () => {
    // The list of commands has their titles.
    const read = files.filter((name) => /\.tsx?$/u.test(name) && !/^app.commands/u.test(name));
    const found = read.flatMap((name) =>
      sentencesIn(name, readFileSync(join(source, name), 'utf8')).map((text) => `${name}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it('is searched for all that a writer sees or hears', () => {
    const code = `
      const Pane = ({ is, name }) => (
        <section className="a pane" data-kind="Kind" aria-label="Notes of the text">
          Two notes <b>{is === 'Here' ? 'here' : \`by \${name}\`}</b> · {name && 'and more'} {find('Not this')}
          <Button hint="Esc" label={is ? 'Close' : OPEN} onClick={() => notices.tell('Closed.')} />
          <Menu items={[{ id: 'go', text: 'Go there', keyLabel: 'Enter' }]} />
        </section>
      );`;
    const texts = [
      'Two notes',
      'here',
      'by …',
      'and more',
      'Notes of the text',
      'Close',
      'Closed.',
      'Go there',
    ];
    expect([...sentencesIn('Pane.tsx', code)].sort()).toEqual(texts.sort());
  });
});
