/** *Scenes* over a whole book in the program (`scenes.md`). */
import type { BufferDesk } from '../../../../src/renderer/session/manuscript/buffer-desk.ts';
import type { AppSession } from '../../../../src/renderer/session/window/app-session.ts';
import type { Samples } from '../../harness/compare.ts';
import { compareFrames } from './compare-frames.ts';
import { viewIn } from './editors.ts';
import { openProgram } from './open-program.tsx';
import { settle } from './time-frame.ts';
import { typingIn } from './typing.ts';

export interface ScenesOptions {
  readonly blocks: number;
}

let opened: Promise<{ session: AppSession; desk: BufferDesk; container: HTMLElement }> | undefined;

function openOnce() {
  opened ??= (async () => {
    const { session, container } = openProgram();
    while (container.querySelector('.cm-editor') === null) await settle(1);
    await settle(10);
    const desk = session.findDesk();
    if (desk?.mode !== 'buffer') throw new Error('no manuscript is shown');
    while (desk.tree.sections.list.get().length === 0) await settle(1);
    return { session, desk, container };
  })();
  return opened;
}

/** Compares opening *Scenes*, to its first paint, with showing the outline of the same book. */
export async function timeScenesOpening({ blocks }: ScenesOptions): Promise<Samples> {
  const { session, desk } = await openOnce();
  session.showTab('tree');
  await settle(60);
  const prepare = async () => {
    desk.scenes.close();
    session.showTab('node');
    await settle(4);
  };
  return compareFrames({
    ours: { prepare, step: () => desk.scenes.open(), finish: prepare },
    baseline: { prepare, step: () => session.showTab('tree'), finish: prepare },
    blocks,
    steps: 1,
    warmUp: 2,
    frames: 3,
  });
}

/** Compares moving a scene in *Scenes* with a keystroke in the same text. */
export async function timeSceneMoves({ blocks }: ScenesOptions): Promise<Samples> {
  const { session, desk, container } = await openOnce();
  session.showTab('node');
  const typing = typingIn({
    container: document.createElement('div'),
    view: viewIn(container),
    close: () => {},
  });
  return compareFrames({
    ours: {
      prepare: async () => {
        desk.scenes.open();
        const { cards } = desk.scenes.view.get();
        desk.scenes.select(cards.findIndex(({ kind }, at) => at > cards.length / 2 && kind === 'scene'));
        await settle(4);
      },
      step: (count) => desk.scenes.move(count % 2 === 0 ? 1 : -1),
      finish: () => desk.scenes.close(),
    },
    baseline: typing,
    blocks,
    steps: 4,
    warmUp: 2,
    frames: 2,
  });
}
