import { join } from 'node:path';
import { withDisplay } from '../../scripts/display.ts';
import { makeGrove } from '../../scripts/make-grove.ts';
import type { Bench, BenchContext, Row } from './harness/bench.ts';
import { type Samples, timingOf } from './harness/compare.ts';
import { type OpenWindow, openWindow } from './renderer/open-window.ts';
import type { ReplyForm } from './renderer/page/conversation.tsx';
import { servePage } from './renderer/serve-page.ts';

/** The program with a long conversation (`dialogue.md`, *Speed*). */
export const conversationBench: Bench = {
  name: 'conversation',
  run: (context) =>
    withDisplay(async () => {
      const grove = makeConversation(context);
      return [...(await timed(context, grove)), await articles(context, grove)];
    }),
  count: (context) => withDisplay(async () => [await articles(context, makeConversation(context))]),
};

const formatCount = (count: number) => count.toLocaleString('en');

/** UTF-16 code units of the reply that streams. */
const REPLY = 20_000;
/** About 200,000 words. */
const LONGEST = 1_200_000;

/** Keystrokes that a frame which streams may cost: as much as typing, and the layout of a block. */
const MOST_KEYSTROKES = 3;

/** Makes a grove with a conversation of one path, and a manuscript of as many nodes of the same lengths. */
function makeConversation({ scale, scratch, log }: BenchContext): string {
  const nodes = scale.path;
  log(`making a conversation of ${formatCount(nodes)} messages`);
  const shape = { nodes, path: nodes, siblings: 0, versions: 0, branch: 0, longest: 0, characters: 300 };
  return makeGrove(join(scratch, 'conversation.aspen'), shape, { modes: ['dialogue', 'buffer'] }).path;
}

async function timed(context: BenchContext, grove: string): Promise<readonly Row[]> {
  const { scale, scratch, log } = context;
  const messages = scale.path;
  const page = await servePage(scratch);
  const window = await openWindow({ scratch, origin: page.origin, grove });
  try {
    log('opening a conversation');
    const rounds = Math.ceil(scale.rounds.long / 4);
    const opening = await window.measure('timeConversationOpening', { messages, rounds });
    // Each block waits until the long conversation is counted: few and long ones.
    const few = scale.quick ? { blocks: 2, steps: 10 } : { blocks: 8, steps: 60 };
    log('keystrokes in the composer');
    const typing = await window.measure('timeComposer', { messages, ...few });
    log('switching an alternative');
    const switching = await window.measure('timeAlternatives', { messages, ...few, steps: 10 });
    const size = formatCount(messages);
    return [
      row(`keystroke in the composer, ${size} messages`, 'in an empty conversation', 1.12, typing),
      row('  95th percentile', 'in an empty conversation', null, typing, 0.95),
      row(`open ${size} messages: the page, to first paint`, 'a manuscript of as many nodes', 2, opening),
      ...(await replies(context, window)),
      row(
        `switch an alternative, ${size} messages, everything after the first tenth`,
        'a keystroke, same page',
        3,
        switching,
      ),
    ];
  } finally {
    await window.close();
    page.close();
  }
}

async function replies({ scale, log }: BenchContext, window: OpenWindow): Promise<readonly Row[]> {
  log('a long reply');
  const options = { messages: scale.path, blocks: scale.quick ? 1 : 5, steps: 20 };
  const measure = (form: ReplyForm, length = REPLY) =>
    window.measure('timeReply', { ...options, form, length });
  const baseline = 'a keystroke in the composer, same page';
  const frame = `frame that streams into a reply of ${formatCount(REPLY)} characters`;
  return [
    row(frame, baseline, MOST_KEYSTROKES, await measure('paragraphs')),
    row('  in blocks of every kind', baseline, MOST_KEYSTROKES, await measure('blocks')),
    row('  in one block of code', baseline, MOST_KEYSTROKES, await measure('code')),
    row('  in one paragraph', baseline, MOST_KEYSTROKES, await measure('unbroken')),
    row(
      `frame that streams into a reply of ${formatCount(LONGEST)} characters`,
      baseline,
      MOST_KEYSTROKES,
      await measure('paragraphs', LONGEST),
    ),
  ];
}

function row(path: string, baseline: string, atMost: number | null, samples: Samples, share?: number): Row {
  const goal = atMost === null ? null : { atMost };
  return { path, baseline, goal, figure: { kind: 'timed', timing: timingOf(samples, share) } };
}

/** Scroll positions of the conversation, as fractions of its height. */
const PLACES = [1, 0.75, 0.5, 0.25, 0] as const;

/** The most messages that are on the page at once, wherever the reader is. */
async function articles({ scale, scratch, log }: BenchContext, grove: string): Promise<Row> {
  log('messages on the page');
  const { page, close } = await openWindow({ scratch, grove });
  try {
    // The grove may open with its manuscript.
    await page.getByRole('list', { name: 'Trees' }).getByText('A made conversation').click();
    const feed = page.getByRole('feed', { name: 'Conversation' });
    await feed.and(page.locator(`[data-path-length="${scale.path}"]`)).waitFor();
    await feed.getByRole('article').first().waitFor();
    let most = 0;
    for (const place of PLACES) {
      const count = feed.evaluate(async (element, place) => {
        element.scrollTop = place * element.scrollHeight;
        for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
        return element.querySelectorAll('[role="article"], article').length;
      }, place);
      most = Math.max(most, await count);
    }
    return {
      path: `messages on the page, of ${formatCount(scale.path)}`,
      baseline: '–',
      goal: { atMost: 99 },
      figure: { kind: 'counted', value: most, unit: 'articles' },
    };
  } finally {
    await close();
  }
}
