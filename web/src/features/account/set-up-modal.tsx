import { beginAuthenticator, confirmAuthenticator } from '@muneem/contract/account';
import type { RouteAnswer } from '@muneem/contract/http';
import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMemo, useState } from 'react';
import { encode } from 'uqr';
import { OwnPasswordField } from '#app/session/own-password-field.tsx';
import { api } from '#lib/api.ts';
import { CopyText } from '#ui/display/index.ts';
import { CodeField, WindowForm } from '#ui/form/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { copy } from './account.copy.ts';
import classes from './account.module.css';

const words = copy.setUp;

interface SetUpModalProps {
  readonly onClose: () => void;
  readonly onDone: (recoveryCodes: string[]) => void;
}

type Secret = RouteAnswer<typeof beginAuthenticator>;

/** Asks for the password, then shows the secret and asks for its first code. */
export function SetUpModal({ onClose, onDone }: SetUpModalProps) {
  const [secret, setSecret] = useState<Secret>();
  return (
    <ModalWindow onClose={onClose} title={words.title} closeOnClickOutside={false}>
      {secret ? (
        <ConfirmForm secret={secret} onClose={onClose} onDone={onDone} />
      ) : (
        <PasswordForm onClose={onClose} onDone={setSecret} />
      )}
    </ModalWindow>
  );
}

interface PasswordFormProps {
  readonly onClose: () => void;
  readonly onDone: (secret: Secret) => void;
}

function PasswordForm({ onClose, onDone }: PasswordFormProps) {
  const form = useForm({ mode: 'controlled', initialValues: { password: '' } });
  const run = async (body: { password: string }) => onDone(await api(beginAuthenticator, { body }));
  return (
    <WindowForm form={form} run={run} words={{ ...words, ...words.begin }} onCancel={onClose}>
      <OwnPasswordField data-autofocus {...form.getInputProps('password')} />
    </WindowForm>
  );
}

function ConfirmForm({ secret: { secret, uri }, onClose, onDone }: SetUpModalProps & { readonly secret: Secret }) {
  const form = useForm({ mode: 'controlled', initialValues: { code: '' } });
  const run = async (body: { code: string }) => onDone((await api(confirmAuthenticator, { body })).recoveryCodes);
  return (
    <WindowForm form={form} run={run} words={{ ...words, ...words.confirm }} onCancel={onClose}>
      <Text maw="44rem" mb="sm" c="dimmed">
        {words.scan}
      </Text>
      <QrCode text={uri} label={words.qr} />
      <div>
        <Text span display="block" fw={500}>
          {words.key}
        </Text>
        <CopyText value={secret} what="key" mono />
      </div>
      <CodeField label={words.code} description={words.codeHelp} {...form.getInputProps('code')} />
    </WindowForm>
  );
}

/** A QR code as SVG. Dark on light in both colour schemes, because cameras need that. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size: modules } = encode(text, { border: 2 });
    const parts = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size: modules, path: parts.join('') };
  }, [text]);
  return (
    <svg
      className={classes['qr']}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
