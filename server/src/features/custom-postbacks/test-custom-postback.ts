import { SAMPLE_MACROS, type MacroValues, type TestResult } from '@muneem/contract/custom-postbacks';
import type { CustomPostbackMacro } from '@muneem/contract/postbacks';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import { transaction } from '#platform/database/index.ts';
import { newId } from '#platform/ids/index.ts';
import { readableAuthentication } from './authentication.ts';
import { callTarget, describeFailure } from './call-target.ts';
import type { CustomPostbackDependencies } from './custom-postback-dependencies.ts';
import { postbackNotFound } from './get-custom-postback.ts';
import { findCustomPostback, type CustomPostbackRow } from './custom-postbacks.repository.ts';

export type TestData = Readonly<Partial<Record<CustomPostbackMacro, string | number>>>;

/**
 * Sends one request with sample values through the egress guard, and returns the answer. Audited before the call.
 * Not counted in statistics. @throws AppError `not_found`, `conflict` if the stored secret cannot be decrypted
 */
export async function testCustomPostback(
  dependencies: CustomPostbackDependencies,
  id: string,
  testData: TestData,
  actor: Actor,
): Promise<{ testUrl: string; testResult: TestResult }> {
  const row = await findCustomPostback(dependencies.database, id);
  if (row === null) throw postbackNotFound();
  const authentication = readableAuthentication(dependencies.secrets, row);
  if (authentication === null)
    throw new AppError('conflict', 'The stored secret cannot be decrypted with this APP_SECRET. Enter it again.');
  const macros = sampleFor(row, testData);
  const now = dependencies.clock.now();
  const deliveryId = newId('tst', now);
  await transaction(dependencies.database, (tx) =>
    writeAudit(tx, actor, 'custom_postbacks.test', ['custom_postback', id], {
      after: { target: row.target, deliveryId },
    }),
  );
  const answer = await callTarget(dependencies.http, { ...row, authentication, macros, deliveryId }, now);
  return {
    testUrl: answer.url,
    testResult: {
      success: answer.success,
      statusCode: answer.status,
      responseTime: answer.ms,
      response: answer.response,
      error: describeFailure(answer),
    },
  };
}

/** Merges samples, the postback's values and the caller's values, the last one wins. */
function sampleFor(row: CustomPostbackRow, testData: TestData): MacroValues {
  const known = { offer_id: row.offerId, event_name: row.eventName, company_id: row.companyId };
  const given = Object.fromEntries(Object.entries(testData).map(([name, value]) => [name, String(value)]));
  return { ...SAMPLE_MACROS, ...known, ...given };
}
