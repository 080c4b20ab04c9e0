import { shownLevel } from '../../../../core/markdown/heading-level.ts';
import { TypedText, type TypedTextProps } from '../TypedText.tsx';
import { Block, TITLE_LEVEL } from './Block.tsx';
import { useMarkdown } from './use-markdown.ts';

/** A message's text as Markdown. What has not been read yet is as typed. */
export function FormattedText({ text, from: _from, ...voices }: TypedTextProps) {
  const { blocks, length } = useMarkdown(text);
  let level = TITLE_LEVEL;
  const shown = blocks.map((block) => {
    const above = level;
    if (block.kind === 'heading') level = shownLevel(block.level, above, TITLE_LEVEL);
    return <Block key={block.from} block={block} above={above} {...voices} />;
  });
  return (
    <>
      {shown}
      {length < text.length && <TypedText text={text.slice(length)} from={length} {...voices} />}
    </>
  );
}
