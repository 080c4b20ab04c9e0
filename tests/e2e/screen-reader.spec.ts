import { expect, test } from './test.ts';
import type { Writer } from './writer.ts';

/** A screen reader's view: the manuscript as one text, and polite announcements of changes. */

interface AxNode {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
  readonly childIds?: readonly string[];
}

/** The accessibility tree, as assistive technology sees it. */
async function accessibilityTree({ page }: Writer): Promise<readonly AxNode[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Accessibility.enable');
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes as readonly AxNode[];
}

interface SpokenText {
  readonly multiline: unknown;
  /** The text as it is read out, without line ends. */
  readonly text: string;
  /** Elements in it that are neither text nor lines of text. */
  readonly strays: readonly string[];
}

/** Line ends are outside every element, so the text of elements has none. */
const withoutLineEnds = (text: string) => text.replaceAll('\n', '');

const TEXT = new Set(['StaticText', 'InlineTextBox', 'LineBreak', 'paragraph', 'generic', 'none']);

async function readManuscript(writer: Writer): Promise<SpokenText> {
  const nodes = await accessibilityTree(writer);
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const found = nodes.filter(
    ({ ignored, role, name }) => !ignored && role?.value === 'textbox' && name?.value === 'Manuscript',
  );
  expect(found).toHaveLength(1);
  const [box] = found;
  const strays: string[] = [];
  let text = '';
  const visit = (ids: readonly string[] = []) => {
    for (const id of ids) {
      const node = byId.get(id);
      if (node === undefined) continue;
      const role = node.role?.value ?? '';
      if (!node.ignored && role === 'StaticText') text += node.name?.value ?? '';
      if (!node.ignored && !TEXT.has(role)) strays.push(`${role} ${node.name?.value ?? ''}`);
      visit(node.childIds);
    }
  };
  visit(box?.childIds);
  return {
    multiline: box?.properties?.find(({ name }) => name === 'multiline')?.value.value,
    text: withoutLineEnds(text),
    strays,
  };
}

test('a screen reader gets the manuscript as one text, across authors and pending edits', async ({
  desk,
}) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake froze. ');
  await writer.generate(3);
  await writer.press('Control+Home');
  await writer.type('Once, ');
  await writer.press('Control+f');
  await writer.page.getByRole('searchbox', { name: 'Find' }).fill('the');
  await expect(writer.manuscript.locator('.found').first()).toBeVisible();
  const { multiline, text, strays } = await readManuscript(writer);
  expect(multiline).toBe(true);
  expect(text).toBe(withoutLineEnds(await writer.text()));
  expect(strays).toEqual([]);
});

test('streaming text is not in the manuscript until it has arrived', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('Rain. ');
  await writer.press('Control+Enter');
  await expect(writer.manuscript.locator('.streaming')).toHaveText(/\w{4}/);
  const { text, strays } = await readManuscript(writer);
  expect(text).toBe('Rain. ');
  expect(strays).toEqual([]);
  await writer.waitForContinuations(3);
  const arrived = await readManuscript(writer);
  expect(arrived.text).toBe(withoutLineEnds(await writer.text()));
});

test('branch points, arrivals, versions and search matches are announced politely', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  const log = writer.page.getByRole('log', { name: 'Announcements' });
  await writer.type('The lake froze. ');
  await writer.generate(3);
  await expect(log).toContainText('3 continuations are ready');
  await writer.press('Alt+ArrowDown');
  await expect(log).toContainText('2 of 3');
  await writer.press('Control+End');
  await writer.press('Backspace');
  await writer.press('Control+s');
  await expect(writer.manuscript.locator('[data-pending]')).toHaveCount(0);
  await writer.press('Alt+,');
  await expect(log).toContainText(/[Vv]ersion 1|v1/);
  await writer.press('Control+f');
  const field = writer.page.getByRole('searchbox', { name: 'Find' });
  // The offline model learns from this page and may write the word again.
  const matches = (await writer.text()).match(/lake/gi)?.length ?? 0;
  await field.fill('lake');
  await expect(field).toHaveAccessibleDescription(`1 of ${matches}`);
  await expect(writer.page.getByRole('search').locator('[aria-live=polite]')).toHaveText(`1 of ${matches}`);
  await expect(log).toHaveAttribute('aria-live', 'polite');
});
