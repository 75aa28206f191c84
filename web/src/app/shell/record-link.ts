export interface RecordLink {
  readonly label: string;
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

/** A ULID in Crockford's base 32: a click id, or the part of a record id after its prefix. */
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;

const KINDS: ReadonlyMap<string, (id: string) => RecordLink> = new Map(
  Object.entries({
    wdr: (id: string) => ({ label: `Withdrawal ${id}`, to: '/verify-withdrawals', search: { withdrawal: id } }),
    cnv: (id: string) => ({ label: `Conversion ${id}`, to: '/conversion-reports', search: { conversion: id } }),
    prb: (id: string) => ({ label: `Problem ${id}`, to: '/problems', search: { problem: id } }),
    ofr: (id: string) => ({ label: `Offer ${id}`, to: `/edit-offer/${id}`, search: {} }),
    pro: (id: string) => ({ label: `Proposal ${id}`, to: '/second-person', search: { proposal: id } }),
    net: (id: string) => ({ label: `Network ${id}`, to: '/networks', search: { network: id } }),
    spr: (id: string) => ({ label: `Smart poll run ${id}`, to: '/smart-poll', search: { run: id } }),
  }),
);

/** Returns the screen of the record with this id. Undefined if the text is not a record id. */
export function recordLink(text: string): RecordLink | undefined {
  const id = text.trim();
  if (ULID.test(id)) {
    const clickId = id.toUpperCase();
    return { label: `Evidence of click ${clickId}`, to: `/clicks/${clickId}`, search: {} };
  }
  const [prefix = '', rest = ''] = id.split('_');
  return ULID.test(rest)
    ? KINDS.get(prefix.toLowerCase())?.(`${prefix.toLowerCase()}_${rest.toUpperCase()}`)
    : undefined;
}
