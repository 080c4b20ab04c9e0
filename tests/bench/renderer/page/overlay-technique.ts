/**
 * The technique of other looms: a text area with invisible letters, over a layer with the same text in coloured spans,
 * one per node. Here only the span that was typed into is updated.
 */
import { seededRandom } from '../../../../src/main/generation/text-model/random.ts';
import type { PathNode } from '../../../../src/renderer/editor/index.ts';
import type { Side } from './compare-frames.ts';
import { textOfNodes } from './made-text.ts';
import { createContainer, removeContainer, showContainer } from './stage.ts';
import { settle } from './time-frame.ts';

const TEXT = {
  position: 'absolute',
  inset: '0',
  margin: '0',
  padding: '4rem max(2rem, calc((100% - 36rem) / 2)) 45vh',
  border: 'none',
  boxSizing: 'border-box',
  font: '1.1875rem / 1.7 serif',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'break-word',
  overflowY: 'scroll',
  background: 'transparent',
} as const;

export function openOverlay(nodes: readonly PathNode[]): Side & { close(): void } {
  const container = createContainer();
  const layer = container.appendChild(document.createElement('div'));
  const area = container.appendChild(document.createElement('textarea'));
  Object.assign(layer.style, TEXT);
  Object.assign(area.style, TEXT, { width: '100%', height: '100%', resize: 'none', color: 'transparent' });
  area.spellcheck = false;
  area.value = textOfNodes(nodes);
  const texts = nodes.map(({ text }, at) => {
    const span = layer.appendChild(document.createElement('span'));
    span.style.color = at % 2 === 0 ? 'var(--author-blue)' : 'var(--author-rust)';
    return span.appendChild(document.createTextNode(text));
  });
  const random = seededRandom(7);
  return {
    prepare: async () => {
      showContainer(container);
      area.focus();
      const at = Math.floor(random() * area.value.length);
      area.setSelectionRange(at, at);
      area.scrollTop = (area.scrollHeight * at) / area.value.length;
      layer.scrollTop = area.scrollTop;
      await settle();
    },
    step: () => {
      let within = area.selectionStart;
      area.setRangeText('e', within, within, 'end');
      for (const text of texts) {
        if (within <= text.length) {
          text.insertData(within, 'e');
          break;
        }
        within -= text.length;
      }
      layer.scrollTop = area.scrollTop;
    },
    close: () => removeContainer(container),
  };
}
