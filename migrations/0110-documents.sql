-- kind says what a tree is for its writer (`documents.md`): a story, or a document about one, whose text is Markdown and
-- whose mode is buffer.

ALTER TABLE loom_tree ADD COLUMN kind TEXT NOT NULL DEFAULT 'story' CHECK (kind IN ('story', 'document'));
