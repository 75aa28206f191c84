import { expect, test } from 'vitest';
import { recordPlace } from './record-place.ts';

const ULID = '01KD0Z8Q7M3T5V9X1B2C4D6F8G';

// covers own-13.5
test('an id leads to its record, however it was typed', () => {
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
  expect(recordPlace(`spr_${ULID}`)).toMatchObject({ to: '/smart-poll', search: { run: `spr_${ULID}` } });
  expect(recordPlace(`ofr_${ULID}`)?.to).toBe(`/edit-offer/ofr_${ULID}`);
  expect(recordPlace(ULID.toLowerCase())?.to).toBe(`/clicks/${ULID}`);
});

test('a text that is no id leads nowhere', () => {
  for (const text of ['', 'asha', 'wdr_', `xyz_${ULID}`, `${ULID}0`, 'constructor_' + ULID]) {
    expect(recordPlace(text)).toBeUndefined();
  }
});
