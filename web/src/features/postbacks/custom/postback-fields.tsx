import { HTTP_METHODS } from '@muneem/contract/custom-postbacks';
import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { NumberField } from '#ui/fields/index.ts';
import { FieldGrid } from '#ui/form/index.ts';
import { ErrorLine } from '#ui/states/index.ts';
import { copy as postbacksCopy } from '../postbacks.copy.ts';
import { postbackUrlsQuery } from '../postbacks.queries.ts';
import { copy } from './custom-postbacks.copy.ts';
import { FieldGroup } from './field-group.tsx';
import type { PostbackForm } from './postback-form.ts';
import { TemplateFields } from './template-fields.tsx';

const words = copy.form;

interface FieldsProps {
  readonly form: PostbackForm;
}

export function CompanyFields({ form }: FieldsProps) {
  return (
    <FieldGroup title={words.company}>
      <FieldGrid width="16rem">
        <TextInput label={words.companyName} required data-autofocus {...form.getInputProps('companyName')} />
        <TextInput label={words.companyId} required spellCheck={false} {...form.getInputProps('companyId')} />
        <TextInput label={words.contactEmail} type="email" autoComplete="off" {...form.getInputProps('contactEmail')} />
        <TextInput label={words.contactPerson} autoComplete="off" {...form.getInputProps('contactPerson')} />
      </FieldGrid>
    </FieldGroup>
  );
}

export function CallFields({ form, offerId }: FieldsProps & { readonly offerId: string }) {
  const query = useQuery(postbackUrlsQuery(offerId));
  const names = Object.values(query.data?.postbackUrls ?? {}).map(({ name }) => name);
  const { eventName, httpMethod } = form.values;
  const gone = eventName !== '' && !names.includes(eventName);
  return (
    <FieldGroup title={words.call}>
      <ErrorLine text={postbacksCopy.urlsFailed} query={query} />
      <FieldGrid width="13rem">
        <NativeSelect
          label={words.eventName}
          required
          data={[
            { value: '', label: words.chooseEvent, disabled: true },
            ...names.map((name) => ({ value: name, label: name })),
            ...(gone ? [{ value: eventName, label: query.data ? words.goneEvent(eventName) : eventName }] : []),
          ]}
          {...form.getInputProps('eventName')}
        />
        <NativeSelect label={words.httpMethod} data={[...HTTP_METHODS]} {...form.getInputProps('httpMethod')} />
      </FieldGrid>
      <TemplateFields form={form} withBody={httpMethod === 'POST'} />
    </FieldGroup>
  );
}

export function SendingFields({ form }: FieldsProps) {
  const number = (field: 'priority' | 'retryCount' | 'timeout', label: string, description: string) => (
    <NumberField label={label} description={description} {...form.getInputProps(field)} />
  );
  return (
    <FieldGroup title={words.sending}>
      <FieldGrid width="13rem">
        {number('priority', words.priority, words.priorityHelp)}
        {number('retryCount', words.retryCount, words.retryHelp)}
        {number('timeout', words.timeout, words.timeoutHelp)}
      </FieldGrid>
    </FieldGroup>
  );
}
