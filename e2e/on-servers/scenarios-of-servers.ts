/** The scenarios that hold for a station whose documents, rows and messages lie on servers. */
export const SCENARIOS_OF_SERVERS = ['approvals', 'audit', 'client', 'formats', 'rest-surface/access'];
