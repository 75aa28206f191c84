import {
  CUSTOM_POSTBACK_TEXTS as TEXTS,
  customPostbackInput,
  type CustomPostback,
} from '@muneem/contract/custom-postbacks';
import { describe, expect, it } from 'vitest';
import {
  formErrors,
  newPostbackValues,
  postbackToValues,
  valuesToBody,
  type PostbackFormValues,
} from './postback-form.ts';

const filled = (changes: Partial<PostbackFormValues> = {}): PostbackFormValues => ({
  ...newPostbackValues(),
  companyName: 'Trackier',
  companyId: 'tr-1',
  eventName: 'install',
  postbackUrl: 'https://t.example/pb?c={click_id}',
  ...changes,
});
const auth = (changes: Partial<PostbackFormValues['authentication']>) => ({
  authentication: { ...newPostbackValues().authentication, ...changes },
});

const STORED: CustomPostback = {
  ...(customPostbackInput.parse(valuesToBody(filled())) as unknown as CustomPostback),
  _id: 'cp1',
  offerId: 'o1',
  authentication: { type: 'bearer', token: '••••••••7788' },
  status: 'inactive',
  pausedReason: null,
  pausedAt: null,
  failuresInRow: 0,
  restingUntil: null,
  waitingCount: 0,
  eventKnown: true,
  unknownMacros: [],
  statistics: { totalFired: 0, successCount: 0, errorCount: 0, successRate: 0 },
  lastFiredAt: null,
  version: 1,
  createdAt: '2026-11-21T00:00:00.000Z',
  updatedAt: '2026-11-21T00:00:00.000Z',
};

describe('a new postback', () => {
  // covers 001-5.7
  it('requires only company name, company id, event type and postback URL', () => {
    expect(formErrors(newPostbackValues(), undefined)).toEqual({
      companyName: TEXTS.companyName,
      companyId: TEXTS.companyId,
      eventName: TEXTS.eventName,
      postbackUrl: TEXTS.postbackUrl,
    });
    expect(formErrors(filled(), undefined)).toEqual({});
  });

  it.each([
    [{ contactEmail: 'nobody' }, { contactEmail: TEXTS.contactEmail }],
    [{ postbackUrl: 'ftp://t.example/' }, { postbackUrl: TEXTS.badUrl }],
    [{ postbackUrl: 'https://{p1}/x' }, { postbackUrl: TEXTS.badUrl }],
  ] as const)('%j is refused at its field', (changes, errors) => {
    expect(formErrors(filled(changes), undefined)).toEqual(errors);
  });

  it.each([
    ['bearer', { 'authentication.token': TEXTS.token }],
    ['basic', { 'authentication.username': TEXTS.username, 'authentication.password': TEXTS.password }],
    ['api_key', { 'authentication.apiKey': TEXTS.apiKey }],
    // covers 001-3.16
  ] as const)('requires the fields of the authentication type %s', (type, errors) => {
    expect(formErrors(filled(auth({ type })), undefined)).toEqual(errors);
  });
});

describe('editing a postback', () => {
  it('shows no stored secret and sends only entered ones', () => {
    const values = postbackToValues(STORED);
    expect(JSON.stringify(values)).not.toContain('7788');
    expect(valuesToBody(values)['authentication']).toEqual({ type: 'bearer' });
    expect(formErrors(values, STORED)).toEqual({});
  });

  it('sends an entered secret of the chosen type only', () => {
    const values = { ...postbackToValues(STORED), ...auth({ type: 'api_key', token: 'old', apiKey: 'new-key' }) };
    expect(valuesToBody(values)['authentication']).toEqual({
      type: 'api_key',
      apiKey: 'new-key',
      apiKeyHeader: 'X-API-Key',
    });
  });

  it('requires the secret again when the URL has another host', () => {
    const values = { ...postbackToValues(STORED), postbackUrl: 'https://elsewhere.example/pb' };
    expect(formErrors(values, STORED)).toEqual({ 'authentication.token': TEXTS.secretAgain });
  });

  it('requires a secret when the type changes', () => {
    const values = { ...postbackToValues(STORED), ...auth({ type: 'api_key' }) };
    expect(formErrors(values, STORED)).toEqual({ 'authentication.apiKey': TEXTS.apiKey });
  });

  it('removes the body when the method becomes GET', () => {
    const values = filled({ httpMethod: 'GET', bodyTemplate: '{"a":1}' });
    expect(valuesToBody(values)['bodyTemplate']).toBe('');
  });
});
