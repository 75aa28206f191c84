import type { UserDetails } from '@muneem/contract/users';
import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { OwnPasswordField } from '#app/session/own-password-field.tsx';
import { saveFile } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';
import type { RunDeletion } from '#lib/use-deletion.ts';
import { WindowForm } from '#ui/form/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { copy } from './users.copy.ts';
import { readPersonalData, removePerson } from './users.queries.ts';

export type PersonalDataAction = 'export' | 'erase';

interface PersonalDataModalProps {
  readonly user: Pick<UserDetails, 'uid'>;
  readonly action: PersonalDataAction;
  readonly onClose: () => void;
  readonly onErased: () => void;
  readonly runDeletion: RunDeletion;
}

/** Asks for the admin's own password before it exports or erases a user's data. */
export function PersonalDataModal({ user: { uid }, action, onClose, onErased, runDeletion }: PersonalDataModalProps) {
  const words = copy.personalData[action];
  const form = useForm({ mode: 'controlled', initialValues: { password: '' } });
  const run = async ({ password }: { password: string }): Promise<void> => {
    toast.success(await (action === 'export' ? saveData(uid, password) : runDeletion(() => erase(uid, password))));
    if (action === 'export') return onClose();
    void queryClient.invalidateQueries({ queryKey: ['users', 'list'] });
    void queryClient.invalidateQueries({ queryKey: ['stats'] });
    onErased();
  };
  return (
    <ModalWindow onClose={onClose} title={words.title(uid)} closeOnClickOutside={false}>
      <WindowForm form={form} run={run} words={words} danger={action === 'erase'} noValidate onCancel={onClose}>
        <Text c="dimmed">{words.text}</Text>
        <OwnPasswordField data-autofocus {...form.getInputProps('password')} />
      </WindowForm>
    </ModalWindow>
  );
}

/** @returns the text for the notice */
async function saveData(uid: string, password: string): Promise<string> {
  const data = await readPersonalData(uid, password);
  const file = new Blob([JSON.stringify(data, undefined, 2)], { type: 'application/json' });
  saveFile(file, `user-${uid.replaceAll(/[^\w.-]+/g, '_')}.json`);
  const words = copy.personalData.export;
  return data.cutShort.length === 0 ? words.done : words.cutShort(data.cutShort.join(', '));
}

const erase = async (uid: string, password: string): Promise<string> => (await removePerson(uid, password)).message;
