/** Checked in every inbound postback before the offer's own parameter names (document 000 §9). */
export const STANDARD_CLICK_ID_PARAMS = ['click_id', 'pcid', 'cid', 'transaction_id', 'clickid'] as const;

/** Says whether the sender left a macro unfilled, `{click_id}` or `{{click_id}}`. It counts as missing. */
export const isUnfilled = (value: string): boolean => /^\{[^{}]*\}$|^\{\{[^{}]*\}\}$/.test(value);
