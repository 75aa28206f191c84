import { expect, test } from 'vitest';
import { recordLink } from './record-link.ts';

const ULID = '01KD0Z8Q7M3T5V9X1B2C4D6F8G';

test('finds the record of an id in upper or lower case', () => {
  expect(recordLink(` wdr_${ULID.toLowerCase()} `)).toEqual({
    label: `Withdrawal wdr_${ULID}`,
    to: '/verify-withdrawals',
    search: { withdrawal: `wdr_${ULID}` },
  });
  expect(recordLink(`cnv_${ULID}`)).toMatchObject({
    to: '/conversion-reports',
    search: { conversion: `cnv_${ULID}` },
  });
  expect(recordLink(`prb_${ULID}`)).toMatchObject({ to: '/problems', search: { problem: `prb_${ULID}` } });
  expect(recordLink(`net_${ULID}`)).toMatchObject({ to: '/networks', search: { network: `net_${ULID}` } });
  expect(recordLink(`spr_${ULID}`)).toMatchObject({ to: '/smart-poll', search: { run: `spr_${ULID}` } });
  expect(recordLink(`ofr_${ULID}`)?.to).toBe(`/edit-offer/ofr_${ULID}`);
  expect(recordLink(ULID.toLowerCase())?.to).toBe(`/clicks/${ULID}`);
});

test('finds nothing for a text that is not an id', () => {
  for (const text of ['', 'asha', 'wdr_', `xyz_${ULID}`, `${ULID}0`, 'constructor_' + ULID]) {
    expect(recordLink(text)).toBeUndefined();
  }
});
