import { expect, test } from 'vitest';
import { recordPlace } from './record-place.ts';

const ULID = '01KD0Z8Q7M3T5V9X1B2C4D6F8G';

test('finds the record of an id in upper or lower case', () => {
  expect(recordPlace(` wdr_${ULID.toLowerCase()} `)).toEqual({
    label: `Withdrawal wdr_${ULID}`,
    to: '/verify-withdrawals',
    search: { withdrawal: `wdr_${ULID}` },
  });
  expect(recordPlace(`cnv_${ULID}`)).toMatchObject({
    to: '/conversion-reports',
    search: { conversion: `cnv_${ULID}` },
  });
  expect(recordPlace(`prb_${ULID}`)).toMatchObject({ to: '/problems', search: { problem: `prb_${ULID}` } });
  expect(recordPlace(`net_${ULID}`)).toMatchObject({ to: '/networks', search: { network: `net_${ULID}` } });
  expect(recordPlace(`spr_${ULID}`)).toMatchObject({ to: '/smart-poll', search: { run: `spr_${ULID}` } });
  expect(recordPlace(`ofr_${ULID}`)?.to).toBe(`/edit-offer/ofr_${ULID}`);
  expect(recordPlace(ULID.toLowerCase())?.to).toBe(`/clicks/${ULID}`);
});

test('finds nothing for a text that is not an id', () => {
  for (const text of ['', 'asha', 'wdr_', `xyz_${ULID}`, `${ULID}0`, 'constructor_' + ULID]) {
    expect(recordPlace(text)).toBeUndefined();
  }
});
