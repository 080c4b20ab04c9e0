-- Where a secret was taken out of a response before it was kept, as JSON [[from, length], …] in bytes of the body;
-- null where nothing was. decoded is 1 where the body was compressed in transit and is kept decompressed.

ALTER TABLE raw_api_response ADD COLUMN redacted TEXT;
ALTER TABLE raw_api_response ADD COLUMN decoded INTEGER NOT NULL DEFAULT 0 CHECK (decoded IN (0, 1));
