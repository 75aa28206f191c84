import { verifySession } from '@muneem/contract/auth';
import { expect, it } from 'vitest';
import { VERIFY_CALL } from './first-calls.ts';

it('checks the session where the contract says', () => {
  expect(VERIFY_CALL).toBe(verifySession.path);
});
