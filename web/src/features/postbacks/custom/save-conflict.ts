import type { CustomPostback } from '@muneem/contract/custom-postbacks';
import type { Difference } from '#ui/conflict/index.ts';
import { copy } from './custom-postbacks.copy.ts';
import { postbackToValues, type PostbackFormValues } from './postback-form.ts';

const words = copy.conflict;
const { form } = copy;

const shown = ({ authentication: auth, ...values }: PostbackFormValues): readonly (readonly [string, string])[] => [
  [form.companyName, values.companyName],
  [form.companyId, values.companyId],
  [form.contactEmail, values.contactEmail],
  [form.contactPerson, values.contactPerson],
  [form.eventName, values.eventName],
  [form.postbackUrl, values.postbackUrl],
  [form.httpMethod, values.httpMethod],
  [form.body, values.bodyTemplate],
  [form.authType, copy.auth[auth.type]],
  [form.username, auth.type === 'basic' ? auth.username : ''],
  [form.apiKeyHeader, auth.type === 'api_key' ? auth.apiKeyHeader : ''],
  [words.secret, [auth.token, auth.password, auth.apiKey].some((text) => text !== '') ? words.entered : words.kept],
  [form.priority, String(values.priority)],
  [form.retryCount, String(values.retryCount)],
  [form.timeout, String(values.timeout)],
];

/** Lists the fields that differ between the form and a newer saved version. Secrets are never shown. */
export function differences(mine: PostbackFormValues, theirs: CustomPostback): readonly Difference[] {
  const others = shown(postbackToValues(theirs));
  return shown(mine).flatMap(([label, value], at) => {
    const other = others[at]?.[1] ?? '';
    return value === other ? [] : [{ label, mine: value, theirs: other }];
  });
}
