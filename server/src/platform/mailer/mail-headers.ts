/** Keeps "I am on holiday" from being answered to a machine (RFC 3834). */
export const GENERATED = { 'Auto-Submitted': 'auto-generated' };
