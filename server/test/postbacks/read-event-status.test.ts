import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEventStatus, type EventStatus } from '#features/conversions/index.ts';
import { fromForm } from '#features/postbacks/inbound-postback.ts';
import { NO_MESSAGES, YES_MESSAGES } from './network-messages.ts';

const parse = (message: string): Record<string, unknown> =>
  message.startsWith('{') ? (JSON.parse(message) as Record<string, unknown>) : fromForm(message);
const kindOf = (message: string): EventStatus['kind'] => readEventStatus([parse(message)], 'install').kind;

test('approves none of 300 messages of networks that mean no', () => {
  expect(NO_MESSAGES.length).toBeGreaterThanOrEqual(300);
  expect(NO_MESSAGES.filter((message) => kindOf(message) === 'approved')).toEqual([]);
});

test('approves each message of a network that means yes', () => {
  expect(YES_MESSAGES.filter((message) => kindOf(message) !== 'approved')).toEqual([]);
});

// Found by trying to be paid for nothing.
test.each([
  'payout=-5e3',
  'amount=minus 5',
  'amount=INR+-50',
  'mode=test',
  'env=sandbox',
  'testmode=1',
  'preview=1',
  'in_review=1',
  'flagged=1',
  'rewarded=0',
  'reject_reason=vpn',
  'reason=low quality',
  'message=Conversion rejected',
  'verification=failed',
  'data=status%3Drejected%26x%3D1',
  'a=1;status=rejected',
  'a=1%23status=rejected',
  '{"data":"\\"{\\\\\\"status\\\\\\":\\\\\\"rejected\\\\\\"}\\""}',
  '{"install":false}',
  '{"points":-1e-7}',
  `list=${'['.repeat(2000)}${']'.repeat(2000)}`,
])('does not approve %s', (message) => expect(kindOf(message)).not.toBe('approved'));

test.each([
  'fraud_reason=&blocked_reason=&reject_reason=null',
  'error_msg=Success&message=OK',
  'mode=live&env=production',
  'success_rate=0.5',
  'txid=abc-123&date=2026-11-01&gaid=38400000-8cf0-11bd-b23e-10b96e40000d',
  'sig=q83vEjRWeJA%3D%3D',
  'ua=Mozilla/5.0+(Linux;+Android+14;+K)&ref=https://x.example/?status=new',
  '{"install":true}',
])('approves %s', (message) => expect(kindOf(message)).toBe('approved'));

const WORDS = {
  status: { no: ['rejected', 'pending', '2', '-1', '', '{status}', 'hold'], yes: ['approved', '1', 'ok'] },
  state: { no: ['void', '0', 'KA'], yes: ['confirmed'] },
  success: { no: ['false', '0', 'no', ''], yes: ['true', '1'] },
  is_chargeback: { no: ['1', 'true', 'maybe', ''], yes: ['0', 'false'] },
  negative: { no: ['1', 'yes'], yes: ['0', 'no'] },
  transaction_type: { no: ['refund', 'reversal', 'debit'], yes: ['sale', 'install'] },
  debug: { no: ['1', 'true', ''], yes: ['0', 'false'] },
  test_mode: { no: ['1', 'on', 'x'], yes: ['0', 'off'] },
  env: { no: ['test', 'sandbox', 'staging'], yes: ['live', 'production'] },
  payout: { no: ['-5', '−5', '(5)', '-0.01', '-1e3', 'minus 5', '5-'], yes: ['5', '0', '12.50'] },
} as const;

const PLAIN = {
  click_id: '01KC',
  token: 't',
  sub1: 'x',
  campaign: 'Diwali',
  country: 'IN',
  city: 'Pune',
  os: 'android',
};

/** Writes a name in another way: `is_chargeback`, `isChargeback`, `IS-CHARGEBACK`, `is.chargeback`. */
const SPELLINGS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => name.replaceAll('_', '-'),
  (name) => name.replaceAll('_', '.'),
  (name) => name.replaceAll(/_(.)/g, (_all, letter: string) => letter.toUpperCase()),
  (name) => name.replaceAll('_', ''),
];
const NESTINGS: readonly ((name: string, value: unknown) => object)[] = [
  (name, value) => ({ [name]: value }),
  (name, value) => ({ data: { [name]: value } }),
  (name, value) => ({ data: { conversion: { [name]: value } } }),
  (name, value) => ({ [`data[${name}]`]: value }),
  (name, value) => ({ [`data.${name}`]: value }),
  (name, value) => ({ [`${name}[]`]: value }),
  (name, value) => ({ [name]: [value] }),
  (name, value) => ({ list: [{ [name]: value }] }),
  (name, value) => ({ json: JSON.stringify({ [name]: value }) }),
];

const statement = (of: 'yes' | 'no') =>
  fc
    .record({
      name: fc.constantFrom(...(Object.keys(WORDS) as (keyof typeof WORDS)[])),
      pick: fc.nat(),
      spell: fc.constantFrom(...SPELLINGS),
      nest: fc.constantFrom(...NESTINGS),
      spaced: fc.constantFrom('', ' ', '\t'),
    })
    .map(({ name, pick, spell, nest, spaced }) => {
      const values = WORDS[name][of];
      return nest(spell(name), `${spaced}${values[pick % values.length] as string}${spaced}`);
    });

test('never approves a message with one no, however it is spelled, nested and surrounded', () => {
  fc.assert(
    fc.property(statement('no'), fc.array(statement('yes'), { maxLength: 3 }), fc.boolean(), (no, yes, isInBody) => {
      const besides = Object.assign({}, PLAIN, ...yes) as Record<string, unknown>;
      const { kind } = readEventStatus(isInBody ? [besides, no as never] : [{ ...besides, ...no }], 'install');
      expect(kind).not.toBe('approved');
    }),
    { numRuns: 5_000 },
  );
});

test('approves every message in which each statement is a yes', () => {
  fc.assert(
    fc.property(statement('yes'), (yes) => {
      expect(readEventStatus([PLAIN, yes as never], 'install').kind).toBe('approved');
    }),
    { numRuns: 2_000 },
  );
});
