-- compatible-from: 0011-stamp-options.sql
-- The column of the migration before may be left out: stations of the version without it go on beside those that have it.
UPDATE schema_migrations SET compatible_from = '0011-stamp-options.sql' WHERE name = '0012-error-sentence.sql';
