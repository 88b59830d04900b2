-- Which empty signature field of a PDF is signed, and whether the signature certifies the document.
ALTER TABLE signature_requests ADD COLUMN signature_field TEXT;
ALTER TABLE signature_requests ADD COLUMN certification TEXT;
