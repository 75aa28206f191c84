import { describe, expect, test } from 'vitest';
import { CUSTOM_POSTBACK_MACROS } from '../postbacks/index.ts';
import { fillJson, fillUrl, findUnknownMacros, maskSecret, percent, SAMPLE_MACROS, targetOf } from './index.ts';

const values = { ...SAMPLE_MACROS, click_id: 'C1', p1: 'a&b=c d/₹"' };

describe('macros', () => {
  // covers 001-2.33
  test('replaces each of the fourteen macros and has a sample for it', () => {
    const template = CUSTOM_POSTBACK_MACROS.map((name) => `${name}={${name}}`).join('&');
    // In the order of document 001 §9.
    const listed = 'click_id offer_id event_name company_id timestamp user_ip payout currency p1 p2 p3 p4 p5 p6';
    expect(CUSTOM_POSTBACK_MACROS.toSorted()).toEqual(listed.split(' ').toSorted());
    expect(fillUrl(template, SAMPLE_MACROS)).not.toMatch(/[{}]/);
  });

  test('URL-encodes macro values, so they cannot add a parameter or change the path', () => {
    expect(fillUrl('https://t.example/{p1}?c={click_id}&c2={click_id}', values)).toBe(
      'https://t.example/a%26b%3Dc%20d%2F%E2%82%B9%22?c=C1&c2=C1',
    );
    expect(fillUrl('/{p1}/x', { ...values, p1: '..' })).toBe('//x');
    expect(fillUrl('{p1}', { ...values, p1: '\ud800' })).toBe('%EF%BF%BD');
    expect(fillUrl('{p1}', { ...values, p1: '{click_id}' })).toBe('%7Bclick_id%7D');
  });

  test('escapes macro values in a JSON body', () => {
    expect(JSON.parse(fillJson('{"a":"{p1}","n":{payout}}', { ...values, p1: '"\n\\{click_id}' }))).toEqual({
      a: '"\n\\{click_id}',
      n: 10.5,
    });
  });

  test('keeps unknown macros and reports each once', () => {
    expect(fillUrl('?a={aff}&b={Click_Id}&c={}', values)).toBe('?a={aff}&b={Click_Id}&c={}');
    expect(findUnknownMacros('?a={aff}&b={aff}&c={click_id}&d={x-y}')).toEqual(['aff', 'x-y']);
  });
});

describe('the target of a URL', () => {
  test.each([
    ['https://T.example/p?c={click_id}', 'https://t.example'],
    ['http://t.example:8080', 'http://t.example:8080'],
    ['https://t.example:443/x', 'https://t.example'],
    ['http://2130706433/', 'http://127.0.0.1'],
  ])('reads the target of %s as %s', (template, target) => expect(targetOf(template)).toBe(target));

  test.each([
    '',
    't.example/p',
    '//t.example',
    'ftp://t.example/',
    'javascript:alert(1)',
    'https://',
    'https://{p1}/',
    'https://{p1}.example/',
    'https://t.example:{p1}/',
    'https://user@t.example/',
    'https://user:pass@t.example/',
    'https://{p1}@t.example/',
    'https://t.example:99999/',
    'https://t .example/',
    ' https://t.example/',
  ])('finds no target in %s', (template) => expect(targetOf(template)).toBeNull());
});

test('shows the last four characters of a secret only if enough stays hidden', () => {
  expect(maskSecret('')).toBe('');
  expect(maskSecret('12345678901')).toBe('••••••••');
  expect(maskSecret('123456789012')).toBe('••••••••9012');
});

test('gives a rate one decimal, and 0 when there are no calls', () => {
  expect([percent(0, 0), percent(1, 3), percent(3, 3)]).toEqual([0, 33.3, 100]);
});
