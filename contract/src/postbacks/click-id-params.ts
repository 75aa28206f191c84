/** Looked at in every inbound postback, before the offer's own names (document 000 §9). */
export const STANDARD_CLICK_ID_PARAMS = ['click_id', 'pcid', 'cid', 'transaction_id', 'clickid'] as const;

/** True for a macro that the sender never filled in, `{click_id}` or `{{click_id}}`: it counts as missing. */
export const isUnfilled = (value: string): boolean => /^\{[^{}]*\}$|^\{\{[^{}]*\}\}$/.test(value);
