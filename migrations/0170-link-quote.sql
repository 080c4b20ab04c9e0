-- The words that a link is from (`documents.md`, *Links*), of those that a writer makes on a passage; null for all of the text.
ALTER TABLE link ADD COLUMN quote TEXT;
