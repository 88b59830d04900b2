/** A tenant's name; it is part of storage keys, so nothing that could lead out of a folder is one. */
export const TENANT_ID = /^(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
