-- The text filter of the audit finds the names of documents, too: summaries without them are made anew, behind the writing.
DELETE FROM audit_blocks;
