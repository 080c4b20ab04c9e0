import { placeTargets } from '../../../core/sections/placed-targets.ts';
import type { TextSection } from '../../../core/sections/sections.ts';
import type { AnchorSummary } from '../../../ipc/wire/position.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import { derive, type Store } from '../store.ts';
import type { AnchorsSession } from './bookmarks-session.ts';
import { commitDraft } from './tree-intents.ts';

export interface SectionTarget extends AnchorSummary {
  readonly words: number;
}

/** The targets of the parts of a manuscript's text (`scenes.md`, *Targets*). */
export function createTargetsSession(
  { client, intents, path }: TreeScope,
  anchors: AnchorsSession,
  sections: Store<readonly TextSection[]>,
) {
  /** By the index of the section. */
  const placed: Store<ReadonlyMap<number, SectionTarget>> = derive(
    [anchors.list, sections],
    (list, headings) => placeTargets(list.filter(isTarget), headings),
  );

  /** The section once it is committed: a target is on a text that does not change. */
  async function committed(index: number): Promise<TextSection | undefined> {
    const { outcome } = await intents.submit(commitDraft);
    if (outcome === 'failed') return undefined;
    const find = () => sections.get()[index];
    if (find()?.positionId === null)
      await new Promise<void>((resolve) => {
        // The editor reads the text again when the path has changed.
        const stop = sections.subscribe(() => {
          if (find()?.positionId === null) return;
          stop();
          resolve();
        });
      });
    return find();
  }

  return {
    placed,

    /** Sets the target of a heading, by its index; 0 words for none. What is typed is committed first. */
    async set(index: number, words: number): Promise<void> {
      const section = await committed(index);
      const header = section?.positionId == null ? undefined : path.findHeader(section.positionId);
      if (section === undefined || header === undefined) return;
      await intents.submit(() => () => ({
        keepsDraft: true,
        send: (intent) =>
          client.call('position.setTarget', {
            ...intent,
            nodeId: header.nodeId,
            start: section.offset,
            length: section.lineLength,
            words,
            anchorId: placed.get().get(index)?.anchorId ?? null,
          }),
      }));
    },
  };
}

export type TargetsSession = ReturnType<typeof createTargetsSession>;

function isTarget(anchor: AnchorSummary): anchor is SectionTarget {
  return anchor.words !== null;
}
