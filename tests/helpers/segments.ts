import fc from 'fast-check';
import { type BufferChange, type RoutedPart, routeChange } from '../../src/core/buffer/route-change.ts';
import { listSegments, type Segment, type Segments, segmentsOf } from '../../src/core/buffer/segments.ts';
import type { NodeId, PositionId, SegmentId } from '../../src/core/ids.ts';
import { type Spans, sliceSpans } from '../../src/core/text/span.ts';
import type { DraftSplice } from '../../src/core/text/splice.ts';

/**
 * A buffer in notation: each committed segment's text in brackets, followed by `*` if it is pending, `>` if it is
 * open at its end and `|` if it is a hidden split; then the working buffer's text. `[Once *>][upon] a time`.
 */
export interface NotedBuffer {
  readonly segments: Segments;
  readonly texts: ReadonlyMap<SegmentId, string>;
}

export function makeSegment(number: number, length: number, flags: Partial<Segment> = {}): Segment {
  return {
    segmentId: number as SegmentId,
    nodeId: `n${number}` as NodeId,
    positionId: `p${number}` as PositionId,
    length,
    pending: false,
    openAtEnd: false,
    ...flags,
  };
}

export function makeWorkingBuffer(number: number, length: number): Segment {
  return makeSegment(number, length, { nodeId: null, positionId: null });
}

export function readBuffer(notation: string): NotedBuffer {
  const list: Segment[] = [];
  const texts = new Map<SegmentId, string>();
  const add = (text: string, segment: Segment): void => {
    list.push(segment);
    texts.set(segment.segmentId, text);
  };
  for (const [, text = '', flags = ''] of notation.matchAll(/\[([^\]*>|]*)([*>|]*)\]/g)) {
    add(
      text,
      makeSegment(list.length, text.length, {
        pending: flags.includes('*'),
        openAtEnd: flags.includes('>'),
        ...(flags.includes('|') ? { hiddenSplit: true } : {}),
      }),
    );
  }
  const rest = notation.slice(notation.lastIndexOf(']') + 1);
  add(rest, makeWorkingBuffer(list.length, rest.length));
  return { segments: segmentsOf(list), texts };
}

export function printBuffer({ segments, texts }: NotedBuffer): string {
  const list = listSegments(segments);
  return list
    .map((segment, i) => {
      const text = texts.get(segment.segmentId) ?? '?';
      if (text.length !== segment.length) return `(${text} is not ${segment.length} long)`;
      if (i === list.length - 1) return text;
      return `[${text}${segment.pending ? '*' : ''}${segment.openAtEnd ? '>' : ''}${segment.hiddenSplit ? '|' : ''}]`;
    })
    .join('');
}

export function textOfBuffer({ segments, texts }: NotedBuffer): string {
  return listSegments(segments)
    .map((segment) => texts.get(segment.segmentId) ?? '?')
    .join('');
}

/** A change with the text that it inserts. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Routes one transaction and applies its parts in order to the segments' texts. */
export function typeInto(buffer: NotedBuffer, ...changes: readonly TextChange[]): NotedBuffer {
  const { segments, parts } = routeChange(buffer.segments, changes.map(toBufferChange));
  const after = applyTextChanges(textOfBuffer(buffer), changes);
  const texts = new Map(buffer.texts);
  for (const { segmentId, from, to, insertFrom, insertTo } of parts) {
    const text = texts.get(segmentId) ?? '';
    texts.set(segmentId, text.slice(0, from) + after.slice(insertFrom, insertTo) + text.slice(to));
  }
  return { segments, texts };
}

export function toBufferChange({ from, to, insert }: TextChange): BufferChange {
  return { fromA: from, toA: to, insertLength: insert.length };
}

/** Applies the changes of one transaction to a text. */
export function applyTextChanges(text: string, changes: readonly TextChange[]): string {
  return changes.reduceRight(
    (before, { from, to, insert }) => before.slice(0, from) + insert + before.slice(to),
    text,
  );
}

/** A buffer of a few segments, including empty, pending and open ones. Every character is different. */
export const anyBuffer: fc.Arbitrary<NotedBuffer> = fc
  .record({
    committed: fc.array(fc.record({ length: fc.nat(4), pending: fc.boolean(), openAtEnd: fc.boolean() }), {
      maxLength: 6,
    }),
    working: fc.nat(4),
  })
  .map(({ committed, working }) => {
    let next = 0x4e00;
    const take = (length: number): string =>
      Array.from({ length }, () => String.fromCharCode(next++)).join('');
    const list = [
      // Only a pending edit can be open at its end.
      ...committed.map(({ length, pending, openAtEnd }, i) =>
        makeSegment(i, length, { pending, openAtEnd: pending && openAtEnd }),
      ),
      makeWorkingBuffer(committed.length, working),
    ];
    const texts = new Map(list.map(({ segmentId, length }) => [segmentId, take(length)]));
    return { segments: segmentsOf(list), texts };
  });

/** A routed part of a change as a splice of its segment's text; `text` and `spans` are all there is after the change. */
export function spliceOfPart(part: RoutedPart, text: string, spans: Spans): DraftSplice {
  const { from, to, insertFrom, insertTo } = part;
  return {
    from,
    to,
    insert: text.slice(insertFrom, insertTo),
    spans: sliceSpans(spans, insertFrom, insertTo),
  };
}
