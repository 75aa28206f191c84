import { expect, test } from 'vitest';
import { previewTrackingUrl } from './preview-tracking-url.ts';

// covers 000-2.43
test('fills in and encodes every standard macro', () => {
  const template =
    ' https://network.example/go?c={click_id}&o={offer_id}&u={uid}&v={user_id}&t={timestamp}&i={user_ip}&m={currency}&a={p1}&b={p6} ';
  expect(previewTrackingUrl(template, 'ofr_7')).toEqual({
    url: 'https://network.example/go?c=01KAJ3Q8Z6W4T9N2XM5R7VBHYC&o=ofr_7&u=user-1042&v=user-1042&t=1795240800&i=203.0.113.7&m=INR&a=asha%40upi&b=p6-value',
    unknown: [],
  });
});

test('names an unknown macro once', () => {
  expect(previewTrackingUrl('https://a.example/?c={click_id}&x={gaid}&y={gaid}')).toEqual({
    url: 'https://a.example/?c=01KAJ3Q8Z6W4T9N2XM5R7VBHYC&x={gaid}&y={gaid}',
    unknown: ['{gaid}'],
  });
});

test.each(['', 'network.example', 'javascript:alert(1)', 'https://'])('%j has no preview', (template) => {
  expect(previewTrackingUrl(template)).toBeUndefined();
});
