import {
  CUSTOM_POSTBACK_DEFAULTS as DEFAULTS,
  CUSTOM_POSTBACK_TEXTS as TEXTS,
  customPostbackInput,
  targetOf,
  type AuthType,
  type CustomPostback,
  type PostbackMethod,
} from '@muneem/contract/custom-postbacks';
import type { UseFormReturnType } from '@mantine/form';

/** What the fields hold; named as in the contract, so that a message's path is a field's path. */
export interface PostbackFormValues {
  readonly companyName: string;
  readonly companyId: string;
  readonly contactEmail: string;
  readonly contactPerson: string;
  readonly eventName: string;
  readonly postbackUrl: string;
  readonly httpMethod: PostbackMethod;
  readonly bodyTemplate: string;
  readonly authentication: {
    readonly type: AuthType;
    readonly token: string;
    readonly username: string;
    readonly password: string;
    readonly apiKey: string;
    readonly apiKeyHeader: string;
  };
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

/** Secrets are never filled in: an empty field keeps the stored one. */
export const postbackToValues = (postback: CustomPostback): PostbackFormValues => ({
  companyName: postback.companyName,
  companyId: postback.companyId,
  contactEmail: postback.contactEmail,
  contactPerson: postback.contactPerson,
  eventName: postback.eventName,
  postbackUrl: postback.postbackUrl,
  httpMethod: postback.httpMethod,
  bodyTemplate: postback.bodyTemplate,
  authentication: {
    type: postback.authentication.type,
    token: '',
    username: postback.authentication.username ?? '',
    password: '',
    apiKey: '',
    apiKeyHeader: postback.authentication.apiKeyHeader ?? DEFAULTS.apiKeyHeader,
  },
  priority: postback.priority,
  retryCount: postback.retryCount,
  timeout: postback.timeout,
});

const SECRETS = ['token', 'password', 'apiKey'] as const;
type Secret = (typeof SECRETS)[number];

/** The secret that a type needs. */
const SECRET_OF: Readonly<Record<AuthType, Secret | undefined>> = {
  none: undefined,
  bearer: 'token',
  basic: 'password',
  api_key: 'apiKey',
};

/** The stored secret of a field, masked; undefined when there is none for the type that is chosen now. */
export const storedSecret = (stored: CustomPostback | undefined, secret: Secret): string | undefined =>
  stored !== undefined && SECRET_OF[stored.authentication.type] === secret ? stored.authentication[secret] : undefined;

/** The body that the values mean: only the fields of the chosen type, and only the secrets that were entered. */
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

/** An empty number field is not the default: it has to be filled in. */
const numberOf = (value: number | string): number => (value === '' ? Number.NaN : Number(value));

/** The complaint of each field by its path, in the contract's own words. */
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
