import {
  CUSTOM_POSTBACK_DEFAULTS as DEFAULTS,
  CUSTOM_POSTBACK_TEXTS as TEXTS,
  customPostbackInput,
  targetOf,
  type AuthType,
  type CustomPostback,
} from '@muneem/contract/custom-postbacks';
import { enteredNumber } from '#lib/number-text.ts';
import type { UseFormReturnType } from '@mantine/form';

type TextField =
  | 'companyName'
  | 'companyId'
  | 'contactEmail'
  | 'contactPerson'
  | 'eventName'
  | 'postbackUrl'
  | 'bodyTemplate';

/** The form fields. Names match the contract, so that error paths are field paths. */
export interface PostbackFormValues extends Pick<CustomPostback, TextField | 'httpMethod'> {
  readonly authentication: { readonly type: AuthType } & Readonly<Record<Secret | 'username' | 'apiKeyHeader', string>>;
  readonly priority: number | string;
  readonly retryCount: number | string;
  readonly timeout: number | string;
}

export type PostbackForm = UseFormReturnType<PostbackFormValues>;

/** The specification's defaults (document 001 §5). */
export const newPostbackValues = (): PostbackFormValues => ({
  companyName: '',
  companyId: '',
  contactEmail: '',
  contactPerson: '',
  eventName: '',
  postbackUrl: '',
  httpMethod: DEFAULTS.httpMethod,
  bodyTemplate: '',
  authentication: {
    type: DEFAULTS.authType,
    token: '',
    username: '',
    password: '',
    apiKey: '',
    apiKeyHeader: DEFAULTS.apiKeyHeader,
  },
  priority: DEFAULTS.priority,
  retryCount: DEFAULTS.retryCount,
  timeout: DEFAULTS.timeout,
});

/** Secrets are never filled in. An empty field keeps the stored secret. */
export function postbackToValues(postback: CustomPostback): PostbackFormValues {
  const empty = newPostbackValues();
  const { type, username = '', apiKeyHeader = DEFAULTS.apiKeyHeader } = postback.authentication;
  const names = Object.keys(empty) as (keyof PostbackFormValues)[];
  const stored = Object.fromEntries(names.map((name) => [name, postback[name]])) as unknown as PostbackFormValues;
  return { ...stored, authentication: { ...empty.authentication, type, username, apiKeyHeader } };
}

type Secret = 'token' | 'password' | 'apiKey';

const SECRET_OF: Readonly<Record<AuthType, Secret | undefined>> = {
  none: undefined,
  bearer: 'token',
  basic: 'password',
  api_key: 'apiKey',
};

/** The masked stored secret of a field. Undefined if the chosen type has none. */
export const storedSecret = (stored: CustomPostback | undefined, secret: Secret): string | undefined =>
  stored !== undefined && SECRET_OF[stored.authentication.type] === secret ? stored.authentication[secret] : undefined;

/** Builds the request body: only fields of the chosen type, and only entered secrets. */
export function valuesToBody(values: PostbackFormValues): Record<string, unknown> {
  const { authentication: auth, httpMethod } = values;
  const secret = SECRET_OF[auth.type];
  return {
    ...values,
    bodyTemplate: httpMethod === 'POST' ? values.bodyTemplate : '',
    authentication: {
      type: auth.type,
      ...(secret !== undefined && auth[secret] !== '' ? { [secret]: auth[secret] } : {}),
      ...(auth.type === 'basic' ? { username: auth.username } : {}),
      ...(auth.type === 'api_key' ? { apiKeyHeader: auth.apiKeyHeader } : {}),
    },
    priority: numberOf(values.priority),
    retryCount: numberOf(values.retryCount),
    timeout: numberOf(values.timeout),
  };
}

/** An empty number field is invalid: it does not mean the default. */
const numberOf = (value: number | string): number => enteredNumber(value) ?? Number.NaN;

/** Validates with the contract's schema. Returns the error of each field by its path. */
export function formErrors(values: PostbackFormValues, stored: CustomPostback | undefined): Record<string, string> {
  const errors: Record<string, string> = {};
  const { authentication: auth } = values;
  const result = customPostbackInput.safeParse(valuesToBody(values));
  for (const issue of result.error?.issues ?? []) errors[issue.path.join('.')] ??= issue.message;
  if (auth.type === 'basic' && auth.username.trim() === '') errors['authentication.username'] ??= TEXTS.username;
  const secret = SECRET_OF[auth.type];
  if (secret !== undefined && auth[secret] === '') {
    if (!storedSecret(stored, secret)) errors[`authentication.${secret}`] = TEXTS[secret];
    else if (stored !== undefined && targetOf(values.postbackUrl) !== targetOf(stored.postbackUrl))
      errors[`authentication.${secret}`] = TEXTS.secretAgain;
  }
  return errors;
}
