import { rights } from '@muneem/contract/rights';
import type { CustomPostback } from '@muneem/contract/custom-postbacks';
import { Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RecordHistory } from '#features/audit/index.ts';
import { Note } from '#ui/display/index.ts';
import { WindowForm } from '#ui/form/index.ts';
import { EmptyState, Loaded, SkeletonLines } from '#ui/states/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { customPostbacksQuery, refreshCustomPostbacks } from '../postbacks.queries.ts';
import { AuthenticationFields } from './authentication-fields.tsx';
import { copy } from './custom-postbacks.copy.ts';
import { formErrors, newPostbackValues, postbackToValues, type PostbackFormValues } from './postback-form.ts';
import { CallFields, CompanyFields, SendingFields } from './postback-fields.tsx';
import { announceSaved, savePostback } from './save-postback.ts';

const words = copy.form;
/** The value of the `postback` parameter for a new postback. */
export const NEW_POSTBACK = 'new';

interface PostbackFormModalProps {
  readonly offerId: string;
  /** The postback's id, or `new`. */
  readonly id: string;
  readonly onClose: () => void;
  readonly onTest: (postback: CustomPostback) => void;
}

/** Add Postback and Edit postback, with their own URL. */
export function PostbackFormModal({ offerId, id, onClose, onTest }: PostbackFormModalProps) {
  const isNew = id === NEW_POSTBACK;
  const query = useQuery({ ...customPostbacksQuery(offerId), enabled: !isNew });
  const stored = query.data?.postbacks.find(({ _id }) => _id === id);
  return (
    <ModalWindow inUrl onClose={onClose} title={isNew ? words.add : words.edit} size="xl" closeOnClickOutside={false}>
      {isNew || stored ? (
        <>
          <PostbackForm key={id} offerId={offerId} stored={stored} onClose={onClose} onTest={onTest} />
          {stored && <RecordHistory type="custom_postback" id={id} />}
        </>
      ) : (
        <Loaded query={query} failed={copy.failed} loading={<SkeletonLines count={10} />}>
          {() => <EmptyState title={words.gone} text={words.goneText} />}
        </Loaded>
      )}
    </ModalWindow>
  );
}

interface PostbackFormProps extends Pick<PostbackFormModalProps, 'offerId' | 'onClose' | 'onTest'> {
  readonly stored: CustomPostback | undefined;
}

function PostbackForm({ offerId, stored: listed, onClose, onTest }: PostbackFormProps) {
  // The data refreshes in the background. The form keeps the version that the user opened.
  const [stored] = useState(listed);
  const form = useForm<PostbackFormValues>({
    mode: 'controlled',
    initialValues: stored ? postbackToValues(stored) : newPostbackValues(),
    validate: (values) => formErrors(values, stored),
  });
  const run = async (values: PostbackFormValues): Promise<string | undefined> => {
    const saved = await savePostback(offerId, stored, values).catch((error: unknown) => {
      void refreshCustomPostbacks();
      throw error;
    });
    // Closes over the new list: a form opened next must have its version.
    await refreshCustomPostbacks();
    if (saved === undefined) return '';
    announceSaved(saved, onTest);
    return undefined;
  };
  const text = stored
    ? { label: words.edit, verb: words.save, failed: words.updateFailed }
    : { label: words.add, verb: words.create, failed: words.createFailed };

  return (
    <WindowForm
      form={form}
      right={rights.changePostbacks}
      run={run}
      words={{ ...text, busy: words.saving }}
      label={text.label}
      noValidate
      guarded
      onCancel={onClose}
    >
      <Stack gap="lg">
        <CompanyFields form={form} />
        <CallFields form={form} offerId={offerId} />
        <AuthenticationFields form={form} stored={stored} />
        <SendingFields form={form} />
        {!stored && <Note>{words.startsInactive}</Note>}
      </Stack>
    </WindowForm>
  );
}
