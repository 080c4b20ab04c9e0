import { expect, test } from 'vitest';
import type { ManuscriptRequest } from '../../../../src/renderer/surface.ts';
import { contentOf, node, openManuscript } from '../open-manuscript.ts';

/** The button at a prompt fence (`layers.md`, *Prompt fences*). */

const FENCE = '```prompt name=storm\nThe storm.\n```';

test('a prompt fence has a button that asks to run it, and no other block has one', () => {
  const requests: ManuscriptRequest[] = [];
  const text = `One.\n\n${FENCE}\n\n\`\`\`js\nx\n\`\`\`\n\n\`\`\`prompt\nnever closed`;
  const { view } = openManuscript(contentOf([node('a', text)]), {
    onRequest: (request) => {
      if (request.kind === 'fence') requests.push(request);
    },
  });
  const buttons = () => [...view.dom.querySelectorAll<HTMLButtonElement>('.run-fence')];
  expect(buttons().map((button) => button.getAttribute('aria-label'))).toEqual(['Run the prompt storm']);
  view.dispatch({ changes: { from: 0, insert: 'Oh. ' } });
  buttons()[0]?.click();
  expect(requests).toEqual([{ kind: 'fence', from: 'Oh. One.\n\n'.length }]);
  view.dispatch({ changes: { from: view.state.doc.length, insert: '\n```' } });
  expect(buttons()).toHaveLength(2);
});

test('the button comes and goes with each letter that begins or ends a fence', () => {
  const { view } = openManuscript(contentOf([node('a', 'One.\n')]));
  const hasButton = () => view.dom.querySelector('.run-fence') !== null;
  const type = (letter: string) => {
    const from = view.state.doc.length;
    view.dispatch({ changes: { from, insert: letter }, selection: { anchor: from + letter.length } });
  };
  const remove = (from: number, to: number) => view.dispatch({ changes: { from, to } });
  for (const letter of FENCE.slice(0, -1)) type(letter);
  expect(hasButton()).toBe(false);
  type('`');
  expect(hasButton()).toBe(true);
  remove(view.state.doc.length - 1, view.state.doc.length);
  expect(hasButton()).toBe(false);
  type('`');
  // The fence is joined to the line before it, and divided from it again.
  remove('One.'.length, 'One.\n'.length);
  expect(hasButton()).toBe(false);
  view.dispatch({ changes: { from: 'One.'.length, insert: '\n' } });
  expect(hasButton()).toBe(true);
});
