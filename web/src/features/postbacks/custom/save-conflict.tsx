import type { CustomPostback } from '@muneem/contract/custom-postbacks';
import { copy } from './custom-postbacks.copy.ts';
import classes from './custom-postbacks.module.css';
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

/** Which fields differ between what is being edited and what somebody else saved. Secrets are never shown. */
export function differences(
  mine: PostbackFormValues,
  theirs: CustomPostback,
): readonly { readonly label: string; readonly mine: string; readonly theirs: string }[] {
  const others = shown(postbackToValues(theirs));
  return shown(mine).flatMap(([label, value], at) => {
    const other = others[at]?.[1] ?? '';
    return value === other ? [] : [{ label, mine: value, theirs: other }];
  });
}

interface DifferencesProps {
  readonly mine: PostbackFormValues;
  readonly theirs: CustomPostback;
}

export function Differences({ mine, theirs }: DifferencesProps) {
  const rows = differences(mine, theirs);
  if (rows.length === 0) return <p>{words.same}</p>;
  return (
    <table className={classes['conflict']}>
      <thead>
        <tr>
          <th scope="col">{words.field}</th>
          <th scope="col">{words.mine}</th>
          <th scope="col">{words.theirs}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <th scope="row">{row.label}</th>
            <td>{row.mine}</td>
            <td>{row.theirs}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
